import Foundation
import Freshet

/// The parts of a date that is written with the name of its month.
struct DateParts {
    private var day: Int?
    private var month: Int?
    private var year: Int?
    private var time: DateTime?
    private var zone: Int?
    private var isAfternoon: Bool?

    /// Reads `Tue, 3 Mar 2026 12:30:45 GMT` and what is like it; `nil` for another text.
    init?(_ text: String) {
        var hasUnknownName = false
        for token in Self.tokens(text) {
            let isNumber = token.utf8.first.map { $0.isDigit } == true
            if isNumber, token.contains(":") || token.lowercased().hasSuffix("m") {
                guard time == nil, let read = DateTime(token) else { return nil }
                time = read
            } else if isNumber {
                guard readNumber(token) else { return nil }
            } else if let number = MonthNames.month(token) {
                // `mar.` is a weekday in French: the last name is that of the month.
                month = number
            } else if token.lowercased() == "am" || token.lowercased() == "pm" {
                isAfternoon = token.lowercased() == "pm"
            } else if time != nil, let seconds = DateZone.seconds(token) {
                zone = zone ?? seconds
            } else if token.first == "+" || token.first == "-" {
                return nil
            } else {
                // The weekday, which is often wrong, in any language; and words such as "de" and "um".
                hasUnknownName = hasUnknownName || token.utf8.count > 24
            }
        }
        guard !hasUnknownName, month != nil else { return nil }
    }

    /// The date; `nil` if a part is missing, or is out of its range.
    var date: Date? {
        guard let day, let month, let year, (1...31).contains(day),
            var start = InternetDate.date(
                from: "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))")
        else { return nil }
        if let time {
            guard let seconds = time.seconds(isAfternoon: isAfternoon) else { return nil }
            start.addTimeInterval(seconds)
        }
        return start.addingTimeInterval(-Double(zone ?? time?.zone ?? 0))
    }

    private mutating func readNumber(_ token: Substring) -> Bool {
        let digits = token.utf8.prefix { $0.isDigit }.count
        let ending = token.dropFirst(digits).lowercased()
        guard ["", "st", "nd", "rd", "th", ".", "er", "º"].contains(ending), let number = Int(token.prefix(digits))
        else {
            return false
        }
        if day == nil, digits <= 2 {
            day = number
        } else if year == nil {
            switch digits {
            case 4: year = number
            case 3: year = 1900 + number
            case 2: year = number < 50 ? 2000 + number : 1900 + number
            default: return false
            }
        } else {
            return false
        }
        return true
    }

    /// Splits a text at white space and commas, and a date such as `02-Jan-2006` at its hyphens.
    private static func tokens(_ text: String) -> [Substring] {
        var tokens: [Substring] = []
        for token in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == "(" || $0 == ")" }) {
            let isDate = token.utf8.first.map { $0.isDigit } == true && token.contains { $0.isLetter }
            if isDate, token.contains("-"), !token.contains(":") {
                tokens += token.split(separator: "-")
            } else {
                tokens.append(token)
            }
        }
        return tokens
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, length - text.count)) + text
    }
}

/// A time of day, as a date contains it.
private struct DateTime {
    private var hour = 0
    private var minute = 0
    private var second = 0.0
    private var isAfternoon: Bool?
    var zone: Int?

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
            guard parts.count > 1, let zone = DateZone.seconds(ending) else { return nil }
            self.zone = zone
        }
    }

    /// Returns the seconds since midnight; `nil` if a part is out of its range. A leap second is the one before it.
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
