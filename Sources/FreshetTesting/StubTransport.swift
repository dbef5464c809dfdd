public import Foundation
public import FreshetCore
public import HTTPTypes

/// A transport that responds from a closure, without a network.
///
/// ```swift
/// let stub = StubTransport { request in .json(#"{"status":"ok","totalResults":0,"articles":[]}"#) }
/// let news = Client(NewsAPI(apiKey: "any"), transport: stub, cache: nil)
/// ```
///
/// It records every request, for tests.
public final class StubTransport: Transport {
    /// A response of a stub.
    public struct Response: Sendable {
        /// The status and fields.
        public var head: HTTPResponse
        /// The chunks of the body, delivered one by one.
        public var chunks: [Data]
        /// The failure with which the body breaks off.
        public var failure: FetchError?

        /// Makes a response.
        public init(status: Int = 200, headers: HTTPFields = [:], chunks: [Data] = [], failure: FetchError? = nil) {
            head = HTTPResponse(status: .init(code: status), headerFields: headers)
            self.chunks = chunks
            self.failure = failure
        }

        /// Returns a JSON response. A field of `headers` replaces the default one of the same name.
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

    private let requestLog = Lock<[TransportRequest]>([])
    private let respond: @Sendable (TransportRequest) async throws(FetchError) -> Response

    /// Makes a stub.
    ///
    /// - Parameter respond: Returns the response to a request. It may wait at a ``Gate``, and throw the errors of a
    ///   transport.
    public init(_ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> Response) {
        self.respond = respond
    }

    /// The requests that were sent, in order.
    public var requests: [TransportRequest] { requestLog.withLock { $0 } }

    /// Sends a request and returns the head of its final response.
    ///
    /// - Throws: A ``FetchError`` of one of the network's kinds.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        requestLog.withLock { $0.append(request) }
        let response = try await respond(request)
        if Task.isCancelled { throw .cancelled }
        return TransportResponse(head: response.head, body: Body(response))
    }

    private final class Body: TransportBody {
        private struct State {
            var chunks: ArraySlice<Data>
            /// The failure with which the body breaks off.
            var failure: FetchError?
            var isAtItsEnd = false
        }

        private let state: Lock<State>

        init(_ response: Response) {
            state = Lock(State(chunks: response.chunks[...], failure: response.failure))
        }

        func next() async throws(FetchError) -> Data? {
            if Task.isCancelled { throw .cancelled }
            let (chunk, failure) = state.withLock { state in
                let chunk = state.chunks.popFirst()
                state.isAtItsEnd = chunk == nil
                return (chunk, state.failure)
            }
            if chunk == nil, let failure { throw failure }
            return chunk
        }

        func cancel() {
            state.withLock { state in
                if !state.isAtItsEnd { state = State(chunks: [], failure: .cancelled) }
            }
        }
    }
}
