package import Foundation

/// Reads the dates of HTTP (RFC 9110 §5.6.7).
///
/// All three forms are read, whatever the case of their letters and without a formatter; a zone other than GMT makes a
/// date invalid (RFC 9111 §4.2).
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let preferredMonths = months.map { Substring($0.capitalized) }
    private static let preferredWeekdays = weekdays.map { Substring($0.capitalized) }
    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Returns the date that a text names, or `nil` when it names none.
    ///
    /// - Parameter now: Decides which century a year of two digits belongs to.
    package static func date(from text: String, now: Date) -> Date? {
        guard text.utf8.count <= 40 else { return nil }
        if let date = preferredForm(text) { return date }
        let parts = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" || $0 == ":" }
        guard let weekday = parts.first, weekdays.contains(where: weekday.hasPrefix) else { return nil }
        // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
        if parts.count == 8, parts[7] == "gmt" {
            return date(day: parts[1], month: parts[2], year: parts[3], time: parts[4...6], now: now)
        }
        // Sun Nov  6 08:49:37 1994
        if parts.count == 7 {
            return date(day: parts[2], month: parts[1], year: parts[6], time: parts[3...5], now: now)
        }
        return nil
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the form that servers have to send, off its bytes: a cache does with every hit.
    private static func preferredForm(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29 else { return nil }
        func number(_ start: Int, _ digits: Int) -> Int? {
            var value = 0
            for byte in bytes[start..<start + digits] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 0x30
            }
            return value
        }
        let (blank, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
        guard bytes[3] == UInt8(ascii: ","), bytes[19] == colon, bytes[22] == colon,
            [4, 7, 11, 16, 25].allSatisfy({ bytes[$0] == blank })
        else { return nil }
        func word(_ start: Int) -> Substring { Substring(decoding: bytes[start..<start + 3], as: UTF8.self) }
        guard word(26) == "GMT", let month = preferredMonths.firstIndex(of: word(8)),
            preferredWeekdays.contains(word(0)), let day = number(5, 2), let year = number(12, 4),
            let hour = number(17, 2), let minute = number(20, 2), let second = number(23, 2),
            hour <= 23, minute <= 59, second <= 60, day >= 1, day <= InternetDate.daysIn(month: month + 1, year: year)
        else { return nil }
        let days = InternetDate.daysSince1970(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    private static func date(
        day: Substring, month: Substring, year: Substring, time: ArraySlice<Substring>, now: Date
    ) -> Date? {
        guard let month = months.firstIndex(of: String(month)).map({ $0 + 1 }),
            let day = number(day, digits: 1...2), let year = number(year, digits: 2...4), year.digits != 3
        else { return nil }
        let clock = time.compactMap { number($0, digits: 2...2)?.value }
        // A leap second is the first moment of the next minute.
        guard clock.count == 3, clock[0] <= 23, clock[1] <= 59, clock[2] <= 60 else { return nil }
        let seconds = clock[0] * 3600 + clock[1] * 60 + clock[2]

        let full = year.digits == 2 ? fullYear(of: year.value, now: now) : year.value
        guard day.value >= 1, day.value <= InternetDate.daysIn(month: month, year: full) else { return nil }
        let days = InternetDate.daysSince1970(year: full, month: month, day: day.value)
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }

    /// Finds the century of a year of two digits: what seems to lie more than 50 years ahead is past.
    private static func fullYear(of year: Int, now: Date) -> Int {
        let present = 1970 + Int((now.timeIntervalSince1970 / (365.2425 * 86_400)).rounded(.down))
        let full = present / 100 * 100 + year
        return full > present + 50 ? full - 100 : full
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        let count = text.utf8.count
        guard digits.contains(count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text) else {
            return nil
        }
        return (value, count)
    }
}
