public import Foundation
public import FreshetCore
public import HTTPTypes

/// A transport that responds from a closure, without a network.
///
/// ```swift
/// let stub = StubTransport { request in .json(#"{"articles":[]}"#) }
/// let news = Client(News(), transport: stub, cache: nil)
/// ```
///
/// It records every request. A stub made without a closure holds each request until the test
/// responds to it; see ``nextRequest(file:line:)``.
public final class StubTransport: Transport {
    /// A response of a stub.
    public struct Response: Sendable {
        /// The status and header fields.
        public var head: HTTPResponse
        /// The chunks of the body, delivered one by one.
        public var chunks: [Data]
        /// The failure with which the body breaks off; `nil` for a complete body.
        public var failure: FetchError?

        /// Makes a response.
        public init(status: Int = 200, headers: HTTPFields = [:], chunks: [Data] = [], failure: FetchError? = nil) {
            head = HTTPResponse(status: .init(code: status), headerFields: headers)
            self.chunks = chunks
            self.failure = failure
        }

        /// Returns a JSON response. Fields in `headers` replace default fields of the same name.
        public static func json(_ text: String, status: Int = 200, headers: HTTPFields = [:]) -> Response {
            var fields: HTTPFields = [.contentType: "application/json"]
            for name in Set(headers.map(\.name)) { fields[fields: name] = headers[fields: name] }
            return Response(status: status, headers: fields, chunks: [Data(text.utf8)])
        }

        /// Returns a plain text response.
        public static func text(_ text: String, status: Int = 200) -> Response {
            Response(status: status, headers: [.contentType: "text/plain"], chunks: [Data(text.utf8)])
        }

        /// Returns a response without a body.
        public static func status(_ status: Int, headers: HTTPFields = [:]) -> Response {
            Response(status: status, headers: headers)
        }

        /// Returns a redirect.
        public static func redirect(_ status: Int = 302, to location: String) -> Response {
            Response(status: status, headers: [.location: location])
        }
    }

    private let requestLog = WatchedState<[TransportRequest]>([])
    private let respond: @Sendable (TransportRequest) async throws(FetchError) -> Response
    private let ignoresCancellation: Bool
    /// The requests that are waiting for a response; `nil` for a stub with a closure.
    let held: HeldRequests?

    /// Makes a stub.
    ///
    /// - Parameter respond: Returns the response to a request. It may wait at a ``Gate``, and may
    ///   throw transport errors.
    public convenience init(_ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> Response) {
        self.init(ignoringCancellation: false, respond)
    }

    /// Makes a stub that may ignore cancellation.
    ///
    /// - Parameters:
    ///   - ignoresCancellation: Whether a cancelled request still gets its response, as from a
    ///     transport that doesn't notice the cancellation, or notices it too late.
    ///   - respond: Returns the response to a request. It may wait at a ``Gate``, and may throw
    ///     transport errors.
    public init(
        ignoringCancellation ignoresCancellation: Bool,
        _ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> Response
    ) {
        self.ignoresCancellation = ignoresCancellation
        self.respond = respond
        held = nil
    }

    init(holding held: HeldRequests, ignoringCancellation ignoresCancellation: Bool) {
        self.ignoresCancellation = ignoresCancellation
        self.held = held
        respond = { request throws(FetchError) in
            let waiting = HeldRequest(request, ignoringCancellation: ignoresCancellation)
            held.add(waiting)
            return try await waiting.response()
        }
    }

    /// The requests that were sent, in order.
    public var requests: [TransportRequest] { requestLog.read { $0 } }

    /// Waits until `count` requests were sent, and returns all of them.
    ///
    /// - Throws: ``WaitFailure``, with the methods and paths of the requests so far, if fewer were;
    ///   `CancellationError` if the waiting task is cancelled.
    @discardableResult
    public func waitForRequests(
        count: Int, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [TransportRequest] {
        try await requestLog.wait(
            for: "\(count) requests", at: SourcePlace(file, line),
            seen: { "\($0.map { "\($0.head.method) \($0.head.path ?? "")" })" }
        ) { $0.count >= count }
        return requests
    }

    /// Records a request and returns the stub's response to it.
    ///
    /// - Throws: The ``FetchError`` that the closure throws or the test sets.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        requestLog.change { $0.append(request) }
        let response = try await response(to: request)
        if Task.isCancelled, !ignoresCancellation { throw .cancelled }
        return TransportResponse(head: response.head, body: Body(response, ignoresCancellation))
    }

    private func response(to request: TransportRequest) async throws(FetchError) -> Response {
        guard ignoresCancellation, held == nil else { return try await respond(request) }
        // It runs in a separate task, so that cancelling the request doesn't make it pass a gate.
        return try await Task { [respond] () async -> Result<Response, FetchError> in
            do throws(FetchError) { return .success(try await respond(request)) } catch { return .failure(error) }
        }.value.get()
    }

    private final class Body: TransportBody {
        private struct State {
            var chunks: ArraySlice<Data>
            /// The failure with which the body breaks off; `nil` for a complete body.
            var failure: FetchError?
            var isAtItsEnd = false
        }

        private let state: Lock<State>
        private let ignoresCancellation: Bool

        init(_ response: Response, _ ignoresCancellation: Bool) {
            self.ignoresCancellation = ignoresCancellation
            state = Lock(State(chunks: response.chunks[...], failure: response.failure))
        }

        func next() async throws(FetchError) -> Data? {
            if Task.isCancelled, !ignoresCancellation { throw .cancelled }
            let (chunk, failure) = state.withLock { state in
                let chunk = state.chunks.popFirst()
                state.isAtItsEnd = chunk == nil
                return (chunk, state.failure)
            }
            if chunk == nil, let failure { throw failure }
            return chunk
        }

        func cancel() {
            guard !ignoresCancellation else { return }
            state.withLock { state in
                if !state.isAtItsEnd { state = State(chunks: [], failure: .cancelled) }
            }
        }
    }
}
