/// How a request uses the cache.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CachePolicy: Sendable, Hashable {
    /// The protocol decides: what is fresh is served, what is stale is asked for anew (RFC 9111).
    case automatic
    /// The server is asked, and told what is stored, so that an unchanged answer need not travel again.
    ///
    /// An answer that calls itself `immutable` is served while it is fresh (RFC 8246).
    case revalidate
    /// The server is asked as if nothing were stored; the answer is stored.
    case reload
    /// What is stored is served, however old; only where nothing is, the server is asked.
    case cacheElseLoad
    /// What is stored is served, however old; where nothing is, the call fails with
    /// ``FetchError/Kind-swift.enum/notInCache(_:)``. Nothing is sent.
    case cacheOnly
    /// Nothing that is stored is used, and nothing of the response is stored.
    ///
    /// What is stored stays, but for what a method that is not safe has changed. Caches on the way are told nothing; set
    /// `Cache-Control: no-store` for them.
    case bypass
    /// An answer is fresh for as long as the caller says, whatever it says itself.
    ///
    /// For services that forbid caching to everybody without a reason. `no-store` is respected, and refusals (from status
    /// 400) are kept no longer than the protocol says.
    case lifetime(Duration)
}
