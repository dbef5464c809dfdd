package import Foundation

/// A reader and writer for HTTP dates (RFC 9110 §5.6.7).
///
/// Only the three forms in that section are read, byte by byte and without a formatter. A text that
/// is almost a date is rejected, so that an `Expires` field with a mistake counts as a date in the
/// past (RFC 9111 §5.3). Case is ignored, and a time zone other than GMT makes a date invalid (RFC
/// 9111 §4.2). A weekday that doesn't match the date is accepted.
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let shortWeekdays = weekdays.map { String($0.prefix(3)) }
    private static let weekdayNames = shortWeekdays.map(\.capitalized)
    private static let monthNames = months.map(\.capitalized)

    /// The length of the longest date, `Wednesday, 09-Nov-94 08:49:37 GMT`.
    private static let maxLength = 33

    /// Returns the date of a text; `nil` if it isn't a date.
    ///
    /// - Parameter now: The current date, which determines the century of a two-digit year.
    package static func date(from text: String, now: Date) -> Date? {
        guard text.utf8.count <= maxLength else { return nil }
        let bytes = Array(text.utf8)
        return preferredForm(bytes) ?? rfc850Form(bytes, now: now) ?? asctimeForm(bytes)
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the form that servers must send.
    private static func preferredForm(_ bytes: [UInt8]) -> Date? {
        var reader = Reader(bytes)
        guard reader.word(of: shortWeekdays) != nil, reader.skip(", "), let day = reader.number(2), reader.skip(" "),
            let month = reader.word(of: months), reader.skip(" "), let year = reader.number(4), reader.skip(" "),
            let seconds = reader.timeOfDay(), reader.skip(" gmt"), reader.isAtEnd
        else { return nil }
        return date(year, month + 1, day, seconds)
    }

    /// Reads `Sunday, 06-Nov-94 08:49:37 GMT`, the obsolete form of RFC 850.
    private static func rfc850Form(_ bytes: [UInt8], now: Date) -> Date? {
        var reader = Reader(bytes)
        guard reader.word(of: weekdays) != nil, reader.skip(", "), let day = reader.number(2), reader.skip("-"),
            let month = reader.word(of: months), reader.skip("-"), let year = reader.number(2), reader.skip(" "),
            let seconds = reader.timeOfDay(), reader.skip(" gmt"), reader.isAtEnd
        else { return nil }
        // A year that appears to be more than 50 years ahead is the last past year with these two digits (RFC 9110
        // §5.6.7).
        let limit = now.addingTimeInterval(50 * secondsOfYear)
        let century = (1970 + Int((now.timeIntervalSince1970 / secondsOfYear).rounded(.down))) / 100 * 100
        return [century + 100, century, century - 100].lazy
            .compactMap { date($0 + year, month + 1, day, seconds) }
            .first { $0 <= limit }
    }

    /// Reads `Sun Nov  6 08:49:37 1994`, the obsolete form of C's `asctime`.
    private static func asctimeForm(_ bytes: [UInt8]) -> Date? {
        var reader = Reader(bytes)
        guard reader.word(of: shortWeekdays) != nil, reader.skip(" "), let month = reader.word(of: months),
            reader.skip(" "), let day = reader.skip(" ") ? reader.number(1) : reader.number(2), reader.skip(" "),
            let seconds = reader.timeOfDay(), reader.skip(" "), let year = reader.number(4), reader.isAtEnd
        else { return nil }
        return date(year, month + 1, day, seconds)
    }

    /// The mean length of a year, in seconds.
    private static let secondsOfYear = 365.2425 * 86_400

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ seconds: Int) -> Date? {
        guard day >= 1, day <= InternetDate.daysIn(month: month, year: year) else { return nil }
        let days = InternetDate.daysSince1970(year: year, month: month, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }

    /// Returns a date in the form that senders must use, in whole seconds; `nil` for a year without
    /// four digits.
    package static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard let text = InternetDate.text(of: Date(timeIntervalSince1970: seconds)) else { return nil }
        // 1994-11-06T08:49:37Z
        let digits = Array(text.utf8)
        func part(_ range: ClosedRange<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
        guard digits.count == 20, let month = Int(part(5...6)) else { return nil }
        let days = Int((seconds / 86_400).rounded(.down))
        // The first day of 1970 was a Thursday.
        let weekday = weekdayNames[((days + 4) % 7 + 7) % 7]
        return "\(weekday), \(part(8...9)) \(monthNames[month - 1]) \(part(0...3)) \(part(11...18)) GMT"
    }

    /// A reader for the parts of a date, one after another.
    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        /// Skips a text that is given in lowercase, ignoring case, and returns whether it was
        /// there.
        mutating func skip(_ text: String) -> Bool {
            let text = text.utf8
            guard bytes.count - position >= text.count else { return false }
            guard zip(bytes[position...], text).allSatisfy({ $0 == $1 || isCapital($0) && $0 | 0x20 == $1 }) else {
                return false
            }
            position += text.count
            return true
        }

        private func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

        /// Reads one of several words, and returns its index; `nil` if none follows.
        mutating func word(of words: [String]) -> Int? {
            for (index, word) in words.enumerated() where skip(word) { return index }
            return nil
        }

        /// Reads a number with a given number of digits.
        mutating func number(_ digits: Int) -> Int? {
            guard bytes.count - position >= digits else { return nil }
            var value = 0
            for byte in bytes[position..<position + digits] {
                guard byte.isDigit else { return nil }
                value = value * 10 + Int(byte) - 0x30
            }
            position += digits
            return value
        }

        /// Reads `08:49:37` as seconds. A leap second counts as the first second of the next
        /// minute.
        mutating func timeOfDay() -> Int? {
            guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                hour <= 23, minute <= 59, second <= 60
            else { return nil }
            return hour * 3600 + minute * 60 + second
        }
    }
}
