/// The choices that RFC 9111 leaves to a cache.
public struct CacheRules: Sendable, Hashable {
    /// The policy of requests that leave theirs at ``CachePolicy/automatic``. By default, the rules of the protocol.
    ///
    /// An app that reads offline sets ``CachePolicy/cacheOnly``, for all its requests at once.
    public var policy = CachePolicy.automatic

    /// The lifetime of a response without one of its own, as a share of the time since its `Last-Modified`: a tenth.
    public var heuristicShare: Double = 0.1

    /// The longest lifetime that is estimated from `Last-Modified`: a day.
    public var heuristicLimit: Duration = .seconds(86_400)

    /// The longest time after which a stale response is still served when the server can't be reached: 30 days.
    ///
    /// Zero makes such calls fail, as they do without a cache. `must-revalidate` and `no-cache` always do.
    public var disconnectedLimit: Duration = .seconds(30 * 86_400)

    /// The largest body that is stored: 8 MiB.
    public var bodyBytes: Int = 8 << 20

    /// Makes the default rules.
    public init() {}
}
