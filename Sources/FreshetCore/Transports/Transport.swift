public import Foundation
public import HTTPTypes

/// A transport, which sends requests over the network and returns their responses.
///
/// A transport doesn't follow redirects, store cookies, cache responses or retry requests: the
/// client does, by the same rules on every platform. To make your own transport, wrap another one:
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
    /// Cancelling the task closes the exchange on the network and makes this method throw
    /// ``FetchError/cancelled``, even while the body of the request is being sent. A transport
    /// limits the number of interim responses (1xx), and reports them if it can
    /// (``TransportRequest/onInterim``, ``TransportResponse/interim``).
    ///
    /// - Throws: A ``FetchError`` of a kind that concerns the network; the client adds the request
    ///   to it.
    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse
}

/// A transport whose `send` method ends soon after its task is cancelled.
///
/// A call runs any other transport in a separate task, so that the call can end before the
/// transport does.
public protocol CancellableTransport: Transport {}

/// A transport that knows which fields it adds to a request, so that logs can show what is sent.
package protocol FieldAddingTransport: Transport {
    /// Returns the fields that the transport adds to a request, or that replace the request's own.
    func addedFields(to request: TransportRequest) -> HTTPFields
}

/// A request as a transport sends it.
public struct TransportRequest: Sendable {
    /// The bytes of a request.
    public indirect enum Body: Sendable {
        /// The whole body, in memory.
        case bytes(Data)
        /// A file, which is sent without being loaded into memory.
        case file(URL)
        /// Chunks, which are read one by one as the connection accepts them; `length` is their
        /// total size in bytes, if known.
        case stream(length: Int?, AsyncThrowingStream<Data, any Error>)
    }

    /// The method, scheme, authority, path and fields, complete and encoded.
    public var head: HTTPRequest
    /// The body; `nil` for none.
    public var body: Body?
    /// Receives the number of body bytes that the connection has accepted since the last call, so
    /// that a running upload isn't mistaken for an idle one.
    ///
    /// A transport calls it for every piece of a body, and with 0 while it prepares one. It may be
    /// called on any thread, and must return quickly.
    public var onSent: (@Sendable (_ bytes: Int) -> Void)?
    /// Whether the request must be sent on a fresh connection, because it repeats a request whose
    /// reused connection was dead. A transport that doesn't choose its connections ignores it.
    public var needsFreshConnection = false
    /// Whether the request must be sent over HTTP/1.1, because it repeats a request for which the
    /// server requires that version (RFC 9113 §7). A transport that doesn't choose the protocol
    /// version ignores it.
    public var needsHTTP1 = false
    /// Receives each interim (1xx) response except 100 when it arrives, if the transport can see
    /// them. It may be called on any thread, and must return quickly.
    public var onInterim: (@Sendable (HTTPResponse) -> Void)? {
        get { options[InterimReceiver.self] }
        set { options[InterimReceiver.self] = newValue }
    }
    /// Receives the transport's measurements of the exchange, once, when the exchange has ended:
    /// before the body's `next()` returns `nil` or throws. A transport that takes no measurements
    /// ignores it. It may be called on any thread.
    public var onMetrics: (@Sendable (AttemptMetrics) -> Void)? {
        get { options[MetricsReceiver.self] }
        set { options[MetricsReceiver.self] = newValue }
    }
    /// Whether the body may be compressed with gzip.
    ///
    /// A transport that can compress adds the field `Content-Encoding`, and reports the number of
    /// compressed bytes to ``onSent``. Other transports send the body as it is.
    public var isCompressed: Bool {
        get { options[Compressed.self] }
        set { options[Compressed.self] = newValue }
    }
    /// Whether the response may stay open for hours, like an event stream.
    ///
    /// A transport that limits the number of connections to a host gives such an exchange a
    /// connection outside the limit, so that open streams don't keep other requests waiting.
    public var isLongLived: Bool {
        get { options[LongLived.self] }
        set { options[LongLived.self] = newValue }
    }
    /// The options of the request, from which a transport reads those that it knows.
    public var options: RequestOptions
    /// The facts that a client knows about the request; `nil` for a request that was made without a
    /// client.
    var origin: OutgoingRequest.Origin?
    /// The secrets of the request that aren't recognisable by the name of a field or query item.
    package internal(set) var unnamedSecrets: [String] {
        get { options[UnnamedSecrets.self] }
        set { options[UnnamedSecrets.self] = newValue }
    }
    /// The secret names of the request's service.
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

// Rarely used properties are options, because every frame of a running exchange contains a copy of
// the request.

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

/// The option with which the response may stay open for hours: the request then holds no permit of
/// a ``RateLimit``, and it has its own connection.
package enum LongLived: RequestOptionKey {
    package static let defaultValue = false
    package static let sharing = OptionSharing<Bool>.ifEqual
}

extension TransportRequest.Body {
    /// The number of bytes; `nil` if it isn't known.
    var length: Int? {
        switch self {
        case .bytes(let data): data.count
        case .file(let url): try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
        case .stream(let length, _): length
        }
    }
}

/// The head of a response, together with a reader of its body.
public struct TransportResponse: Sendable {
    /// The status and header fields. `Content-Encoding` and `Content-Length` are removed if the
    /// transport decodes the body.
    public var head: HTTPResponse
    /// The reader of the body.
    public var body: any TransportBody
    /// The interim (1xx) responses except 100 that were received before the head, in order.
    public var interim: [HTTPResponse]

    /// Makes a response.
    public init(head: HTTPResponse, body: any TransportBody, interim: [HTTPResponse] = []) {
        self.head = head
        self.body = body
        self.interim = interim
    }
}

/// The body of a response, which one reader reads chunk by chunk.
///
/// The server can send only as fast as chunks are read. Releasing the body before its end closes
/// the exchange.
public protocol TransportBody: AnyObject, Sendable {
    /// Returns the next chunk of the decoded body; `nil` at its end.
    ///
    /// Cancelling the task closes the exchange.
    ///
    /// - Throws: ``FetchError/cancelled`` after ``cancel()``, or the error that ended the body,
    ///   such as ``FetchError/Kind-swift.enum/connectionLost``.
    func next() async throws(FetchError) -> Data?

    /// Closes the exchange now; does nothing after the end.
    ///
    /// It may be called at any time on any thread. A running call of ``next()`` and all later ones
    /// throw ``FetchError/cancelled``.
    func cancel()
}
