import FreshetCombine
import FreshetCore
import FreshetTesting

struct ProbeError: Error, Hashable, Codable {
    var number = 0
}

/// A publisher that a test drives: it sends values on demand, and records the calls of its subscriber.
///
/// `@unchecked Sendable`: a lock guards its records.
final class Probe: Publisher, @unchecked Sendable {
    typealias Output = Int
    typealias Failure = ProbeError

    /// `@unchecked Sendable`: its records are those of the probe.
    final class Line: Subscription, @unchecked Sendable {
        let books: Lock<Books>
        let id: Int

        init(books: Lock<Books>, id: Int) {
            self.books = books
            self.id = id
        }

        func request(_ demand: Subscribers.Demand) {
            books.withLock { $0.lines[id]?.demand += demand }
        }

        func cancel() {
            let subscriber = books.withLock { books in
                books.cancels += 1
                return books.lines.removeValue(forKey: id)
            }
            _ = subscriber
        }
    }

    struct Books {
        var lines: [Int: (subscriber: AnySubscriber<Int, ProbeError>, demand: Subscribers.Demand)] = [:]
        var subscriptions = 0
        var cancels = 0
    }

    let books = Lock<Books>(ofUnchecked: Books())

    var subscriptions: Int { books.withLock { $0.subscriptions } }
    var cancels: Int { books.withLock { $0.cancels } }
    /// Whether anybody still listens.
    var isHeard: Bool { books.withLock { !$0.lines.isEmpty } }
    var demand: Subscribers.Demand { books.withLock { $0.lines.values.reduce(.none) { $0 + $1.demand } } }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == ProbeError {
        let id = books.withLock { books in
            books.subscriptions += 1
            books.lines[books.subscriptions] = (AnySubscriber(subscriber), .none)
            return books.subscriptions
        }
        subscriber.receive(subscription: Line(books: books, id: id))
    }

    /// Sends a value to every subscriber with demand.
    func send(_ value: Int) {
        let asking = books.withLock { books in
            let asking = books.lines.filter { $0.value.demand > .none }
            for id in asking.keys { books.lines[id]?.demand -= 1 }
            return asking
        }
        for (id, line) in asking {
            let more = line.subscriber.receive(value)
            books.withLock { $0.lines[id]?.demand += more }
        }
    }

    func send(completion: Subscribers.Completion<ProbeError>) {
        let lines = books.withLock { books in
            defer { books.lines = [:] }
            return books.lines.values
        }
        for line in lines { line.subscriber.receive(completion: completion) }
    }
}
