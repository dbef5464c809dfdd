public import Foundation
public import HTTPTypes

/// A response on its way from the transport to the call, as interceptors see it.
public struct IncomingResponse: Sendable {
    /// The bytes of a response.
    public enum Body: Sendable {
        /// All bytes; the exchange holds no resources any more.
        case complete(Data)
        /// A body that is read chunk by chunk: that of a successful response to a stream or a download.
        case stream(any TransportBody)
    }

    /// The status and fields.
    public var head: HTTPResponse

    /// The decoded body. Setting it detaches the response from its stored copy and from values decoded before.
    public var body: Body {
        didSet {
            storedID = nil
            decodings = nil
        }
    }

    /// Whether the server, a cache or an interceptor gave the response.
    public internal(set) var source: ResponseSource

    /// Whether the body was truncated, as those of refused responses are (``Limits/errorBodyBytes``).
    ///
    /// A truncated body is never stored.
    public internal(set) var isTruncated = false

    /// The number of requests that reached the transport until the response came.
    public internal(set) var attempts = 0

    /// The interim (1xx) responses that came before the head, in their order.
    public internal(set) var interim: [InterimResponse] = []

    /// The redirects that were followed, in their order.
    public internal(set) var redirects: [Redirection] = []

    /// The time from sending the request to the head of the response; `nil` for one that was not sent.
    public internal(set) var timeToHead: Duration?

    /// When the head came, by the client's source of time.
    var headTime: Duration?
    /// The address of the response.
    var url: ResponseURL?
    /// The final request after redirects; `nil` if none was followed.
    var redirectedRequest: FetchError.Request?
    /// The stored response with the same complete body (``CacheEntry/id``).
    var storedID: UUID?
    /// The decoded values that the callers of a shared response have in common.
    var decodings: SharedDecodings?
    /// Whether its head was reported already.
    var isHeadReported = false
    /// The secrets with which the request was sent.
    var secrets: [String] = []
    /// Whether the request was sent with the credentials or cookies of another account than the call began with.
    var isOfOtherIdentity = false
    /// Whether its cookies make another caller of who asked: signed in, or out.
    var changesIdentity = false
    /// The fields with which the request was sent; `nil` where none was.
    var sentFields: HTTPFields?

    /// Makes a response, for an interceptor that responds by itself.
    public init(head: HTTPResponse, body: Body = .complete(Data())) {
        self.head = head
        self.body = body
        source = .interceptor
    }

    /// Makes a response with a complete body.
    public init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Data = Data()) {
        self.init(head: HTTPResponse(status: status, headerFields: headers), body: .complete(body))
    }

    init(head: HTTPResponse, body: Body, source: ResponseSource) {
        self.head = head
        self.body = body
        self.source = source
    }

    /// The bytes of a complete body; `nil` for a stream.
    public var data: Data? {
        if case .complete(let data) = body { data } else { nil }
    }

    /// Closes the exchange of a response that is not returned. Does nothing for a complete body.
    public func close() {
        if case .stream(let body) = body { body.cancel() }
    }
}

extension Result where Success == IncomingResponse, Failure == FetchError {
    /// Closes the exchange of a response that the caller does not take.
    func close() {
        if case .success(let response) = self { response.close() }
    }
}
