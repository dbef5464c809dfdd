package import Foundation

/// Whether a stale answer may stand in for one that did not come.
package enum StaleFallback {
    /// Why no answer came.
    package enum Failure: Sendable, Hashable {
        /// No connection came about.
        case disconnected
        /// The connection broke, or the server said 500, 502, 503 or 504.
        case error
    }

    /// Returns why the stored answer may be served, in words; `nil` when it may not.
    ///
    /// After an error the answer or the request must allow it (`stale-if-error`, RFC 5861 §4). Without a connection it is
    /// allowed unless the answer forbids it (RFC 9111 §4.2.4).
    package static func reason(
        for request: CacheRequest, stored: StoredResponse, failure: Failure, now: Date, rules: CacheRules
    ) -> String? {
        // A failure can't stand in for another one.
        guard stored.status < 400 else { return nil }
        var freshness = Freshness(of: stored, now: now, rules: rules)
        let asked = request.directives
        let told = stored.directives
        switch request.policy {
        case .reload, .revalidate, .cacheElseLoad, .cacheOnly, .bypass:
            return nil
        case .lifetime(let lifetime):
            // The caller has set aside what the answer says of itself.
            freshness.lifetime = lifetime
        case .automatic:
            if asked.noCache || told.noCache || told.mustRevalidate { return nil }
        }
        let staleness = freshness.staleness
        if let window = [asked.staleIfError, told.staleIfError].compactMap(\.self).max(), staleness <= window {
            return "stale-if-error=\(window.components.seconds), \(freshness.text)"
        }
        // Who names the oldest answer he wants, or how fresh it has to stay, wants no stale one.
        let wantsFresh = asked.minFresh != nil || asked.maxAge != nil && asked.maxStale == nil
        guard failure == .disconnected, !wantsFresh, rules.disconnectedLimit > .zero,
            staleness <= rules.disconnectedLimit
        else { return nil }
        return "no connection, \(freshness.text)"
    }
}
