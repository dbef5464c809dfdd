package import Foundation

/// The rules by which a stale response is served instead of a failure.
package enum StaleFallback {
    /// The kind of failure.
    package enum Failure: Sendable, Hashable {
        /// No connection could be opened.
        case disconnected
        /// The connection broke, or the status is 500, 502, 503 or 504.
        case error
    }

    /// Returns the reason why the stored response may be served, as text; `nil` if it may not.
    ///
    /// After an error, the response or the request must allow it (`stale-if-error`, RFC 5861 §4).
    /// Without a connection, it is allowed unless the response forbids it (RFC 9111 §4.2.4).
    package static func reason(
        for request: CacheRequest, stored: StoredResponse, failure: Failure, now: Date, rules: CacheRules
    ) -> String? {
        // A stored failure is not served instead of another one.
        guard stored.status < 400 else { return nil }
        var freshness = Freshness(of: stored, now: now, rules: rules)
        let asked = request.directives
        let directives = stored.directives
        switch request.policy {
        case .reload, .revalidate, .cacheElseLoad, .cacheOnly, .bypass:
            return nil
        case .lifetime(let lifetime):
            freshness = freshness.replacingLifetime(with: lifetime)
        case .automatic:
            if asked.noCache || directives.noCache || directives.mustRevalidate { return nil }
        }
        let staleness = freshness.staleness
        if let window = [asked.staleIfError, directives.staleIfError].compactMap(\.self).max(), staleness <= window {
            return "stale-if-error=\(window.components.seconds), \(freshness.text)"
        }
        // A request with `max-age` or `min-fresh` accepts no stale response.
        let wantsFresh = asked.minFresh != nil || asked.maxAge != nil && asked.maxStale == nil
        guard failure == .disconnected, !wantsFresh, rules.disconnectedLimit > .zero,
            staleness <= rules.disconnectedLimit
        else { return nil }
        return "no connection, \(freshness.text)"
    }
}
