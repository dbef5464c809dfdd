package import Foundation
public import HTTPTypes

/// A value together with the response from which it was decoded.
public struct Response<Value: Sendable>: Sendable {
    /// The decoded value.
    public var value: Value
    /// The status and fields of the response.
    public var head: HTTPResponse
    /// The address of the response, after all redirects. ``ResponseURL/text`` is the true one; printing it shows no
    /// secret.
    public var url: ResponseURL
    /// The redirects that were followed, in their order.
    public var redirects: [Redirection]
    /// The interim (1xx) responses that came before this one and before the redirects to it, in their order. A cached
    /// response has none.
    public var interim: [InterimResponse] = []
    /// Whether the server or a cache gave the response, and how old it is.
    public var source: ResponseSource
    /// The metrics of the call.
    public var metrics: CallMetrics {
        get { boxedMetrics.value }
        set { boxedMetrics = Box(newValue) }
    }
    /// On the heap, or each frame that holds a response would have them while it waits.
    private var boxedMetrics: Box<CallMetrics>
    /// The stored response from which the value was decoded (``CacheEntry/id``); `nil` where there is none.
    package internal(set) var storedID: UUID?
    /// The time from sending the request to the head of the response; `nil` for one that was not sent.
    package internal(set) var timeToHead: Duration?

    /// Makes a response, for tests and previews.
    public init(
        value: Value,
        head: HTTPResponse,
        url: ResponseURL,
        redirects: [Redirection] = [],
        source: ResponseSource = .network,
        metrics: CallMetrics = CallMetrics()
    ) {
        self.value = value
        self.head = head
        self.url = url
        self.redirects = redirects
        self.source = source
        boxedMetrics = Box(metrics)
    }

    /// The statuses that intermediate caches report, the one closest to the origin first.
    ///
    /// For a response from the client's own cache, they reported it when it came from the server.
    public var caches: [CacheStatus] { CacheStatus.list(in: head.headerFields) }

    /// Returns the same response with another value.
    ///
    /// - Throws: What `transform` throws.
    public func map<New: Sendable, Failure: Error>(
        _ transform: (Value) throws(Failure) -> New
    ) throws(Failure) -> Response<New> {
        var new = Response<New>(
            value: try transform(value), head: head, url: url, redirects: redirects, source: source, metrics: metrics)
        new.interim = interim
        new.storedID = storedID
        new.timeToHead = timeToHead
        return new
    }
}
