package import HTTPTypes

/// The cache directives of a request (RFC 9111 §5.2.1, RFC 5861 §4).
package struct RequestDirectives: Sendable, Hashable {
    /// The greatest accepted age. A malformed value accepts no stored response.
    package var maxAge: Duration?
    /// How much longer a response must stay fresh.
    package var minFresh: Duration?
    /// How long ago a response may have become stale; without a number, any time.
    package var maxStale: Duration?
    package var staleIfError: Duration?
    /// How long ago a response may have become stale to be served while it is confirmed in the background.
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
