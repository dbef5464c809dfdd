import Benchmark
import FreshetCombine

/// What it costs to bring values from publishers to tasks and callbacks, and from those to publishers.
func bridges() {
    Benchmark("a million values, values (OpenCombine)") { _ in
        var received = 0
        for await _ in (0..<million).publisher.values { received += 1 }
        precondition(received == million)
    }
    Benchmark("a million values, typedValues") { _ in
        var received = 0
        for await _ in (0..<million).publisher.typedValues { received += 1 }
        precondition(received == million)
    }
    Benchmark("a million values, publisher of an asynchronous sequence") { _ in
        let received = await withCheckedContinuation { continuation in
            var received = 0
            Counted().publisher.subscribe(
                Subscribers.Sink(
                    receiveCompletion: { _ in continuation.resume(returning: received) },
                    receiveValue: { _ in received += 1 }))
        }
        precondition(received == million)
    }
    Benchmark("a million subscriptions, Future (OpenCombine)") { _ in
        subscribe { Future<Int, Never> { $0(.success(1)) } }
    }
    Benchmark("a million subscriptions, CallbackPublisher") { _ in
        subscribe {
            CallbackPublisher<Int, Never> { completion in
                completion.success(1)
                return nil
            }
        }
    }
    Benchmark("a million calls, flatMap (OpenCombine)") { _ in
        consume((0..<million).publisher.flatMap(maxPublishers: .max(6)) { Just($0) })
    }
    Benchmark("a million calls, inOrder") { _ in
        consume((0..<million).inOrder { Just($0) })
    }
}

private func subscribe<P: Publisher>(_ makePublisher: () -> P) where P.Failure == Never {
    var received = 0
    for _ in 0..<million { _ = makePublisher().sink { _ in received += 1 } }
    precondition(received == million)
}

private func consume<P: Publisher>(_ publisher: P) where P.Failure == Never {
    var received = 0
    let subscription = publisher.sink { _ in received += 1 }
    precondition(received == million)
    subscription.cancel()
}

/// A million numbers that are there already.
private struct Counted: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        var next = 0

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            guard next < million else { return nil }
            defer { next += 1 }
            return next
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
