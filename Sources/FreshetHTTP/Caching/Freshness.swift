package import Foundation
import HTTPTypes

/// The freshness lifetime and the age of a stored response (RFC 9111 §4.2).
package struct Freshness: Sendable, Hashable {
    /// The field or rule from which a lifetime is derived.
    private enum Rule: Hashable {
        case maxAge(Duration)
        case expires(after: Duration)
        case wrongExpires
        case unchanged(for: Duration, lifetime: Duration)
        case caller(Duration)
        case none(status: Int)
    }

    /// The time for which the response is fresh, counted from its creation.
    package private(set) var lifetime: Duration
    private var rule: Rule
    /// The time since the server made or last confirmed the response.
    package var age: Duration
    /// Whether the response was stored after the current time. The clock has then been set back, so
    /// the age of the response is unknown.
    package var isFromTheFuture: Bool

    package var isFresh: Bool { age < lifetime && !isFromTheFuture }

    /// The time since the response became stale; zero or negative while it is fresh.
    package var staleness: Duration { isFromTheFuture ? max(.zero, age - lifetime) : age - lifetime }

    /// The field or rule from which the lifetime is derived, as text.
    package var source: String {
        switch rule {
        case .maxAge(let lifetime): "max-age=\(lifetime.components.seconds)"
        case .expires(let lifetime): "Expires after \(lifetime.inSeconds)"
        case .wrongExpires: "an Expires that isn't a date"
        case .unchanged(let time, let lifetime): "unchanged for \(time.inSeconds), so fresh for \(lifetime.inSeconds)"
        case .caller(let lifetime): "the caller's lifetime of \(lifetime.inSeconds)"
        case .none(let status):
            Self.isHeuristicallyCacheable(status) ? "no lifetime" : "status \(status) without a lifetime"
        }
    }

    /// The lifetime and the age as text, such as `max-age=60, age 12 s`.
    package var text: String {
        isFromTheFuture ? "\(source), stored later than the clock says it is" : "\(source), age \(age.inSeconds)"
    }

    package init(of stored: StoredResponse, now: Date, rules: CacheRules) {
        self.init(of: stored, stored.directives, now: now, rules: rules)
    }

    /// Computes the freshness from directives that have already been parsed.
    init(of stored: StoredResponse, _ directives: ResponseDirectives, now: Date, rules: CacheRules) {
        // Clocks are corrected by small amounts all the time.
        isFromTheFuture = now.timeIntervalSince(stored.responseTime) < -60
        age = Self.age(of: stored, now: now)
        (lifetime, rule) = Self.lifetime(of: stored, directives, rules: rules)
    }

    /// Returns the freshness with a lifetime that the caller chose.
    func replacingLifetime(with lifetime: Duration) -> Freshness {
        var new = self
        new.lifetime = lifetime
        new.rule = .caller(lifetime)
        return new
    }

    /// Returns the time since a response was made or last confirmed by the server (RFC 9111 §4.2.3).
    package static func age(of stored: StoredResponse, now: Date) -> Duration {
        stored.initialAge + .seconds(max(0, now.timeIntervalSince(stored.responseTime)))
    }

    /// Returns the time for which the response is fresh, with the rule that determines it (RFC 9111
    /// §4.2.1 and §4.2.2).
    private static func lifetime(
        of stored: StoredResponse, _ directives: ResponseDirectives, rules: CacheRules
    ) -> (Duration, Rule) {
        if let maxAge = directives.maxAge { return (maxAge, .maxAge(maxAge)) }
        let date = stored.date ?? stored.responseTime
        if let expires = stored.headers.value(of: .expires) {
            guard let expires = HTTPDate.date(from: expires, now: stored.responseTime) else {
                // RFC 9111 §5.3: an invalid date, such as the common `0` and `-1`, means that the
                // response has already expired.
                return (.zero, .wrongExpires)
            }
            let lifetime = Duration.seconds(max(0, expires.timeIntervalSince(date)))
            return (lifetime, .expires(after: lifetime))
        }
        guard Self.isHeuristicallyCacheable(stored.status) || directives.allowsStoring,
            let modified = stored.headers[.lastModified].flatMap({ HTTPDate.date(from: $0, now: stored.responseTime) })
        else { return (.zero, .none(status: stored.status)) }
        let unchanged = Duration.seconds(max(0, date.timeIntervalSince(modified)))
        let lifetime = min(unchanged * rules.heuristicShare, rules.heuristicLimit)
        return (lifetime, .unchanged(for: unchanged, lifetime: lifetime))
    }

    /// Whether responses with a status may be stored without explicit permission (RFC 9110 §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }
}

extension Duration {
    /// The duration in whole seconds, as text.
    var inSeconds: String { "\(components.seconds) s" }
}
