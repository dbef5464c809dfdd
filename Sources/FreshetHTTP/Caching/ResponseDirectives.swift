package import HTTPTypes

/// The cache directives of a response that concern a private cache (RFC 9111 §5.2.2, RFC 5861, RFC
/// 8246).
///
/// `s-maxage`, `proxy-revalidate` and `private` apply to shared caches and don't restrict anything
/// here.
package struct ResponseDirectives: Sendable, Hashable {
    /// The time for which the response is fresh; a malformed value makes it stale at once (RFC 9111
    /// §4.2.1).
    package var maxAge: Duration?
    package var staleWhileRevalidate: Duration?
    package var staleIfError: Duration?
    /// Whether the server must confirm the response before every use.
    package var noCache: Bool
    package var noStore: Bool
    package var mustRevalidate: Bool
    package var mustUnderstand: Bool
    package var isImmutable: Bool
    /// Whether a directive explicitly allows storing.
    package var allowsStoring: Bool
    /// The names of the fields, in lowercase, that `no-cache` excludes from storage.
    package var fieldsNotStored: Set<String>

    package init(_ fields: HTTPFields) {
        let directives = CacheDirectives(fields)
        maxAge = directives.has("max-age") ? directives.seconds("max-age") ?? .zero : nil
        staleWhileRevalidate = directives.seconds("stale-while-revalidate")
        staleIfError = directives.seconds("stale-if-error")
        fieldsNotStored = directives.names("no-cache")
        noCache = directives.has("no-cache") && fieldsNotStored.isEmpty
        noStore = directives.has("no-store")
        mustRevalidate = directives.has("must-revalidate")
        mustUnderstand = directives.has("must-understand")
        isImmutable = directives.has("immutable")
        allowsStoring = directives.has("public") || directives.has("private")
    }
}
