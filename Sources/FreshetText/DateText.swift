package import Foundation

/// Reads the dates of web APIs in RFC 3339 and the common forms of ISO 8601.
///
/// It reads `2026-03-01`, `2026-03-01T12:30:45Z`, offsets (`+02:00`, `+0200`, `+02`), fractions of
/// any length, a space instead of the `T`, lower-case `t` and `z`, times without seconds, and times
/// without a zone as UTC. The calendar is always Gregorian, whatever the device's settings.
package enum DateText {
    /// The number of seconds from the start of 1970 to the start of 2001, `Date`'s reference date.
    static let secondsFrom1970To2001 = 978_307_200

    /// Returns the date in a UTF-8 text, or `nil` if the text isn't a date.
    package static func date(from bytes: [UInt8]) -> Date? {
        var reader = Reader(bytes: bytes)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), (1...12).contains(month), reader.skip("-"),
            let day = reader.number(digits: 2), day >= 1, day <= daysIn(month: month, year: year)
        else { return nil }
        // The seconds are counted from 2001, as in `Date`. Counted from 1970, the larger number would leave room for
        // fewer fractional digits.
        var seconds = daysSince1970(year: year, month: month, day: day) * 86_400 - secondsFrom1970To2001
        if reader.isAtEnd { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }

        guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), hour <= 24, reader.skip(":"),
            let minute = reader.number(digits: 2), minute <= 59
        else { return nil }
        var second = 0
        var fraction = 0.0
        if reader.skip(":") {
            // A leap second counts as the first moment of the next minute.
            guard let value = reader.number(digits: 2), value <= 60 else { return nil }
            second = value
            if reader.skip(".") || reader.skip(",") {
                guard let value = reader.fraction() else { return nil }
                fraction = value
            }
        }
        if hour == 24, minute != 0 || second != 0 || fraction != 0 { return nil }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        seconds += hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    package static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Returns the number of days since 1970 in the proleptic Gregorian calendar. Its year starts
    /// in March, so that the leap day comes last.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func digit() -> Int? {
            guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
                return nil
            }
            position += 1
            return Int(bytes[position - 1] - UInt8(ascii: "0"))
        }

        mutating func number(digits: Int) -> Int? {
            var number = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// Reads as many digits after the point as a `Date` can hold.
        mutating func fraction() -> Double? {
            guard var value = digit().map(Double.init) else { return nil }
            var scale = 10.0
            while let digit = digit() {
                guard scale < 1e12 else { continue }
                value = value * 10 + Double(digit)
                scale *= 10
            }
            return value / scale
        }

        /// Reads the time zone as seconds east of UTC. A missing zone means UTC.
        mutating func offset() -> Int? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign: Int
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = number(digits: 2), hours <= 23 else { return nil }
            guard !isAtEnd else { return sign * hours * 3600 }
            _ = skip(":")
            guard let minutes = number(digits: 2), minutes <= 59 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
