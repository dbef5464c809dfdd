public import FreshetCore
import HTTPTypes

extension StubTransport {
    /// A request that waits until a test responds to it.
    public final class HeldRequest: Sendable {
        /// The request.
        public let request: TransportRequest
        private let ignoresCancellation: Bool
        private let outcome = Pending<Result<Response, FetchError>>()
        private let cancelled = WatchedState(false)

        init(_ request: TransportRequest, ignoringCancellation: Bool) {
            self.request = request
            ignoresCancellation = ignoringCancellation
        }

        /// Whether the request was cancelled. Only a stub that ignores cancellation still delivers
        /// a response.
        public var isCancelled: Bool { cancelled.read { $0 } }

        /// Waits until the request is cancelled.
        ///
        /// - Throws: ``WaitFailure`` if it isn't; `CancellationError` if the waiting task is
        ///   cancelled.
        public func waitForCancellation(file: StaticString = #fileID, line: UInt = #line) async throws {
            let path = request.head.path ?? ""
            try await cancelled.wait(for: "the cancellation of \(path)", at: SourcePlace(file, line), seen: { _ in "" })
            { $0 }
        }

        /// Responds to the request. Only the first response or failure counts.
        public func respond(with response: Response) { outcome.resolve(.success(response)) }

        /// Fails the request with a transport error. Only the first response or failure counts.
        public func fail(with error: FetchError) { outcome.resolve(.failure(error)) }

        func response() async throws(FetchError) -> Response {
            try await outcome.value { [self] in
                cancelled.change { $0 = true }
                if !ignoresCancellation { outcome.resolve(.failure(.cancelled)) }
            }.get()
        }
    }

    /// Makes a stub that holds each request until the test responds to it.
    ///
    /// Get the requests with ``nextRequest(file:line:)``. The test may respond to them in any
    /// order.
    ///
    /// - Parameter ignoresCancellation: Whether a cancelled request still gets its response, as
    ///   from a transport that doesn't notice the cancellation, or notices it too late.
    public convenience init(ignoringCancellation ignoresCancellation: Bool = false) {
        self.init(holding: HeldRequests(), ignoringCancellation: ignoresCancellation)
    }

    /// Waits for the next held request and returns it.
    ///
    /// ```swift
    /// let stub = StubTransport()
    /// let news = Client(News(), transport: stub, cache: nil)
    /// async let page = news.value(for: .headlines)
    /// try await stub.nextRequest().respond(with: .json(#"{"articles":[]}"#))
    /// #expect(try await page.articles.isEmpty)
    /// ```
    ///
    /// Each request is returned once, in the order in which the requests were sent. Only a stub
    /// without a closure holds requests.
    ///
    /// - Throws: ``WaitFailure``, with the earlier requests, if none is sent; `CancellationError`
    ///   if the waiting task is cancelled.
    public func nextRequest(file: StaticString = #fileID, line: UInt = #line) async throws -> HeldRequest {
        guard let held else { preconditionFailure("The stub responds from its closure") }
        return try await held.next(at: SourcePlace(file, line))
    }
}

final class HeldRequests: Sendable {
    private struct State {
        var requests: [StubTransport.HeldRequest] = []
        var returned = 0
    }

    private let state = WatchedState(State())

    func add(_ request: StubTransport.HeldRequest) {
        state.change { $0.requests.append(request) }
    }

    func next(at place: SourcePlace) async throws -> StubTransport.HeldRequest {
        while true {
            try await state.wait(
                for: "a request", at: place, seen: { "\($0.returned) requests, which were returned already" }
            ) { !$0.requests.isEmpty }
            let next = state.change { state -> StubTransport.HeldRequest? in
                guard !state.requests.isEmpty else { return nil }
                state.returned += 1
                return state.requests.removeFirst()
            }
            if let next { return next }
        }
    }
}
