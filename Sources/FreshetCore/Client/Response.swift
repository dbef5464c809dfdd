public import HTTPTypes

/// A value together with the answer it came in.
public struct Response<Value: Sendable>: Sendable {
    public var value: Value
    /// The status and fields of the answer.
    public var head: HTTPResponse
    /// The address that answered, behind all redirects, with secrets replaced.
    public var url: String
    /// Whether the server or a cache gave the answer, and how old it is.
    public var source: ResponseSource
    public var metrics: CallMetrics

    public init(
        value: Value,
        head: HTTPResponse,
        url: String,
        source: ResponseSource = .network,
        metrics: CallMetrics = CallMetrics()
    ) {
        self.value = value
        self.head = head
        self.url = url
        self.source = source
        self.metrics = metrics
    }

    /// What the caches between the client and the origin say that they did, the one closest to the origin first.
    ///
    /// Of a response that comes out of the client's own cache, they said it when it came from the server.
    public var caches: [CacheStatus] { CacheStatus.list(in: head.headerFields) }

    /// Returns the same answer with another value.
    public func map<New: Sendable, Failure: Error>(
        _ transform: (Value) throws(Failure) -> New
    ) throws(Failure) -> Response<New> {
        Response<New>(value: try transform(value), head: head, url: url, source: source, metrics: metrics)
    }
}
