/// The measurements of a call.
public struct CallMetrics: Sendable, Hashable {
    /// The time from the start of the call to its end.
    public var duration: Duration = .zero
    /// The time from the start of the call to the head of its final response.
    public var timeToHead: Duration = .zero
    /// The number of bytes of the decoded body.
    public var bodyBytes = 0
    /// The number of requests that went to the transport: 1, and one for each redirect, each retry and each repetition
    /// on a fresh connection. Calls that share a request all report its number.
    public var attempts = 0
    /// The number of redirects that were followed.
    public var redirects = 0
    /// What the transport has measured of the last attempt; `nil` if nothing was sent, or it measures nothing.
    public var lastAttempt: AttemptMetrics?

    /// Makes metrics of zero.
    public init() {}
}
