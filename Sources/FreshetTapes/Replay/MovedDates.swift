import Foundation
import FreshetHTTP
import HTTPTypes

extension HTTPFields {
    /// Returns a response's fields with all dates that affect its age moved by the same time.
    /// Validators stay unchanged.
    func moved(by seconds: TimeInterval) -> HTTPFields {
        guard contains(where: { Self.isDated($0.name) }) else { return self }
        return HTTPFields(
            map { field in
                guard Self.isDated(field.name) else { return field }
                var field = field
                if field.name == .setCookie {
                    field.value = Self.movedCookie(field.value, seconds)
                } else if let date = Self.moved(field.value, seconds) {
                    field.value = date
                }
                return field
            })
    }

    private static func isDated(_ name: HTTPField.Name) -> Bool {
        name == .date || name == .expires || name == .retryAfter || name == .setCookie
    }

    /// Returns a moved date in whole seconds, or `nil` if the text isn't a date.
    private static func moved(_ text: String, _ seconds: TimeInterval) -> String? {
        HTTPDate.date(from: text, now: Date(timeIntervalSince1970: 0))
            .flatMap { HTTPDate.text(of: $0.addingTimeInterval(seconds.rounded())) }
    }

    private static func movedCookie(_ cookie: String, _ seconds: TimeInterval) -> String {
        cookie.split(separator: ";", omittingEmptySubsequences: false).map { attribute in
            let parts = attribute.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "expires",
                // Netscape's cookie format writes dates with hyphens.
                let date = moved(
                    parts[1].trimmingCharacters(in: .whitespaces).replacing(/(\d)-(\w{3})-(\d{4})/) {
                        "\($0.1) \($0.2) \($0.3)"
                    }, seconds),
                // A date in 1970 removes its cookie, so it must stay in the past.
                !parts[1].contains("1970")
            else { return String(attribute) }
            return "\(parts[0])=\(date)"
        }.joined(separator: ";")
    }
}
