/// How fast and how many at once a client sends its requests to one host.
///
/// A token bucket and a number of places: `burst` requests may go at once after a pause, later ones at the pace of
/// `callsPerSecond`, and never more than `callsAtOnce` are under way. Who comes first goes first; waiting ends with a
/// cancel and counts towards the call's limit of time. A stream holds its place until it is read or released.
///
/// A client has none unless told: what a host bears is known to who runs it.
public struct RateLimit: Sendable, Hashable {
    /// The pace at which requests go; `nil` for any.
    public var callsPerSecond: Double?
    /// How many requests may go at once after a pause: 1 unless told.
    public var burst: Int
    /// How many exchanges may be under way, from the request to the end of the answer's body; `nil` for any number.
    public var callsAtOnce: Int?
    /// How many may wait: 1,000 unless told. One more fails with ``FetchError/Kind-swift.enum/tooManyCalls(limit:)``.
    public var waiters: Int

    /// Makes a limit. Numbers below what lets a request go at all are taken as the least that does.
    public init(callsPerSecond: Double? = nil, burst: Int = 1, callsAtOnce: Int? = nil, waiters: Int = 1000) {
        self.callsPerSecond = callsPerSecond
        self.burst = burst
        self.callsAtOnce = callsAtOnce
        self.waiters = waiters
    }

    /// The time between two requests at full pace; `nil` for none.
    var interval: Duration? {
        guard let callsPerSecond, callsPerSecond > 0 else { return callsPerSecond == nil ? nil : .seconds(86_400) }
        return .seconds(min(1 / callsPerSecond, 86_400))
    }
}
