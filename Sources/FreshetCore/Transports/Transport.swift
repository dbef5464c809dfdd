public import Foundation
public import HTTPTypes

/// Carries one exchange: a request out, its answer back.
///
/// A transport follows no redirects, keeps no cookies, caches nothing and repeats nothing: the client
/// does, by the same rules on every platform. To make your own, wrap one and change what passes:
///
/// ```swift
/// struct Stamping: Transport {
///     let base: any Transport
///     func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
///         var request = request
///         request.head.headerFields[.init("X-Stamp")!] = "1"
///         return try await base.send(request)
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends a request and returns when the head of the final answer is there.
    ///
    /// Cancelling the task closes the exchange on the wire and makes the call throw
    /// ``FetchError/cancelled``, also while the body of the request is being sent. Interim answers (1xx)
    /// are swallowed; a transport limits how many.
    ///
    /// - Throws: A ``FetchError`` of one of the kinds of the network; the client adds which call it was.
    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse
}

/// What a transport sends.
public struct TransportRequest: Sendable {
    /// The bytes of a request.
    public enum Body: Sendable {
        case bytes(Data)
        /// A file to be sent without loading it.
        case file(URL)
        /// Chunks, to be taken one by one as the connection can carry them; `length` is the sum when known.
        case stream(length: Int?, AsyncThrowingStream<Data, any Error>)
    }

    /// The method, scheme, authority, path and fields, complete and encoded.
    public var head: HTTPRequest
    public var body: Body?

    public init(head: HTTPRequest, body: Body? = nil) {
        self.head = head
        self.body = body
    }
}

/// The head of an answer, and the way to its body.
public struct TransportResponse: Sendable {
    /// The status and fields. `Content-Encoding` and its length are gone when the transport decoded the body.
    public var head: HTTPResponse
    public var body: any TransportBody

    public init(head: HTTPResponse, body: any TransportBody) {
        self.head = head
        self.body = body
    }
}

/// The body of an answer, read chunk by chunk by one reader.
///
/// The exchange goes on only as fast as chunks are taken. Releasing the body without reading it to its end closes
/// the exchange.
public protocol TransportBody: AnyObject, Sendable {
    /// Returns the next chunk of the decoded body, or `nil` at its end.
    ///
    /// Cancelling the task closes the exchange and makes the call throw ``FetchError/cancelled``.
    func next() async throws(FetchError) -> Data?

    /// Closes the exchange now; does nothing after the end.
    ///
    /// May be called at any time and from anywhere. A `next()` that is under way, and each later one, throws
    /// ``FetchError/cancelled``.
    func cancel()
}
