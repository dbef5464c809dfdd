public import CombineCompletion
import FreshetCore

extension Publisher where Output: Sendable {
    /// Waits for the first value of the publisher.
    ///
    /// ```swift
    /// let page = try await news.publisher(for: .headlines).firstValue()
    /// ```
    ///
    /// Cancelling the waiting task cancels the subscription.
    ///
    /// - Throws: The publisher's failure; `MissingOutcomeError` if it ends without a value;
    ///   `CancellationError` if the waiting task is cancelled.
    public func firstValue() async throws -> Output {
        try await withCompletion { completion in
            let cancellable = subscribe(completion)
            return { cancellable.cancel() }
        }
    }

    /// Passes the first value or the failure to a callback, once.
    ///
    /// - Returns: A handle that cancels the subscription. After that, the callback is never called.
    public func firstResult(_ completion: @escaping @Sendable (Result<Output, any Error>) -> Void) -> AnyCancellable {
        let subscription = subscribe(Completion(completion))
        return AnyCancellable { subscription.cancel() }
    }

    private func subscribe(_ completion: Completion<Output, any Error>) -> SharedCancellable {
        let cancellable = SharedCancellable()
        // A synchronous publisher calls back before `sink` returns, and a cancellation may arrive
        // before the subscription is held.
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

/// A subscription that may be cancelled from any thread, even before it exists.
private final class SharedCancellable: Sendable {
    private enum State {
        case awaited
        case held(AnyCancellable)
        case cancelled
    }

    private let state = Lock<State>(ofUnchecked: .awaited)

    func hold(_ cancellable: AnyCancellable) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .held(cancellable)
            return false
        }
        if isCancelled { cancellable.cancel() }
    }

    func cancel() {
        let former = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        if case .held(let cancellable) = former { cancellable.cancel() }
    }
}
