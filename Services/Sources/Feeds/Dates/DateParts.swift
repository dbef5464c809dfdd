import Foundation
import Freshet

/// The parts of a date that doesn't begin with the year, or that contains the name of a month.
struct DateParts {
    private var numbers: [(value: Int, digitCount: Int)] = []
    private var month: Int?
    /// The weekday, where 0 is Sunday.
    private var weekday: Int?
    /// Whether the day comes first, as in `30.10.2026`.
    private var isDayFirst = false
    private var time: DateTime?
    private var zone: DateZone?
    private var isLetterZone = false
    private var isAfternoon: Bool?

    /// Reads `Tue, 3 Mar 2026 12:30:45 GMT`, `Tue, 03/03/2026 - 12:30` and similar texts. Returns
    /// `nil` for other texts.
    init?(_ text: String) {
        for token in tokens(text) {
            let isNumber = token.utf8.first.map { $0.isDigit } == true
            if isNumber, token.contains(":") || token.lowercased().hasSuffix("m") {
                guard time == nil, let read = DateTime(token) else { return nil }
                time = read
            } else if isNumber {
                guard readNumber(token) else { return nil }
            } else if let number = MonthNames.month(token) {
                // `mar.` is also a weekday in French, so the last name is taken as the month.
                month = number
            } else if let isAfternoon = Self.halves[token.lowercased()] {
                self.isAfternoon = isAfternoon
            } else if time != nil, let zone = DateZone(token) {
                // A single letter may be an abbreviation of "hour", so a zone after it takes precedence.
                if self.zone == nil || isLetterZone { self.zone = zone }
                isLetterZone = token.utf8.count == 1
            } else if token.first == "+" || token.first == "-" && token != "-" || token.utf8.count > 24 {
                return nil
            } else if let index = Self.weekdays.firstIndex(of: token.lowercased().prefix(3)) {
                weekday = index
            }
            // Other words are weekdays in other languages, or words such as "de" and "um".
        }
    }

    /// The date; `nil` if a part is missing or out of range.
    var date: Date? {
        guard var start = day else { return nil }
        if let time {
            guard let seconds = time.seconds(isAfternoon: isAfternoon) else { return nil }
            start.addTimeInterval(seconds)
        }
        return (zone ?? time?.zone)?.date(start) ?? start
    }

    /// The start of the day.
    private var day: Date? {
        var numbers = numbers
        // The year has more than two digits or comes after the day.
        guard let index = numbers.firstIndex(where: { $0.digitCount > 2 }) ?? numbers.indices.last else { return nil }
        let (number, digitCount) = numbers.remove(at: index)
        let year = digitCount > 3 ? number : digitCount == 3 || number >= 50 ? 1900 + number : 2000 + number
        switch (month, numbers.count) {
        case (let month?, 0): return time == nil && digitCount == 4 ? Self.date(year, month, 1) : nil
        case (let month?, 1): return Self.date(year, month, numbers[0].value)
        case (nil, 2):
            let (first, second) = (numbers[0].value, numbers[1].value)
            let monthFirst = isDayFirst ? nil : Self.date(year, first, second)
            let dayFirst = index == 0 ? nil : Self.date(year, second, first)
            guard let monthFirst, let dayFirst, monthFirst != dayFirst else { return monthFirst ?? dayFirst }
            return [monthFirst, dayFirst].first { Self.weekday(of: $0) == weekday }
        default: return nil
        }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> Date? {
        InternetDate.date(from: "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
    }

    private static func weekday(of date: Date) -> Int {
        // 1970 began on a Thursday.
        let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) + 4
        return (days % 7 + 7) % 7
    }

    private mutating func readNumber(_ token: Substring) -> Bool {
        let digits = token.utf8.prefix { $0.isDigit }.count
        let ending = token.dropFirst(digits).lowercased()
        guard ["", "st", "nd", "rd", "th", "er", "º"].contains(ending), digits <= 4,
            let number = Int(token.prefix(digits))
        else { return false }
        numbers.append((number, digits))
        return true
    }

    /// Splits a text at white space, commas and the East Asian characters for “year”, “month” and
    /// “day”, and splits a date such as `02-Jan-2006` at hyphens, slashes or full stops.
    private mutating func tokens(_ text: String) -> [Substring] {
        var tokens: [Substring] = []
        for token in text.split(whereSeparator: { $0.isWhitespace || ",()年月日년월일".contains($0) }) {
            guard token.utf8.first.map({ $0.isDigit }) == true, !token.contains(":") else {
                tokens.append(token)
                continue
            }
            let parts = token.split { "-/.".contains($0) }
            if parts.count == 3, token.contains(".") { isDayFirst = true }
            tokens += parts
        }
        return tokens
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, length - text.count)) + text
    }

    private static let weekdays: [Substring] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// The names of the halves of the day, each with whether it is the second half.
    private static let halves = [
        "am": false, "a.m.": false, "오전": false, "上午": false, "午前": false, "pm": true, "p.m.": true, "오후": true,
        "下午": true, "午後": true,
    ]
}

/// A time of day within a date.
private struct DateTime {
    private var hour = 0
    private var minute = 0
    private var second = 0.0
    private var isAfternoon: Bool?
    var zone: DateZone?

    /// Reads `12:30`, `12:30:45.5`, `12:30:45Z`, `12:30+0200`, `3:04PM`, `3pm`.
    init?(_ token: Substring) {
        let end = token.firstIndex { !($0.isNumber || $0 == ":" || $0 == ".") } ?? token.endIndex
        let parts = token[..<end].split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let hour = Int(parts[0]) else { return nil }
        self.hour = hour
        if parts.count > 1 {
            guard let minute = Int(parts[1]) else { return nil }
            self.minute = minute
        }
        if parts.count > 2 {
            guard let second = Double(parts[2]), second.isFinite else { return nil }
            self.second = second
        }
        let ending = token[end...]
        switch ending.lowercased() {
        case "": if parts.count == 1 { return nil }
        case "am": isAfternoon = false
        case "pm": isAfternoon = true
        default:
            guard parts.count > 1, let zone = DateZone(ending) else { return nil }
            self.zone = zone
        }
    }

    /// Returns the seconds since midnight, or `nil` if a part is out of range. A leap second counts
    /// as the second before it.
    func seconds(isAfternoon other: Bool?) -> Double? {
        var hour = hour
        if let isAfternoon = isAfternoon ?? other {
            guard (0...23).contains(hour) else { return nil }
            if isAfternoon, hour < 12 { hour += 12 }
            if !isAfternoon, hour == 12 { hour = 0 }
        }
        let isMidnight = hour == 24 && minute == 0 && second == 0
        guard (0...23).contains(hour) || isMidnight, (0...59).contains(minute), (0..<61).contains(second) else {
            return nil
        }
        return Double(hour * 3600 + minute * 60) + min(second, second < 60 ? second : 59)
    }
}
