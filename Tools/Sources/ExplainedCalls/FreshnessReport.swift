import Foundation
import Freshet

/// The freshness of a response, with the arithmetic (RFC 9111 §4.2).
public struct FreshnessReport: Sendable, Hashable, Codable {
    /// The time since the server made or confirmed the response, in seconds.
    public var age: Int
    /// The time for which the response is fresh, in seconds; `nil` if it has none.
    public var lifetime: Int?
    /// The field or rule from which the lifetime follows.
    public var rule: String

    /// - Parameters:
    ///   - fields: The fields of the response.
    ///   - age: The age according to the cache; `nil` for a response from the network.
    ///   - rules: The rules of the cache.
    init(_ fields: HTTPFields, age: Duration?, rules: CacheRules = CacheRules()) {
        self.age = age.map { Int($0.components.seconds) } ?? fields[.age].flatMap { Int($0) } ?? 0
        let directives = (fields[.cacheControl] ?? "").lowercased().split(separator: ",").map { directive in
            directive.filter { !$0.isWhitespace && $0 != "\"" }
        }
        if directives.contains("no-store") {
            rule = "no-store: it is never stored (§5.2.2.5)"
        } else if directives.contains("no-cache") {
            rule = "no-cache: the server confirms it before each use (§5.2.2.4)"
        } else if let text = directives.first(where: { $0.hasPrefix("max-age=") }) {
            lifetime = Int(text.dropFirst(8)) ?? 0
            rule = "\(text) (§5.2.2.1)"
        } else if let expires = fields[.expires] {
            let date = fields[.date].flatMap(Self.date) ?? Date()
            lifetime = Self.date(expires).map { max(0, Int($0.timeIntervalSince(date))) } ?? 0
            rule = "Expires minus Date (§5.3)"
        } else if let modified = fields[.lastModified].flatMap(Self.date), let date = fields[.date].flatMap(Self.date) {
            let unchanged = max(0, date.timeIntervalSince(modified))
            let limit = Double(rules.heuristicLimit.components.seconds)
            lifetime = Int(min(unchanged * rules.heuristicShare, limit))
            rule = "\(Int(rules.heuristicShare * 100)) % of the \(Int(unchanged)) s since Last-Modified (§4.2.2)"
        } else {
            rule = "no lifetime: neither max-age nor Expires nor Last-Modified (§4.2.1)"
        }
    }

    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }

    /// The arithmetic as a sentence.
    public var text: String {
        guard let lifetime else { return "Age \(age) s; \(rule)." }
        let rest = lifetime - age
        let result = rest > 0 ? "fresh for another \(rest) s" : rest < 0 ? "stale for \(-rest) s" : "stale"
        return
            "Age \(age) s, lifetime \(lifetime) s by \(rule): \(lifetime) s - \(age) s = \(rest) s, so it is \(result)."
    }
}
