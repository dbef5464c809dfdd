public import Foundation
public import HTTPTypes

/// Sends requests over the network and returns their responses.
///
/// A transport follows no redirects, stores no cookies, caches nothing and retries nothing: the client does, by the
/// same rules on every platform. To make your own, wrap another one:
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
    /// Sends a request and returns the head of its final response.
    ///
    /// Cancelling the task closes the exchange on the network and makes this method throw ``FetchError/cancelled``,
    /// even while the body of the request is being sent. A transport limits the number of interim responses (1xx), and
    /// reports them if it can (``TransportRequest/onInterim``, ``TransportResponse/interim``).
    ///
    /// - Throws: A ``FetchError`` of one of the network's kinds; the client adds the request.
    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse
}

/// A transport whose `send` ends soon after its task is cancelled.
///
/// A call runs transports of other types in a task of their own, so that it can end without them.
public protocol CancellableTransport: Transport {}

/// A transport that knows the fields which it adds to a request, for those that log what is sent.
package protocol FieldAddingTransport: Transport {
    /// Returns the fields that are added to a request, or replace its own.
    func addedFields(to request: TransportRequest) -> HTTPFields
}

/// A request as a transport sends it.
public struct TransportRequest: Sendable {
    /// The bytes of a request.
    public indirect enum Body: Sendable {
        /// The complete body, in memory.
        case bytes(Data)
        /// A file to be sent without loading it.
        case file(URL)
        /// Chunks, read one by one as the connection accepts them; `length` is their total size if known.
        case stream(length: Int?, AsyncThrowingStream<Data, any Error>)
    }

    /// The method, scheme, authority, path and fields, complete and encoded.
    public var head: HTTPRequest
    /// The body; `nil` for none.
    public var body: Body?
    /// Receives the number of bytes of the body that the connection has accepted since the last time, so that an upload
    /// that flows is not taken for idle.
    ///
    /// A transport calls it for every piece of a body, also with 0 while it prepares one. Called on no particular
    /// thread: return quickly.
    public var onSent: (@Sendable (_ bytes: Int) -> Void)?
    /// Whether the request must be sent on a fresh connection, since it repeats one whose reused connection was dead. A
    /// transport that does not choose its connections ignores it.
    public var needsFreshConnection = false
    /// Whether the request must be sent over HTTP/1.1, since it repeats one for which the server requires that (RFC
    /// 9113 §7). A transport that does not choose its protocol ignores it.
    public var needsHTTP1 = false
    /// Receives each interim (1xx) response but 100 when it comes, where the transport knows of them. Called on no
    /// particular thread: return quickly.
    public var onInterim: (@Sendable (HTTPResponse) -> Void)? {
        get { options[InterimReceiver.self] }
        set { options[InterimReceiver.self] = newValue }
    }
    /// Receives what the transport has measured of the exchange, once, when it has ended: before the body's `next()`
    /// returns its end, or throws. A transport that measures nothing ignores it. Called on no particular thread.
    public var onMetrics: (@Sendable (AttemptMetrics) -> Void)? {
        get { options[MetricsReceiver.self] }
        set { options[MetricsReceiver.self] = newValue }
    }
    /// Whether the body may be sent with the content coding gzip.
    ///
    /// A transport that can compress adds the field `Content-Encoding`, and counts in ``onSent`` the bytes that it
    /// sends. Others send the body as it is.
    public var isCompressed: Bool {
        get { options[Compressed.self] }
        set { options[Compressed.self] = newValue }
    }
    /// Whether the response may stay open for hours, as an event stream does.
    ///
    /// A transport that limits its connections to a host gives such an exchange one outside the limit, so that open
    /// streams never keep other requests waiting.
    public var isLongLived: Bool {
        get { options[LongLived.self] }
        set { options[LongLived.self] = newValue }
    }
    /// The options of the request, for those that a transport knows.
    public var options: RequestOptions
    /// What a client knows of the request; `nil` for one that was made without a client.
    var origin: OutgoingRequest.Origin?
    /// The secrets of the request that no name of a field or item shows to be one.
    package internal(set) var unnamedSecrets: [String] {
        get { options[UnnamedSecrets.self] }
        set { options[UnnamedSecrets.self] = newValue }
    }
    /// The names of the request's service whose values are secret.
    package var secretNames: SecretNames { origin?.secretNames ?? .standard }

    /// Makes a request.
    public init(head: HTTPRequest, body: Body? = nil, options: RequestOptions = RequestOptions()) {
        self.head = head
        self.body = body
        self.options = options
    }
}

enum Compressed: RequestOptionKey {
    static let defaultValue = false
    static let sharing = OptionSharing<Bool>.ifEqual
}

// What few requests have is among the options: every frame of an exchange under way holds a copy of the request.

private enum InterimReceiver: RequestOptionKey {
    static let defaultValue: (@Sendable (HTTPResponse) -> Void)? = nil
    static let sharing = OptionSharing<(@Sendable (HTTPResponse) -> Void)?>.never
}

private enum MetricsReceiver: RequestOptionKey {
    static let defaultValue: (@Sendable (AttemptMetrics) -> Void)? = nil
    static let sharing = OptionSharing<(@Sendable (AttemptMetrics) -> Void)?>.never
}

private enum UnnamedSecrets: RequestOptionKey {
    static let defaultValue: [String] = []
    static let sharing = OptionSharing<[String]>.ifEqual
}

/// Whether the response may stay open for hours: the request then holds no permit of ``RateLimit`` and has a connection
/// of its own.
package enum LongLived: RequestOptionKey {
    package static let defaultValue = false
    package static let sharing = OptionSharing<Bool>.ifEqual
}

extension TransportRequest.Body {
    /// The number of bytes; `nil` if it is not known.
    var length: Int? {
        switch self {
        case .bytes(let data): data.count
        case .file(let url): try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
        case .stream(let length, _): length
        }
    }
}

/// The head of a response, with a reader of its body.
public struct TransportResponse: Sendable {
    /// The status and fields, without `Content-Encoding` and `Content-Length` if the transport decoded the body.
    public var head: HTTPResponse
    /// The reader of the body.
    public var body: any TransportBody
    /// The interim (1xx) responses but 100 that came before the head, in their order.
    public var interim: [HTTPResponse]

    /// Makes a response.
    public init(head: HTTPResponse, body: any TransportBody, interim: [HTTPResponse] = []) {
        self.head = head
        self.body = body
        self.interim = interim
    }
}

/// The body of a response, read chunk by chunk by one reader.
///
/// The server sends only as fast as chunks are read. Releasing the body before its end closes the exchange.
public protocol TransportBody: AnyObject, Sendable {
    /// Returns the next chunk of the decoded body, or `nil` at its end.
    ///
    /// Cancelling the task closes the exchange.
    ///
    /// - Throws: ``FetchError/cancelled`` after a cancel, or the error that ended the body, such as
    ///   ``FetchError/Kind-swift.enum/connectionLost``.
    func next() async throws(FetchError) -> Data?

    /// Closes the exchange now; does nothing after the end.
    ///
    /// May be called at any time from any thread. A running `next()`, and each later one, throws
    /// ``FetchError/cancelled``.
    func cancel()
}
