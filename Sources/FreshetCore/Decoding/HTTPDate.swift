package import Foundation

/// Reads dates as HTTP writes them, in all three forms (RFC 9110 §5.6.7).
///
/// `Sun, 06 Nov 1994 08:49:37 GMT`, the obsolete `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the moment that a text names, or `nil` when it names none.
    ///
    /// - Parameter now: Years of two digits that would lie more than 50 years ahead of it are past.
    package static func date(from text: String, now: Date) -> Date? {
        guard text.utf8.count <= 40 else { return nil }
        let pieces = text.split { $0 == " " || $0 == "," || $0 == "-" }
        let (day, month, year, time): (Substring, Substring, Substring, Substring)
        switch pieces.count {
        case 6 where pieces[5] == "GMT" || pieces[5] == "UTC":
            (day, month, year, time) = (pieces[1], pieces[2], pieces[3], pieces[4])
        case 5: (day, month, year, time) = (pieces[2], pieces[1], pieces[4], pieces[3])
        default: return nil
        }
        guard let monthIndex = months.firstIndex(where: { $0 == month }), let day = number(day, digits: 1...2),
            let year = fullYear(year, now: now)
        else { return nil }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2...2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2] else { return nil }
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let zeros = String(repeating: "0", count: max(0, 4 - "\(year)".count))
        return InternetDate.date(
            from: "\(zeros)\(year)-\(padded(monthIndex + 1))-\(padded(day))T"
                + "\(padded(hour)):\(padded(minute)):\(padded(second))Z")
    }

    private static func fullYear(_ text: Substring, now: Date) -> Int? {
        if let year = number(text, digits: 4...4) { return year }
        guard let short = number(text, digits: 2...2) else { return nil }
        // The calendar year is all that is needed: 365.2425 days each.
        let present = 1970 + Int((now.timeIntervalSince1970 / 31_556_952).rounded(.down))
        let year = present - present % 100 + short
        return year > present + 50 ? year - 100 : year
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text)
    }
}
