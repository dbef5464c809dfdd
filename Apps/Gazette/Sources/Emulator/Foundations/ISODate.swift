import Foundation

/// Formats and parses dates as the news service does, always in UTC.
enum ISODate {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Returns midnight in UTC.
    static func startOfDay(_ date: Date) -> Date { calendar.startOfDay(for: date) }

    /// Formats a date as `2024-11-22T01:51:34Z`.
    static func text(of date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        return "\(pad(parts.year, 4))-\(pad(parts.month, 2))-\(pad(parts.day, 2))T"
            + "\(pad(parts.hour, 2)):\(pad(parts.minute, 2)):\(pad(parts.second, 2))Z"
    }

    /// Formats a date for a header field: `Fri, 22 Nov 2024 01:51:34 GMT`.
    static func headerText(of date: Date) -> String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
        return "\(days[(parts.weekday ?? 1) - 1]), \(pad(parts.day, 2)) \(months[(parts.month ?? 1) - 1]) "
            + "\(pad(parts.year, 4)) \(pad(parts.hour, 2)):\(pad(parts.minute, 2)):\(pad(parts.second, 2)) GMT"
    }

    /// Parses a day, or a date with a time; `nil` if the text is neither.
    ///
    /// - Parameter endOfDay: Whether a day without a time stands for its last second rather than its first.
    static func date(_ text: String, endOfDay: Bool) -> Date? {
        var reader = Reader(text)
        guard let day = reader.numbers([4, 2, 2], between: "-") else { return nil }
        let isDay = reader.isAtEnd
        var time = [0, 0, 0]
        if !isDay {
            guard reader.take("T"), let read = reader.numbers([2, 2, 2], between: ":") else { return nil }
            if reader.take(".") { guard reader.digits() > 0 else { return nil } }
            // A plus sign that was not percent-encoded in the query arrives as a blank.
            guard reader.isAtEnd || reader.take("Z") || reader.take("+00:00") || reader.take(" 00:00"), reader.isAtEnd
            else { return nil }
            time = read
        }
        guard (1...12).contains(day[1]), time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
        let parts = DateComponents(
            year: day[0], month: day[1], day: day[2], hour: time[0], minute: time[1], second: time[2])
        guard let date = calendar.date(from: parts), calendar.component(.day, from: date) == day[2] else { return nil }
        return isDay && endOfDay ? date.addingTimeInterval(86_399) : date
    }

    private static func pad(_ number: Int?, _ count: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// Parses a text from its beginning. Only ASCII digits are digits.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) {
            rest = text[...].utf8
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ expected: String) -> Bool {
            guard rest.starts(with: expected.utf8) else { return false }
            rest = rest.dropFirst(expected.utf8.count)
            return true
        }

        mutating func digits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...]
            return digits.count
        }

        mutating func numbers(_ lengths: [Int], between separator: String) -> [Int]? {
            var numbers: [Int] = []
            for length in lengths {
                if !numbers.isEmpty { guard take(separator) else { return nil } }
                let text = rest.prefix(length)
                guard digits() == length, let number = Int(Substring(text)) else { return nil }
                numbers.append(number)
            }
            return numbers
        }
    }
}
