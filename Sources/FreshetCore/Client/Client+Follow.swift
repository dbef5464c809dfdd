/// A response or the failure of a followed request, which may have two responses.
public enum FetchUpdate<Value: Sendable>: Sendable {
    /// A response. Unless it is the last one, a fresh response or a failure follows.
    case response(Response<Value>, isLast: Bool)
    /// The failure of the call, or of the revalidation after a stale response. Nothing follows.
    case failure(FetchError)
}

extension Client {
    /// Starts a call and delivers its response, or a stale response at once and then the fresh one.
    ///
    /// ```swift
    /// let task = news.follow(.headlines) { update in
    ///     switch update {
    ///     case .response(let response, let isLast): show(response.value, isLast)
    ///     case .failure(let error): report(error)
    ///     }
    /// }
    /// ```
    ///
    /// There are two responses if the service allows a stale one to be used while the fresh one is
    /// being fetched (RFC 5861 §3). Publishers and ``states(for:keepingPrevious:)`` are built on
    /// this method.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - receive: Called once or twice, one call after the other, on no particular thread. Return
    ///     quickly.
    /// - Returns: A handle that cancels both calls. Releasing it has no effect.
    @discardableResult
    public func follow<Value>(
        _ request: Request<API, Value>,
        receive: @escaping @Sendable (FetchUpdate<Value>) -> Void
    ) -> FetchTask {
        let calls = FollowedCalls()
        let (engine, service, cachePolicy) = (engine, service, cachePolicy)
        // The second call below is the revalidation. Without `revalidates: false`, the cache would start one as well.
        let first = engine.launch(request, service: service, caching: cachePolicy, revalidates: false) { result in
            switch result {
            case .failure(let error):
                receive(.failure(error))
                calls.end()
            case .success(let response):
                let continues = response.source.isRevalidating
                receive(.response(response, isLast: !continues))
                guard continues else { return calls.end() }
                var second = request.caching(.revalidate)
                // As for a revalidation in the background, the fresh response of an intermediate cache is enough.
                second.options[ReachesOrigin.self] = false
                calls.go(on: second) { request in
                    engine.launch(request, service: service, caching: cachePolicy) { result in
                        switch result {
                        case .success(let response): receive(.response(response, isLast: true))
                        case .failure(let error): receive(.failure(error))
                        }
                        calls.end()
                    }
                } cancelled: {
                    receive(.failure(.cancelled))
                }
            }
        }
        calls.begin(first)
        return FetchTask(calls: calls)
    }
}

/// The calls of one followed request: the first one, and its revalidation if there is one.
final class FollowedCalls: Sendable {
    private struct State {
        var call: Call?
        var isCancelled = false
        var isEnded = false
    }

    private let state = Lock(State())

    var isEnded: Bool { state.withLock { $0.isEnded } }

    func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.cancel()
    }

    func begin(_ call: Call) {
        // The second call may have begun already.
        let isCancelled = state.withLock { state in
            if state.call == nil { state.call = call }
            return state.isCancelled
        }
        if isCancelled { call.cancel() }
    }

    /// Starts the second call, unless the request was cancelled after the first response.
    func go<Next>(on request: Next, launch: (Next) -> Call, cancelled: () -> Void) {
        guard !state.withLock({ $0.isCancelled }) else {
            cancelled()
            return end()
        }
        let call = launch(request)
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call.cancel() }
    }

    func end() {
        state.withLock { $0.isEnded = true }
    }
}
