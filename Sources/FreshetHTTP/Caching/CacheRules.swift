/// The caching rules that RFC 9111 leaves to a cache.
public struct CacheRules: Sendable, Hashable {
    /// The policy of requests whose own policy is ``CachePolicy/automatic``: by default, the rules
    /// of the protocol.
    ///
    /// An app that lets people read offline can set ``CachePolicy/cacheOnly`` for all its requests
    /// at once.
    public var policy = CachePolicy.automatic

    /// The lifetime of a response without its own lifetime, as a fraction of the time since its
    /// `Last-Modified`: 0.1 by default.
    public var heuristicShare: Double = 0.1

    /// The maximum lifetime that is estimated from `Last-Modified`: one day by default.
    public var heuristicLimit: Duration = .seconds(86_400)

    /// The maximum time for which a stale response is still served if the server can't be reached:
    /// 30 days by default.
    ///
    /// With zero, such calls fail as they do without a cache. Calls for a response with
    /// `must-revalidate` or `no-cache` always fail.
    public var disconnectedLimit: Duration = .seconds(30 * 86_400)

    /// The maximum size of a stored body: 8 MiB by default.
    public var bodyBytes: Int = 8 << 20

    /// Makes the default rules.
    public init() {}
}
