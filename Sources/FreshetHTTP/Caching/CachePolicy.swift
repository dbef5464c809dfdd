/// The way in which a request uses the cache.
///
/// The client's default is ``CacheRules/policy``; a request sets its own with
/// ``Request/caching(_:)``:
///
/// ```swift
/// let cached = try await news.value(for: .headlines.caching(.cacheElseLoad))
/// let reloaded = try await news.value(for: .headlines.caching(.reload))
/// let hourly = try await news.value(for: .search("tea").caching(.lifetime(.seconds(3600))))
/// ```
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CachePolicy: Sendable, Hashable {
    /// The rules of RFC 9111 apply: a fresh response is served, and a stale one is revalidated.
    case automatic
    /// A stored response is always revalidated, so that an unchanged body isn't sent again.
    ///
    /// A fresh `immutable` response is served without revalidation (RFC 8246), unless the request
    /// says `no-cache`.
    case revalidate
    /// Stored responses aren't used. The new response is stored.
    case reload
    /// A stored response is served, however old it is. If there is none, the request is sent.
    case cacheElseLoad
    /// A stored response is served, however old it is. If there is none, the call fails with
    /// ``FetchError/Kind-swift.enum/notInCache(_:)``. Nothing is ever sent.
    case cacheOnly
    /// Stored responses aren't used, and the response isn't stored.
    ///
    /// Stored responses are kept, except those that an unsafe method makes invalid. Intermediate
    /// caches aren't bypassed; set `Cache-Control: no-store` for them.
    case bypass
    /// A response is fresh for this time, whatever its own fields say.
    ///
    /// Use it for services that forbid caching without a reason. `no-store` is still respected, and
    /// the lifetime of a response with a status of 400 or more is still determined by its own
    /// fields.
    case lifetime(Duration)
}
