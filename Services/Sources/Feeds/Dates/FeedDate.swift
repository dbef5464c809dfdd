public import Foundation
import Freshet

/// Reads dates in the formats that feeds use.
///
/// ```swift
/// let date = FeedDate.date(from: "Tue, 03 Mar 2026 12:30:45 GMT")
/// ```
///
/// It reads RFC 822 and RFC 5322, including two-digit years, missing seconds, zone names and wrong
/// weekdays; RFC 3339, W3CDTF and the common forms of ISO 8601; the format of `asctime`; month
/// names in several languages; purely numeric dates, if only one order of day and month is possible
/// or fits the weekday; and seconds since 1970. A date without a time zone, or with an unknown one,
/// is in UTC.
public enum FeedDate {
    /// The maximum length, in bytes, of a text that is read.
    private static let longest = 100

    /// Returns the date in a text, or `nil` if there is none.
    public static func date(from text: String) -> Date? {
        let trimmed = text.trimmingWhitespace
        guard !trimmed.isEmpty, trimmed.utf8.count <= longest else { return nil }
        if let date = usualDate(trimmed) { return date }
        let digits = trimmed.utf8.prefix { $0.isDigit }.count
        if digits == trimmed.utf8.count { return dateOfDigits(trimmed) }
        if digits == 8, let date = basicDate(trimmed) { return date }
        if digits == 4, let date = dateWithYearFirst(trimmed) { return date }
        return DateParts(trimmed)?.date
    }

    /// Reads `Tue, 03 Mar 2026 12:30:45 GMT`, the most common format, faster than the general
    /// method. Leap seconds are left to the general method.
    private static func usualDate(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 29, bytes.count <= 31, bytes[3] == UInt8(ascii: ","), bytes[19] == UInt8(ascii: ":"),
            bytes[23] < UInt8(ascii: "6"),
            [4, 7, 11, 16, 25].allSatisfy({ bytes[$0] == 0x20 })
        else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        guard let month = MonthNames.month(part(8..<11)[...]), let zone = DateZone(part(26..<bytes.count))
        else { return nil }
        let day = "\(part(12..<16))-\(month < 10 ? "0" : "")\(month)-\(part(5..<7))"
        return InternetDate.date(from: "\(day)T\(part(17..<25))Z").map(zone.date)
    }

    /// Reads a text that contains only digits: a year, a day without separators, or the time since
    /// 1970 in seconds or milliseconds.
    private static func dateOfDigits(_ text: String) -> Date? {
        guard let number = Int(text) else { return nil }
        switch text.utf8.count {
        case 4: return InternetDate.date(from: "\(text)-01-01")
        case 8:
            let month = text.dropFirst(4).prefix(2)
            return InternetDate.date(from: "\(text.prefix(4))-\(month)-\(text.suffix(2))")
        case 9, 10: return Date(timeIntervalSince1970: Double(number))
        case 14: return basicDate("\(text.prefix(8))T\(text.suffix(6))")
        case 12, 13: return Date(timeIntervalSince1970: Double(number) / 1000)
        default: return nil
        }
    }

    /// Reads the basic form of ISO 8601, `20260303T123045Z`.
    private static func basicDate(_ text: String) -> Date? {
        let time = text.dropFirst(9)
        let digits = time.prefix { $0.isNumber }
        guard text.utf8.count > 9, digits.count == 4 || digits.count == 6 else { return nil }
        let seconds = digits.count == 6 ? ":\(digits.suffix(2))" : ""
        let clock = "\(digits.prefix(2)):\(digits.dropFirst(2).prefix(2))\(seconds)"
        let day = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6).prefix(2))"
        return InternetDate.date(from: "\(day)T\(clock)\(time.dropFirst(digits.count))")
    }

    /// Reads `2026-062T12:30:45Z`, whose second number is the day of the year.
    private static func ordinalDate(_ text: String) -> Date? {
        let number = text.dropFirst(5).prefix(3)
        guard text.utf8.count == 8 || text.utf8.dropFirst(8).first == UInt8(ascii: "T"),
            number.utf8.allSatisfy(\.isDigit), let day = Int(number),
            (1...(InternetDate.date(from: "\(text.prefix(4))-02-29") == nil ? 365 : 366)).contains(day)
        else { return nil }
        return InternetDate.date(from: "\(text.prefix(4))-01-01\(text.dropFirst(8))")?
            .addingTimeInterval(Double(day - 1) * 86_400)
    }

    private static func dateWithYearFirst(_ text: String) -> Date? {
        let text = text.replacing("/", with: "-").replacing(": ", with: ":")
        if let date = InternetDate.date(from: text) { return date }
        if let date = ordinalDate(text) { return date }
        // Some feeds write both an offset and a `Z`.
        if text.hasSuffix("Z"), let date = InternetDate.date(from: String(text.dropLast())) { return date }
        if text.utf8.count == 7 { return InternetDate.date(from: text + "-01") }
        // A zone after a space: `2026-03-01 12:30:45 +0100`, `2026-03-01T12:30:45 EST`.
        guard let space = text.lastIndex(of: " "), let zone = DateZone(text[space...].dropFirst()),
            let date = InternetDate.date(from: String(text[..<space]).trimmingWhitespace)
        else { return nil }
        return zone.date(date)
    }
}

extension String {
    /// The text without leading and trailing white space and control characters.
    var trimmingWhitespace: String {
        // Most texts begin and end with a letter, so they needn't be trimmed.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) {
            return self
        }
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
    /// Whether the byte is XML white space.
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }
    /// The byte in lower case, if it is an ASCII letter.
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
