package import Foundation

/// A reader for the dates of cookies, which have their own lenient algorithm (RFC 6265bis §5.1.1).
///
/// A date is split into words, and the first words that can be a time, a day, a month and a year
/// are used. The order, the weekday and the time zone are ignored: every date is in UTC.
package enum CookieDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .map { Array($0.utf8) }

    private struct Parts {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?

        mutating func take(_ word: Substring.UTF8View) {
            if time == nil, let found = CookieDate.time(word) {
                time = found
            } else if day == nil, let found = CookieDate.number(word, digits: 1...2)?.value {
                day = found
            } else if month == nil, let found = CookieDate.month(word) {
                month = found
            } else if year == nil, let found = CookieDate.number(word, digits: 2...4)?.value {
                year = found
            }
        }
    }

    /// Returns the date of a text; `nil` if it isn't a date.
    package static func date(from text: some StringProtocol) -> Date? {
        var parts = Parts()
        for word in Substring(text).utf8.split(whereSeparator: isDelimiter) { parts.take(word) }
        guard let time = parts.time, let day = parts.day, let month = parts.month, var year = parts.year else {
            return nil
        }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, day >= 1, day <= InternetDate.daysIn(month: month, year: year), time.hour <= 23,
            time.minute <= 59, time.second <= 59
        else { return nil }
        let days = InternetDate.daysSince1970(year: year, month: month, day: day)
        let seconds = days * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Reads a number at the beginning of a word, which may be followed by anything except another
    /// digit.
    private static func number(
        _ word: Substring.UTF8View, digits: ClosedRange<Int>
    ) -> (value: Int, rest: Substring.UTF8View)? {
        let number = word.prefix(while: \.isDigit)
        guard digits.contains(number.count) else { return nil }
        return (number.reduce(0) { $0 * 10 + Int($1) - 0x30 }, word.dropFirst(number.count))
    }

    private static func time(_ word: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(word, digits: 1...2), hour.rest.first == UInt8(ascii: ":"),
            let minute = number(hour.rest.dropFirst(), digits: 1...2), minute.rest.first == UInt8(ascii: ":"),
            let second = number(minute.rest.dropFirst(), digits: 1...2)
        else { return nil }
        return (hour.value, minute.value, second.value)
    }

    private static func month(_ word: Substring.UTF8View) -> Int? {
        let beginning = word.prefix(3).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return months.firstIndex(of: beginning).map { $0 + 1 }
    }
}
