public import Foundation

extension Client {
    /// Returns the states of a call, for a screen that keeps its content: its start, each value, and a failure next
    /// to the present value.
    ///
    /// ```swift
    /// for await state in news.states(for: .headlines) { show(state) }
    /// ```
    ///
    /// A stale cached response comes at once, marked ``FetchState/isStale``, and the fresh one after it. When the
    /// server can't be reached and a stored response is served instead, the state is stale and has the failure, too.
    /// Each iteration makes a call of its own with its first `next()`; ending it early cancels the call.
    ///
    /// A value came at the present date of the client's ``TimeSource``, less its age where it comes out of the cache:
    /// ``FetchState/receivedAt``.
    ///
    /// - Parameter previous: The state that the screen shows now. Its value stays until a new one comes.
    public func states<Value>(
        for request: Request<API, Value>,
        keepingPrevious previous: FetchState<Value> = FetchState()
    ) -> FetchStates<Value> {
        FetchStates { [self] in
            AsyncStream(bufferingPolicy: .unbounded) { continuation in
                var began = previous
                began.begin()
                continuation.yield(began)
                let (state, time) = (Lock(began), time)
                let task = follow(request) { update in
                    let next = state.withLock { state in
                        state.apply(update, at: time.date())
                        return state
                    }
                    continuation.yield(next)
                    if !next.isFetching { continuation.finish() }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
}

/// The states of a call, as a sequence that never fails and ends with the call.
public struct FetchStates<Value: Sendable>: AsyncSequence, Sendable {
    /// The states.
    public typealias Element = FetchState<Value>
    /// The sequence never fails.
    public typealias Failure = Never

    // A call has at most four states, so that the stream's buffer stays small.
    let start: @Sendable () -> AsyncStream<FetchState<Value>>

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(start: start) }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let start: @Sendable () -> AsyncStream<FetchState<Value>>
        private var iterator: AsyncStream<FetchState<Value>>.AsyncIterator?

        init(start: @escaping @Sendable () -> AsyncStream<FetchState<Value>>) {
            self.start = start
        }

        /// Returns the next element; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> FetchState<Value>? {
            if iterator == nil { iterator = start().makeAsyncIterator() }
            return await iterator?.next(isolation: actor)
        }
    }
}

extension FetchState where Value: Sendable {
    /// Applies an update of a followed request.
    public mutating func apply(_ update: FetchUpdate<Value>, at date: Date) {
        switch update {
        case .response(let response, let isLast): receive(response, at: date, isFetching: !isLast)
        case .failure(let error): if error.isCancellation { cancel() } else { fail(error) }
        }
    }

    /// Applies a response: its value, its age and whether it is stale.
    ///
    /// - Parameters:
    ///   - date: The present date, from which the age of a stored response is subtracted.
    ///   - isFetching: Whether the fetch continues with a newer value.
    public mutating func receive(_ response: Response<Value>, at date: Date, isFetching: Bool = false) {
        let age = response.source.age ?? .zero
        receive(
            response.value, at: date.addingTimeInterval(-(age / .seconds(1))), isStale: response.source.isStale,
            isFetching: isFetching)
        if let failure = response.source.failure { fail(failure) }
    }
}
