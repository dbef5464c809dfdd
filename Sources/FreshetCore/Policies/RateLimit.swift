/// A limit for the requests of a client to one host, per second and at once.
///
/// It is a token bucket and a number of permits: after a pause `burst` requests may be sent at once, later ones at the
/// pace of `callsPerSecond`, and never more than `callsAtOnce` run at the same time. Requests are admitted in order. A
/// wait ends when the call is cancelled and counts towards its timeout. A stream of chunks or a download holds a permit
/// until it is read or released. Events, lines and values of a stream give theirs back with the head of the response.
///
/// A client has none by default: only the operator of a host knows its limits. With `followsServer` a client learns
/// them from responses:
///
/// ```swift
/// configuration.rateLimit = RateLimit(followsServer: true)
/// ```
public struct RateLimit: Sendable, Hashable {
    /// The number of requests per second; `nil` for no limit.
    public var callsPerSecond: Double?
    /// The number of requests that may be sent at once after a pause: 1 by default.
    public var burst: Int
    /// The most exchanges at once, each from its request to the end of its response's body; `nil` for no limit.
    public var callsAtOnce: Int?
    /// The most waiting requests, 1,000 by default. A further one fails with
    /// ``FetchError/Kind-swift.enum/tooManyCalls(limit:)``.
    public var waiters: Int
    /// Whether requests also keep to the limits that the server reports, `false` by default.
    ///
    /// They are read from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), whatever the
    /// status of the response. Where `r` requests remain, at most `r` are sent until the reset, which is `t` seconds
    /// after the receipt of the response, or the window of the policy where `t` is missing. Requests in flight count as
    /// part of `r`. They are not spread over the time: a client that needs few requests need not wait. After the
    /// reset, if none remained, one request is sent once all earlier ones have their responses, and the others follow
    /// when its response reports what remains.
    ///
    /// A wait for a reset lasts an hour at most; then one request is sent. Of several limits the strictest counts, for
    /// all requests to the origin. Malformed members and fields are ignored.
    public var followsServer: Bool

    /// Makes a limit. Numbers too small to ever admit a request are raised to the smallest that does.
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

    /// The time between two requests at full pace; `nil` without a limit.
    var interval: Duration? {
        guard let callsPerSecond, callsPerSecond > 0 else { return callsPerSecond == nil ? nil : .seconds(86_400) }
        return .seconds(min(1 / callsPerSecond, 86_400))
    }
}
