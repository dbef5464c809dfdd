/// Where the protocol leaves a choice to a cache, what is chosen.
public struct CacheRules: Sendable, Hashable {
    /// How requests use the cache that leave it ``CachePolicy/automatic``: as the protocol says, unless told.
    ///
    /// An app that reads offline sets ``CachePolicy/cacheOnly``, for all its requests at once.
    public var policy = CachePolicy.automatic

    /// The share of the time since `Last-Modified` for which an answer without a lifetime is fresh: a tenth.
    public var heuristicShare: Double = 0.1

    /// The longest lifetime that is guessed so: a day.
    public var heuristicLimit: Duration = .seconds(86_400)

    /// How long ago an answer may have become stale to be served while no connection comes about: 30 days.
    ///
    /// Zero makes such calls fail, as they do without a cache. `must-revalidate` and `no-cache` always do.
    public var disconnectedLimit: Duration = .seconds(30 * 86_400)

    /// The largest body that is kept: 8 MiB.
    public var bodyBytes: Int = 8 << 20

    public init() {}
}
