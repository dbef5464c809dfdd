public import CombineOrOpenCombine
import FreshetCore

extension Publisher where Output: Sendable {
    /// Waits for the first value of the publisher.
    ///
    /// Cancelling the waiting task cancels the subscription.
    ///
    /// - Throws: The publisher's failure; ``MissingOutcomeError`` when it ends without a value; `CancellationError`
    ///   when the waiting task is cancelled.
    public func firstValue() async throws -> Output {
        try await valueOfCallback { completion in
            let cancellable = subscribe(completion)
            return { cancellable.cancel() }
        }
    }

    /// Hands the first value, or the failure, to a callback, once.
    ///
    /// - Returns: What cancels the subscription; the callback is then never called.
    public func firstResult(_ completion: @escaping @Sendable (Result<Output, any Error>) -> Void) -> AnyCancellable {
        let subscription = subscribe(Completion(completion))
        return AnyCancellable { subscription.cancel() }
    }

    private func subscribe(_ completion: Completion<Output, any Error>) -> SharedCancellable {
        let cancellable = SharedCancellable()
        cancellable.hold(
            first().sink { end in
                switch end {
                case .finished: completion.failure(MissingOutcomeError())
                case .failure(let error): completion.failure(error)
                }
            } receiveValue: { value in
                completion.success(value)
            })
        return cancellable
    }
}

/// A subscription that may be cancelled from any thread.
///
/// `@unchecked Sendable`: the cancellable is only touched behind the lock.
private final class SharedCancellable: @unchecked Sendable {
    private let lock = Lock<Void>(())
    private var cancellable: AnyCancellable?

    func hold(_ cancellable: AnyCancellable) {
        lock.withLock { _ in self.cancellable = cancellable }
    }

    func cancel() {
        let cancellable = lock.withLock { _ in
            defer { self.cancellable = nil }
            return self.cancellable
        }
        cancellable?.cancel()
    }
}
