public import Foundation
public import FreshetCore
public import HTTPTypes

/// A transport that answers from a closure, without a network.
///
/// ```swift
/// let stub = StubTransport { request in .json(#"{"status":"ok","totalResults":0,"articles":[]}"#) }
/// let news = Client(NewsAPI(apiKey: "any"), transport: stub, cache: nil)
/// ```
///
/// It keeps every request it was sent, for a test to look at.
public final class StubTransport: Transport {
    /// What the stub answers.
    public struct Answer: Sendable {
        public var head: HTTPResponse
        /// The chunks of the body, delivered one by one.
        public var chunks: [Data]
        /// What the body ends with, instead of its end.
        public var failure: FetchError?

        public init(status: Int = 200, headers: HTTPFields = [:], chunks: [Data] = [], failure: FetchError? = nil) {
            head = HTTPResponse(status: .init(code: status), headerFields: headers)
            self.chunks = chunks
            self.failure = failure
        }

        /// An answer in JSON.
        public static func json(_ text: String, status: Int = 200) -> Answer {
            Answer(status: status, headers: [.contentType: "application/json"], chunks: [Data(text.utf8)])
        }

        /// An answer in plain text.
        public static func text(_ text: String, status: Int = 200) -> Answer {
            Answer(status: status, headers: [.contentType: "text/plain"], chunks: [Data(text.utf8)])
        }

        /// An answer without a body.
        public static func status(_ status: Int, headers: HTTPFields = [:]) -> Answer {
            Answer(status: status, headers: headers)
        }

        /// An answer that leads elsewhere.
        public static func redirect(_ status: Int = 302, to location: String) -> Answer {
            Answer(status: status, headers: [.location: location])
        }
    }

    private let requestLog = Lock<[TransportRequest]>([])
    private let respond: @Sendable (TransportRequest) async throws(FetchError) -> Answer

    /// Makes a stub.
    ///
    /// - Parameter respond: Answers a request; it may wait at a ``Gate``, and throw what a transport throws.
    public init(_ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> Answer) {
        self.respond = respond
    }

    /// The requests that were sent, in order.
    public var requests: [TransportRequest] { requestLog.withLock { $0 } }

    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        requestLog.withLock { $0.append(request) }
        let answer = try await respond(request)
        if Task.isCancelled { throw .cancelled }
        return TransportResponse(head: answer.head, body: Body(answer))
    }

    private final class Body: TransportBody {
        private struct State {
            var chunks: ArraySlice<Data>
            /// What the body ends with, instead of its end.
            var failure: FetchError?
            var isAtItsEnd = false
        }

        private let state: Lock<State>

        init(_ answer: Answer) {
            state = Lock(State(chunks: answer.chunks[...], failure: answer.failure))
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
