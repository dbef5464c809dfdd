public import Foundation
import FreshetJSON

/// Reads and writes dates as web APIs do: RFC 3339 and the usual forms of ISO 8601 around it.
///
/// Understood are `2026-03-01`, `2026-03-01T12:30:45Z`, offsets (`+02:00`, `+0200`, `+02`), fractions of any length,
/// a blank in place of the `T`, lower-case `t` and `z`, seconds left out, and a missing zone, which means UTC. The
/// calendar is the Gregorian one, whatever the device's settings; no formatter is involved.
public enum InternetDate {
    /// Returns the date that a text names, or `nil` when it names none.
    public static func date(from text: String) -> Date? { DateText.date(from: Array(text.utf8)) }

    /// Returns the text of a date in UTC, such as `2026-03-01T12:30:45Z`, or `nil` for a year without four digits.
    ///
    /// The seconds have as many digits after the point as it takes for ``date(from:)`` to return the same date: none,
    /// three, six, nine or twelve.
    public static func text(of date: Date) -> String? { DateText.text(of: date) }

    static func daysIn(month: Int, year: Int) -> Int { DateText.daysIn(month: month, year: year) }

    /// Counts days in the proleptic Gregorian calendar.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        DateText.daysSince1970(year: year, month: month, day: day)
    }
}
