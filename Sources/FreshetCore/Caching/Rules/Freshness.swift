package import Foundation
import HTTPTypes

/// How long an answer is fresh, how old it is, and which field says so (RFC 9111 §4.2).
package struct Freshness: Sendable, Hashable {
    /// How long the answer is fresh, counted from its creation.
    package var lifetime: Duration
    /// What gives the lifetime, in words.
    package var source: String
    /// The time since the answer was made or last confirmed by the server.
    package var age: Duration
    /// Whether the answer was stored later than now: the device's clock was set back, so that no age can be trusted.
    package var isFromTheFuture: Bool

    package var isFresh: Bool { age < lifetime && !isFromTheFuture }

    /// How long ago the answer became stale; not positive while it is fresh.
    package var staleness: Duration { isFromTheFuture ? max(.zero, age - lifetime) : age - lifetime }

    /// The facts in words, as `max-age=60, age 12 s`.
    package var text: String {
        isFromTheFuture ? "\(source), stored later than the clock says it is" : "\(source), age \(age.inSeconds)"
    }

    package init(of stored: StoredResponse, now: Date, rules: CacheRules) {
        self.init(of: stored, stored.directives, now: now, rules: rules)
    }

    /// Judges by directives that were read already.
    init(of stored: StoredResponse, _ directives: ResponseDirectives, now: Date, rules: CacheRules) {
        // Clocks are corrected by moments all the time.
        isFromTheFuture = now.timeIntervalSince(stored.responseTime) < -60
        age = Self.age(of: stored, now: now)
        (lifetime, source) = Self.lifetime(of: stored, directives, rules: rules)
    }

    /// Returns the time since an answer was made or last confirmed by the server (RFC 9111 §4.2.3).
    package static func age(of stored: StoredResponse, now: Date) -> Duration {
        stored.initialAge + .seconds(max(0, now.timeIntervalSince(stored.responseTime)))
    }

    /// How long the answer is fresh (RFC 9111 §4.2.1 and §4.2.2).
    private static func lifetime(
        of stored: StoredResponse, _ directives: ResponseDirectives, rules: CacheRules
    ) -> (Duration, String) {
        if let maxAge = directives.maxAge { return (maxAge, "max-age=\(maxAge.components.seconds)") }
        let date = stored.date ?? stored.responseTime
        if let expires = stored.headers.value(of: .expires) {
            guard let expires = HTTPDate.date(from: expires, now: stored.responseTime) else {
                return (.zero, "an Expires that is no date")
            }
            let lifetime = Duration.seconds(max(0, expires.timeIntervalSince(date)))
            return (lifetime, "Expires after \(lifetime.inSeconds)")
        }
        guard Self.isHeuristicallyCacheable(stored.status) || directives.allowsStoring else {
            return (.zero, "status \(stored.status) without a lifetime")
        }
        guard
            let modified = stored.headers[.lastModified].flatMap({
                HTTPDate.date(from: $0, now: stored.responseTime)
            })
        else { return (.zero, "no lifetime") }
        let unchanged = Duration.seconds(max(0, date.timeIntervalSince(modified)))
        let lifetime = min(unchanged * rules.heuristicShare, rules.heuristicLimit)
        return (lifetime, "unchanged for \(unchanged.inSeconds), so fresh for \(lifetime.inSeconds)")
    }

    /// The statuses whose answers may be kept without being told so (RFC 9110 §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }
}

extension Duration {
    /// A time in words, in whole seconds.
    var inSeconds: String { "\(components.seconds) s" }
}
