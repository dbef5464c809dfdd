public import Foundation

extension Client {
    /// Returns the states of a call, for a screen that keeps showing its content while the next
    /// value loads.
    ///
    /// There is a state for the start of the call and for each value. A failure is added to the
    /// value that is shown.
    ///
    /// ```swift
    /// for await state in news.states(for: .headlines) { show(state) }
    /// ```
    ///
    /// A stale cached response is delivered at once, marked as ``FetchState/isStale``, followed by
    /// the fresh one. If the server can't be reached and a stored response is served instead, the
    /// state is stale and contains the failure as well. Each iteration starts its own call with its
    /// first `next()`; leaving the loop early cancels the call.
    ///
    /// ``FetchState/receivedAt`` is the current date of the client's ``TimeSource``, minus the age
    /// of the response if it comes from the cache.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: The state that the screen shows now. Its value is kept until a new one
    ///     arrives.
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
                    // After the lock is released: `yield` resumes the reader.
                    continuation.yield(next)
                    if !next.isFetching { continuation.finish() }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
}

/// The states of a call, as an asynchronous sequence that never fails and ends with the call.
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
    /// Applies an update from a followed request.
    public mutating func apply(_ update: FetchUpdate<Value>, at date: Date) {
        switch update {
        case .response(let response, let isLast): receive(response, at: date, isFetching: !isLast)
        // A cancellation isn't a failure: the screen keeps what it showed before.
        case .failure(let error): if error.isCancellation { cancel() } else { fail(error) }
        }
    }

    /// Applies a response: its value, its age and whether it is stale.
    ///
    /// - Parameters:
    ///   - date: The current date, from which the age of a stored response is subtracted.
    ///   - isFetching: Whether the fetch continues, because a newer value follows.
    public mutating func receive(_ response: Response<Value>, at date: Date, isFetching: Bool = false) {
        let age = response.source.age ?? .zero
        receive(
            response.value, at: date.addingTimeInterval(-(age / .seconds(1))), isStale: response.source.isStale,
            isFetching: isFetching)
        // After `receive`, which removes the failure of the fetch before.
        if let failure = response.source.failure { fail(failure) }
    }
}
