package import HTTPTypes

/// The cache directives of a request (RFC 9111 §5.2.1, RFC 5861 §4).
package struct RequestDirectives: Sendable, Hashable {
    /// The maximum accepted age. With a malformed value, no stored response is accepted.
    package var maxAge: Duration?
    /// The time for which a response must still be fresh.
    package var minFresh: Duration?
    /// The maximum time since a response became stale; unlimited if the directive has no number.
    package var maxStale: Duration?
    package var staleIfError: Duration?
    /// The maximum time since a response became stale for which it is served while it is
    /// revalidated in the background.
    package var staleWhileRevalidate: Duration?
    package var noCache: Bool
    package var noStore: Bool
    package var onlyIfCached: Bool

    package init(_ fields: HTTPFields) {
        let directives = CacheDirectives(fields)
        maxAge = directives.has("max-age") ? directives.seconds("max-age") ?? .zero : nil
        minFresh = directives.seconds("min-fresh")
        maxStale = directives.argument("max-stale").map { DeltaSeconds.duration($0) ?? .zero }
        if directives.has("max-stale"), maxStale == nil { maxStale = DeltaSeconds.limit }
        staleIfError = directives.seconds("stale-if-error")
        staleWhileRevalidate = directives.seconds("stale-while-revalidate")
        // `Pragma` counts only without `Cache-Control` (RFC 9111 §5.4).
        let pragma =
            fields.value(of: .pragma)
            .map { FieldList.elements(of: $0).contains { $0.lowercased() == "no-cache" } } ?? false
        noCache = directives.has("no-cache") || directives.isEmpty && pragma
        noStore = directives.has("no-store")
        onlyIfCached = directives.has("only-if-cached")
    }
}

extension HTTPField.Name {
    static let pragma = Self("Pragma")!
}
