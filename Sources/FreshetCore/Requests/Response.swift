package import Foundation
public import HTTPTypes

/// A value together with the response from which it was decoded.
///
/// ```swift
/// let response = try await news.response(for: .headlines)
/// show(response.value.articles)
/// if let served = response.head.headerFields[.date] { print("made by the server at", served) }
/// print(response.url, response.metrics.duration, response.metrics.attempts)
/// ```
public struct Response<Value: Sendable>: Sendable {
    /// The decoded value.
    public var value: Value
    /// The status and fields of the response.
    public var head: HTTPResponse
    /// The URL of the response, after all redirects. ``ResponseURL/text`` is the actual URL;
    /// printing the value itself hides secrets.
    public var url: ResponseURL
    /// The redirects that were followed, in order.
    public var redirects: [Redirection]
    /// The interim (1xx) responses that were received before this one, including those before
    /// redirects, in order. A cached response has none.
    public var interim: [InterimResponse] = []
    /// The source of the response: the server or the cache, with the age of a cached response.
    public var source: ResponseSource
    /// The metrics of the call.
    public var metrics: CallMetrics {
        get { boxedMetrics.value }
        set { boxedMetrics = Box(newValue) }
    }
    /// Boxed, because otherwise each frame that holds a response would contain them while it waits.
    private var boxedMetrics: Box<CallMetrics>
    /// The identifier of the stored response from which the value was decoded (``CacheEntry/id``);
    /// `nil` if there is none.
    package internal(set) var storedID: UUID?
    /// The time from sending the request to receiving the head of the response; `nil` if nothing
    /// was sent.
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

    /// The cache statuses that intermediate caches report, the one closest to the origin first.
    ///
    /// For a response from the client's own cache, they were reported when the response was
    /// received from the server.
    public var caches: [CacheStatus] { CacheStatus.list(in: head.headerFields) }

    /// Returns the same response with another value.
    ///
    /// - Throws: The error that `transform` throws.
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
