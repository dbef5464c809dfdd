import Benchmark
import FreshetCombine

/// The cost of bridging values from publishers to tasks and callbacks, and back.
func bridges() {
    measure("\(valueCount) values, values (OpenCombine)", tenTimes) {
        var received = 0
        for await _ in (0..<valueCount).publisher.values { received += 1 }
        precondition(received == valueCount)
    }
    measure("\(valueCount) values, typedValues", tenTimes) {
        var received = 0
        for await _ in (0..<valueCount).publisher.typedValues { received += 1 }
        precondition(received == valueCount)
    }
    measure("\(valueCount) values, publisher of an asynchronous sequence", tenTimes) {
        let received = await withCheckedContinuation { continuation in
            var received = 0
            Counted().publisher.subscribe(
                Subscribers.Sink(
                    receiveCompletion: { _ in continuation.resume(returning: received) },
                    receiveValue: { _ in received += 1 }))
        }
        precondition(received == valueCount)
    }
    measure("\(valueCount) subscriptions, Future (OpenCombine)", tenTimes) {
        subscribe { Future<Int, Never> { $0(.success(1)) } }
    }
    measure("\(valueCount) subscriptions, CallbackPublisher", tenTimes) {
        subscribe {
            CallbackPublisher<Int, Never> { completion in
                completion.success(1)
                return nil
            }
        }
    }
    measure("\(valueCount) calls, flatMap (OpenCombine)", tenTimes) {
        consume((0..<valueCount).publisher.flatMap(maxPublishers: .max(6)) { Just($0) })
    }
    measure("\(valueCount) calls, inOrder", tenTimes) {
        consume((0..<valueCount).inOrder { Just($0) })
    }
}

private func subscribe<P: Publisher>(_ makePublisher: () -> P) where P.Failure == Never {
    var received = 0
    for _ in 0..<valueCount { _ = makePublisher().sink { _ in received += 1 } }
    precondition(received == valueCount)
}

private func consume<P: Publisher>(_ publisher: P) where P.Failure == Never {
    var received = 0
    let subscription = publisher.sink { _ in received += 1 }
    precondition(received == valueCount)
    subscription.cancel()
}

/// An asynchronous sequence of numbers that never suspends.
private struct Counted: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        var next = 0

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            guard next < valueCount else { return nil }
            defer { next += 1 }
            return next
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
