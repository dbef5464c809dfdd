/// The way in which a request uses the cache.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CachePolicy: Sendable, Hashable {
    /// The rules of RFC 9111 decide: a fresh response is served, a stale one is revalidated.
    case automatic
    /// A stored response is always revalidated, so that an unchanged body is not sent again.
    ///
    /// A fresh `immutable` response is served without that (RFC 8246), unless the request says `no-cache`.
    case revalidate
    /// Stored responses are not used. The new response is stored.
    case reload
    /// A stored response is served, however old. Without one, the request is sent.
    case cacheElseLoad
    /// A stored response is served, however old. Without one, the call fails with
    /// ``FetchError/Kind-swift.enum/notInCache(_:)``. Nothing is ever sent.
    case cacheOnly
    /// No stored response is used, and the response is not stored.
    ///
    /// Stored responses stay, except those that an unsafe method has made invalid. Intermediate caches are not
    /// bypassed; set `Cache-Control: no-store` for them.
    case bypass
    /// A response is fresh for this time, whatever its own fields say.
    ///
    /// For services that forbid caching without a reason. `no-store` is respected, and responses with a status from
    /// 400 on keep the lifetime of the protocol.
    case lifetime(Duration)
}
