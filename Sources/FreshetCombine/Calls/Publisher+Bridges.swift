public import CombineCompletion
import FreshetCore

extension Publisher where Output: Sendable {
    /// Waits for the first value of the publisher.
    ///
    /// Cancelling the waiting task cancels the subscription.
    ///
    /// - Throws: The publisher's failure; `MissingOutcomeError` when it ends without a value; `CancellationError`
    ///   when the waiting task is cancelled.
    public func firstValue() async throws -> Output {
        try await valueOfCallback { completion in
            let subscription = Lock<AnyCancellable?>(ofUnchecked: firstResult { completion.result($0) })
            return { subscription.withLock { $0.take() }?.cancel() }
        }
    }

    /// Passes the first value or the failure to a callback, once.
    ///
    /// - Returns: A handle that cancels the subscription; the callback is then never called.
    public func firstResult(_ completion: @escaping @Sendable (Result<Output, any Error>) -> Void) -> AnyCancellable {
        let completion = Completion(completion)
        return first().sink { end in
            switch end {
            case .finished: completion.failure(MissingOutcomeError())
            case .failure(let error): completion.failure(error)
            }
        } receiveValue: { value in
            completion.success(value)
        }
    }
}
