package import Foundation
package import HTTPTypes

/// The delay after which a server accepts a request again, read from its response.
package struct RetryAfter: Equatable {
    package var wait: Duration
    /// The header field that contains the delay.
    package var field: String

    /// Reads the delay from a refused response; `nil` if it has none.
    ///
    /// `Retry-After` (RFC 9110 §10.2.3) takes precedence. Without it, the fields of rate limits
    /// contain the time at which the limit resets: `RateLimit` in the forms of all its drafts, then
    /// the common `X-RateLimit-Reset`. These fields are used for a 429 (RFC 6585 §4) and if no
    /// requests remain. Malformed fields are ignored.
    ///
    /// - Parameter now: The current date, with which dates are compared if the response has no
    ///   `Date`.
    package init?(_ head: HTTPResponse, now: Date) {
        let fields = head.headerFields
        if let wait = Self.retryAfter(fields, now: now) {
            self.init(wait: wait, field: "Retry-After")
            return
        }
        let mustBeSpent = head.status != .tooManyRequests
        for read in [Self.combined, Self.separate, Self.common] {
            if let retryAfter = read(fields, mustBeSpent, now) {
                self = retryAfter
                return
            }
        }
        return nil
    }

    package init(wait: Duration, field: String) {
        self.wait = wait
        self.field = field
    }

    private static func retryAfter(_ fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields.first(.retryAfter) else { return nil }
        if let seconds = seconds(text) { return seconds }
        guard let date = HTTPDate.date(from: text, now: now) else { return nil }
        // The server's clock, if it sends its date: the two need not agree.
        let present = fields.first(.date).flatMap { HTTPDate.date(from: $0, now: now) } ?? now
        return .seconds(max(0, date.timeIntervalSince(present)))
    }

    /// `RateLimit: limit=10, remaining=0, reset=5` of earlier drafts, `RateLimit: "burst";r=0;t=5` of later ones.
    private static func combined(_ fields: HTTPFields, mustBeSpent: Bool, now: Date) -> RetryAfter? {
        guard let text = fields[.rateLimit] else { return nil }
        let isList = text.contains(";")
        let items = isList ? text.split(separator: ",").map(String.init) : [text]
        let waits = items.compactMap { item -> Duration? in
            let parameters = item.split { $0 == "," || $0 == ";" }.map { $0.filter { $0 != " " } }
            func value(_ names: [String]) -> String? {
                for name in names {
                    if let found = parameters.first(where: { $0.hasPrefix(name + "=") }) {
                        return String(found.dropFirst(name.count + 1))
                    }
                }
                return nil
            }
            let remaining = value(["r", "remaining"])
            guard remaining == "0" || remaining == nil && !mustBeSpent else { return nil }
            return value(["t", "reset"]).flatMap(seconds)
        }
        // Of several limits, the one that resets last counts.
        return waits.max().map { RetryAfter(wait: $0, field: "RateLimit") }
    }

    private static func separate(_ fields: HTTPFields, mustBeSpent: Bool, now: Date) -> RetryAfter? {
        let remaining = fields.first(.rateLimitRemaining)
        guard remaining == "0" || remaining == nil && !mustBeSpent else { return nil }
        return fields.first(.rateLimitReset).flatMap(seconds).map { RetryAfter(wait: $0, field: "RateLimit-Reset") }
    }

    /// The field that predates all drafts: seconds from now for some services, seconds since 1970 for others.
    private static func common(_ fields: HTTPFields, mustBeSpent: Bool, now: Date) -> RetryAfter? {
        let remaining = fields.first(.commonRemaining)
        guard remaining == "0" || remaining == nil && !mustBeSpent,
            let number = fields.first(.commonReset).flatMap(seconds).map({ $0 / .seconds(1) })
        else { return nil }
        let present = fields.first(.date).flatMap { HTTPDate.date(from: $0, now: now) } ?? now
        // Nothing in the field says which: services send seconds from now, seconds since 1970, or
        // milliseconds since then.
        let moment = number >= 1e11 ? number / 1000 : number
        let isMoment = moment >= 1e9
        let wait = isMoment ? max(0, moment - present.timeIntervalSince1970) : moment
        return RetryAfter(wait: .seconds(wait), field: "X-RateLimit-Reset")
    }

    /// Reads a whole number of seconds or milliseconds. A number with too many digits becomes a
    /// value far beyond any limit.
    private static func seconds(_ text: String) -> Duration? {
        text.isDecimal ? .seconds(min(Int64(text) ?? .max, 1 << 42)) : nil
    }
}

extension HTTPFields {
    /// The first value of a field, trimmed.
    fileprivate func first(_ name: HTTPField.Name) -> String? {
        self[values: name].first?.trimmingCharacters(in: .whitespaces)
    }
}

extension HTTPField.Name {
    fileprivate static let rateLimitReset = HTTPField.Name("RateLimit-Reset")!
    fileprivate static let rateLimitRemaining = HTTPField.Name("RateLimit-Remaining")!
    fileprivate static let commonReset = HTTPField.Name("X-RateLimit-Reset")!
    fileprivate static let commonRemaining = HTTPField.Name("X-RateLimit-Remaining")!
}
