/// A limit for the requests of a client to each host, per second and at the same time.
///
/// It combines a token bucket and a number of permits: after a pause, `burst` requests may be sent
/// at once, later ones at a rate of `callsPerSecond`, and never more than `callsAtOnce` are in
/// flight at the same time. Requests are admitted in order. The wait counts towards the timeout of
/// the call, and ends when the call is cancelled. A stream of chunks or a download holds its permit
/// until its body has been read or released. A stream of events, lines or values returns its permit
/// when the head of the response arrives.
///
/// A client has no limit by default, since only the operator of a host knows its limits. With
/// `followsServer`, a client learns them from responses:
///
/// ```swift
/// configuration.rateLimit = RateLimit(followsServer: true)
/// ```
public struct RateLimit: Sendable, Hashable {
    /// The number of requests per second; `nil` for no limit.
    public var callsPerSecond: Double?
    /// The number of requests that may be sent at once after a pause: 1 by default. The minimum is
    /// 1.
    public var burst: Int
    /// The maximum number of exchanges at the same time, each counted from its request to the end
    /// of the response body; `nil` for no limit.
    public var callsAtOnce: Int?
    /// The maximum number of waiting requests per host: 1,000 by default. Any further request fails
    /// with ``FetchError/Kind-swift.enum/tooManyCalls(limit:)``.
    public var waiters: Int
    /// Whether requests also obey the limits that the server reports: `false` by default.
    ///
    /// They are read from `RateLimit` and `RateLimit-Policy`
    /// (draft-ietf-httpapi-ratelimit-headers-10), whatever the status of the response. If `r`
    /// requests remain, at most `r` are sent until the reset. The reset is `t` seconds after the
    /// response was received; if `t` is missing, the window of the policy is used. Requests in
    /// flight count towards `r`. The requests aren't spread over time, so a client that needs only
    /// a few doesn't have to wait. If none remained at the reset, one request is sent once all
    /// earlier ones have their responses, and the others follow when its response reports the new
    /// quota.
    ///
    /// The wait for a reset lasts at most one hour; then one request is sent. If the server reports
    /// several limits, the strictest one applies to all requests to the origin. Malformed members
    /// and fields are ignored.
    public var followsServer: Bool

    /// Makes a limit. Numbers too small to admit any request are raised to the smallest number that
    /// does.
    public init(
        callsPerSecond: Double? = nil, burst: Int = 1, callsAtOnce: Int? = nil, waiters: Int = 1000,
        followsServer: Bool = false
    ) {
        self.callsPerSecond = callsPerSecond
        self.burst = burst
        self.callsAtOnce = callsAtOnce
        self.waiters = waiters
        self.followsServer = followsServer
    }

    /// The time between two requests at the full rate; `nil` without a limit.
    var interval: Duration? {
        // `1 / 0` is infinite, which no `Duration` can hold. A rate of zero admits one request per
        // day, so a misconfigured client is slow rather than stuck without a reason.
        guard let callsPerSecond, callsPerSecond > 0 else { return callsPerSecond == nil ? nil : .seconds(86_400) }
        return .seconds(min(1 / callsPerSecond, 86_400))
    }
}
