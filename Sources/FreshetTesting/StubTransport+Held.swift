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

        /// Whether it was cancelled. Only a stub that ignores that still delivers a response.
        public var isCancelled: Bool { cancelled.read { $0 } }

        /// Waits until it is cancelled.
        ///
        /// - Throws: ``WaitFailure`` if it is not; `CancellationError` if the waiting task is cancelled.
        public func waitForCancellation(file: StaticString = #fileID, line: UInt = #line) async throws {
            let path = request.head.path ?? ""
            try await cancelled.wait(for: "the cancellation of \(path)", at: SourcePlace(file, line), seen: { _ in "" })
            { $0 }
        }

        /// Responds. Only the first response or failure counts.
        public func respond(with response: Response) { outcome.resolve(.success(response)) }

        /// Fails the request with an error of a transport.
        public func fail(with error: FetchError) { outcome.resolve(.failure(error)) }

        func response() async throws(FetchError) -> Response {
            try await outcome.value { [self] in
                cancelled.change { $0 = true }
                if !ignoresCancellation { outcome.resolve(.failure(.cancelled)) }
            }.get()
        }
    }

    /// Makes a stub whose requests wait, each until a test responds to it.
    ///
    /// ``nextRequest(file:line:)`` returns them, and they may get their responses in any order.
    ///
    /// - Parameter ignoresCancellation: Whether a cancelled request still gets its response, as from a transport that
    ///   does not notice, or notices too late.
    public convenience init(ignoringCancellation ignoresCancellation: Bool = false) {
        self.init(holding: HeldRequests(), ignoringCancellation: ignoresCancellation)
    }

    /// Waits for the next request, and returns it. Each request is returned once, in the order in which they were
    /// sent.
    ///
    /// Only a stub without a closure holds requests.
    ///
    /// - Throws: ``WaitFailure`` if none is sent, with the earlier ones; `CancellationError` if the waiting task is
    ///   cancelled.
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
