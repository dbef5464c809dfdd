/// The measurements of a call.
public struct CallMetrics: Sendable, Hashable {
    /// The time from the start of the call to its end.
    public var duration: Duration = .zero
    /// The time from the start of the call to the head of its final response.
    public var timeToHead: Duration = .zero
    /// The number of bytes of the decoded body.
    public var bodyBytes = 0
    /// The number of requests that were handed to the transport: one, plus one for each redirect,
    /// each retry and each repetition on a fresh connection; 0 for a response from the cache.
    ///
    /// Calls that share a request all report that request's number.
    public var attempts = 0
    /// The number of redirects that were followed.
    public var redirects = 0
    /// The transport's measurements of the last attempt; `nil` if nothing was sent, the transport
    /// takes no measurements, or the call has no observer.
    public var lastAttempt: AttemptMetrics?

    /// Makes metrics in which everything is zero.
    public init() {}
}
