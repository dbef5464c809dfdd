public import Foundation
public import HTTPTypes

/// A response on its way from the transport to the call, as interceptors see it.
///
/// An interceptor that responds without the server makes one itself:
///
/// ```swift
/// guard request.path == "/v1/features" else { return try await next(request) }
/// return IncomingResponse(headers: [.contentType: "application/json"], body: Data(#"["search"]"#.utf8))
/// ```
public struct IncomingResponse: Sendable {
    /// The bytes of a response.
    public enum Body: Sendable {
        /// All bytes. The exchange no longer holds any resources.
        case complete(Data)
        /// A body that is read chunk by chunk, for a stream or a download whose response succeeded.
        case stream(any TransportBody)
    }

    private var box: Box<Content>

    /// The status and fields of the response.
    public var head: HTTPResponse {
        get { box.value.head }
        set { own().value.head = newValue }
    }

    /// The body, with any content coding decoded.
    ///
    /// Setting it detaches the response from its stored copy and from values that were decoded before.
    public var body: Body {
        get { box.value.body }
        set {
            let content = own()
            content.value.body = newValue
            content.value.storedID = nil
            content.value.decodings = nil
        }
    }

    /// Whether the response comes from the server, the cache or an interceptor.
    public internal(set) var source: ResponseSource {
        get { box.value.source }
        set { own().value.source = newValue }
    }

    /// Whether the body was truncated, as happens for refused responses (``Limits/errorBodyBytes``).
    ///
    /// A truncated body is never stored.
    public internal(set) var isTruncated: Bool {
        get { box.value.isTruncated }
        set { own().value.isTruncated = newValue }
    }

    /// The number of requests passed to the transport until this response was received.
    public internal(set) var attempts: Int {
        get { box.value.attempts }
        set { own().value.attempts = newValue }
    }

    /// The interim (1xx) responses received before the head, in order.
    ///
    /// Around the call, those received before redirects are included.
    public internal(set) var interim: [InterimResponse] {
        get { box.value.interim }
        set { own().value.interim = newValue }
    }

    /// The redirects that were followed, in order.
    public internal(set) var redirects: [Redirection] {
        get { box.value.redirects }
        set { own().value.redirects = newValue }
    }

    /// The time from sending the request to receiving the head; `nil` if nothing was sent.
    public internal(set) var timeToHead: Duration? {
        get { box.value.timeToHead }
        set { own().value.timeToHead = newValue }
    }

    /// The time at which the head was received, according to the client's time source.
    var headTime: Duration? {
        get { box.value.headTime }
        set { own().value.headTime = newValue }
    }

    /// The address of the response.
    var url: ResponseURL? {
        get { box.value.url }
        set { own().value.url = newValue }
    }

    /// The final request after redirects; `nil` if none was followed.
    var redirectedRequest: FetchError.Request? {
        get { box.value.redirectedRequest }
        set { own().value.redirectedRequest = newValue }
    }

    /// The stored response with the same complete body (``CacheEntry/id``).
    var storedID: UUID? {
        get { box.value.storedID }
        set { own().value.storedID = newValue }
    }

    /// The decoded values that the callers of a shared response share.
    var decodings: SharedDecodings? {
        get { box.value.decodings }
        set { own().value.decodings = newValue }
    }

    /// Whether its head was already reported.
    var isHeadReported: Bool {
        get { box.value.isHeadReported }
        set { own().value.isHeadReported = newValue }
    }

    /// The fields with which the request was sent; `nil` if nothing was sent.
    var sentFields: HTTPFields? {
        get { box.value.sentFields }
        set { own().value.sentFields = newValue }
    }

    /// The note that was set for a key; `nil` if there is none.
    public subscript<Key: NoteKey>(_ key: Key.Type) -> Key.Note? {
        get { box.value.notes[key, as: Key.Note.self] }
        set { own().value.notes[key, as: Key.Note.self] = newValue }
    }

    /// Makes a response for an interceptor that responds without the server.
    public init(head: HTTPResponse, body: Body = .complete(Data())) {
        self.init(head: head, body: body, source: .interceptor)
    }

    /// Makes a response with a complete body.
    public init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Data = Data()) {
        self.init(head: HTTPResponse(status: status, headerFields: headers), body: .complete(body))
    }

    init(head: HTTPResponse, body: Body, source: ResponseSource) {
        box = Box(Content(head: head, body: body, source: source))
    }

    /// Returns the content to change, after copying it if another response shares it.
    private mutating func own() -> Box<Content> {
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return box
    }

    /// The bytes of a complete body; `nil` for a stream.
    public var data: Data? {
        if case .complete(let data) = body { data } else { nil }
    }

    /// Sets the address of a response that has none yet.
    mutating func complete(with url: @autoclosure () -> ResponseURL) {
        if box.value.url == nil { own().value.url = url() }
    }

    /// Closes the exchange of a response that isn't returned. Does nothing for a complete body.
    public func close() {
        if case .stream(let body) = body { body.cancel() }
    }
}

extension IncomingResponse {
    /// The content of a response, which is held on the heap.
    private struct Content {
        var head: HTTPResponse
        var body: Body
        var source: ResponseSource
        var isTruncated: Bool = false
        var attempts: Int = 0
        var interim: [InterimResponse] = []
        var redirects: [Redirection] = []
        var timeToHead: Duration?
        var headTime: Duration?
        var url: ResponseURL?
        var redirectedRequest: FetchError.Request?
        var storedID: UUID?
        var decodings: SharedDecodings?
        var isHeadReported: Bool = false
        var sentFields: HTTPFields?
        var notes = KeyedValues()
    }
}

extension Result where Success == IncomingResponse, Failure == FetchError {
    /// Closes the exchange of a response that the caller doesn't use.
    func close() {
        if case .success(let response) = self { response.close() }
    }
}
