public import Foundation
import Freshet

/// Reads dates in the forms that feeds use.
///
/// It reads RFC 822 and RFC 5322 with two-digit years, without seconds, with names of zones and with a wrong weekday;
/// RFC 3339, W3CDTF and the usual forms of ISO 8601; the form of `asctime`; names of months in several languages; and
/// seconds since 1970. A date without a zone is in UTC.
public enum FeedDate {
    /// The length of the longest text that is read, in bytes.
    private static let longest = 100

    /// Returns the date in a text; `nil` if it contains none.
    public static func date(from text: String) -> Date? {
        let trimmed = text.trimmingWhitespace
        guard !trimmed.isEmpty, trimmed.utf8.count <= longest else { return nil }
        let digits = trimmed.utf8.prefix { $0.isDigit }.count
        if digits == trimmed.utf8.count { return dateOfDigits(trimmed) }
        if digits == 4, let date = dateWithYearFirst(trimmed) { return date }
        return DateParts(trimmed)?.date
    }

    /// Reads a text of digits alone: a year, a day without separators, or the time since 1970 in seconds or
    /// milliseconds.
    private static func dateOfDigits(_ text: String) -> Date? {
        guard let number = Int(text) else { return nil }
        switch text.utf8.count {
        case 4: return InternetDate.date(from: "\(text)-01-01")
        case 8:
            let month = text.dropFirst(4).prefix(2)
            return InternetDate.date(from: "\(text.prefix(4))-\(month)-\(text.suffix(2))")
        case 9, 10: return Date(timeIntervalSince1970: Double(number))
        case 12, 13: return Date(timeIntervalSince1970: Double(number) / 1000)
        default: return nil
        }
    }

    private static func dateWithYearFirst(_ text: String) -> Date? {
        let text = text.replacing("/", with: "-").replacing(": ", with: ":")
        if let date = InternetDate.date(from: text) { return date }
        if text.utf8.count == 7 { return InternetDate.date(from: text + "-01") }
        // A zone after a space: `2026-03-01 12:30:45 +0100`, `2026-03-01T12:30:45 EST`.
        guard let space = text.lastIndex(of: " "), let seconds = DateZone.seconds(text[space...].dropFirst()),
            let date = InternetDate.date(from: String(text[..<space]).trimmingWhitespace)
        else { return nil }
        return date.addingTimeInterval(-Double(seconds))
    }
}

extension String {
    /// The text without white space and control characters at both ends.
    var trimmingWhitespace: String {
        let scalars = unicodeScalars
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 || scalar.properties.isWhitespace }
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The text without surrounding white space; `nil` if it is blank.
    var nonBlank: String? {
        let text = trimmingWhitespace
        return text.isEmpty ? nil : text
    }
}

extension UInt8 {
    var isDigit: Bool { self &- 0x30 < 10 }
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// Whether the byte is white space of XML.
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }
    /// The lower-case letter of a letter of ASCII.
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
