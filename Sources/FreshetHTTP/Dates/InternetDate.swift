public import Foundation
import FreshetJSON
import FreshetText

/// A reader and writer for dates as web APIs use them: RFC 3339, and common forms of ISO 8601.
///
/// It reads `2026-03-01`, `2026-03-01T12:30:45Z`, offsets (`+02:00`, `+0200`, `+02`), fractions of
/// any length, a space instead of the `T`, lowercase `t` and `z`, and times without seconds. Times
/// without a time zone are in UTC. The calendar is always Gregorian, whatever the settings of the
/// device.
///
/// ```swift
/// let date = InternetDate.date(from: "2026-03-01T12:30:45+02:00")
/// let text = date.flatMap { InternetDate.text(of: $0) }  // 2026-03-01T10:30:45Z
/// ```
public enum InternetDate {
    /// Returns the date of a text; `nil` if it isn't a date.
    public static func date(from text: String) -> Date? { DateText.date(from: Array(text.utf8)) }

    /// Returns the text of a date in UTC, such as `2026-03-01T12:30:45Z`; `nil` for a year outside
    /// of 0 to 9999.
    ///
    /// The seconds have as many fractional digits as ``date(from:)`` needs to return the same date:
    /// none, three, six, nine or twelve.
    public static func text(of date: Date) -> String? { DateText.text(of: date) }

    static func daysIn(month: Int, year: Int) -> Int { DateText.daysIn(month: month, year: year) }

    /// Counts days in the proleptic Gregorian calendar.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        DateText.daysSince1970(year: year, month: month, day: day)
    }
}
