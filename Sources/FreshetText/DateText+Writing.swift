package import Foundation

extension DateText {
    /// Returns a date as RFC 3339 text in UTC, or `nil` for a year outside 0 to 9999.
    ///
    /// The seconds have as many fractional digits as are needed to read the same date back: none,
    /// three, six, nine or twelve.
    package static func text(of date: Date) -> String? {
        let time = date.timeIntervalSinceReferenceDate
        func start(ofYear year: Int) -> Double {
            Double(daysSince1970(year: year, month: 1, day: 1) * 86_400 - secondsFrom1970To2001)
        }
        guard time >= start(ofYear: 0), time < start(ofYear: 10_000) else { return nil }
        for digits in [0, 3, 6, 9] {
            if let text = text(of: time, digits: digits), self.date(from: Array(text.utf8)) == date { return text }
        }
        return text(of: time, digits: 12)
    }

    private static func text(of time: Double, digits: Int) -> String? {
        var whole = time.rounded(.down)
        let scale = pow(10, Double(digits))
        var fraction = ((time - whole) * scale).rounded()
        if fraction >= scale {
            whole += 1
            fraction -= scale
        }
        let seconds = Int(whole) + secondsFrom1970To2001
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let (year, month, dayOfMonth) = civil(day)
        guard (0...9999).contains(year) else { return nil }
        let second = seconds - day * 86_400
        let text =
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
            + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return digits == 0 ? text + "Z" : "\(text).\(padded(Int(fraction), digits))Z"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns the date for a number of days since 1970 in the proleptic Gregorian calendar, the
    /// inverse of `daysSince1970`.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
