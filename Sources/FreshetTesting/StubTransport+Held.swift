public import FreshetCore

extension StubTransport {
    /// A request that waits until a test responds to it.
    public final class HeldRequest: Sendable {
        /// The request.
        public let request: TransportRequest
        private let ignoresCancellation: Bool
        private let outcome = Pending<Result<Response, FetchError>>()
        private let cancelled = Lock(false)

        init(_ request: TransportRequest, ignoringCancellation: Bool) {
            self.request = request
            ignoresCancellation = ignoringCancellation
        }

        /// Whether it was cancelled. Only a stub that ignores that still delivers a response.
        public var isCancelled: Bool { cancelled.withLock { $0 } }

        /// Responds. Only the first response or failure counts.
        public func respond(with response: Response) { outcome.resolve(.success(response)) }

        /// Fails the request with an error of a transport.
        public func fail(with error: FetchError) { outcome.resolve(.failure(error)) }

        func response() async throws(FetchError) -> Response {
            try await outcome.value { [self] in
                cancelled.withLock { $0 = true }
                if !ignoresCancellation { outcome.resolve(.failure(.cancelled)) }
            }.get()
        }
    }

    /// Makes a stub whose requests wait, each until a test responds to it.
    ///
    /// ``nextRequest()`` returns them, and they may get their responses in any order.
    ///
    /// - Parameter ignoresCancellation: Whether a cancelled request still gets its response, as from a transport that
    ///   does not notice, or notices too late.
    public convenience init(ignoringCancellation ignoresCancellation: Bool = false) {
        self.init(holding: HeldRequests(), ignoringCancellation: ignoresCancellation)
    }

    /// Waits for the next request, and returns it. Each request is returned once, in the order in which they were sent.
    ///
    /// Only a stub without a closure holds requests.
    public func nextRequest() async -> HeldRequest {
        guard let held else { preconditionFailure("The stub responds from its closure") }
        return await held.next()
    }
}

final class HeldRequests: Sendable {
    private struct State {
        var requests: [StubTransport.HeldRequest] = []
        var takers: [CheckedContinuation<StubTransport.HeldRequest, Never>] = []
    }

    private let state = Lock(State())

    func add(_ request: StubTransport.HeldRequest) {
        let taker = state.withLock { state in
            if state.takers.isEmpty { state.requests.append(request) }
            return state.takers.isEmpty ? nil : state.takers.removeFirst()
        }
        taker?.resume(returning: request)
    }

    func next() async -> StubTransport.HeldRequest {
        await withCheckedContinuation { continuation in
            let request = state.withLock { state in
                if state.requests.isEmpty { state.takers.append(continuation) }
                return state.requests.isEmpty ? nil : state.requests.removeFirst()
            }
            if let request { continuation.resume(returning: request) }
        }
    }
}
