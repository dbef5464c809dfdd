public import Foundation
import Freshet

/// Formats dates for rows and facts.
///
/// Dates of services are of the Gregorian calendar in all years, and may lie anywhere. A date outside of the years 0 to
/// 9999 is limited to them.
public enum DateText {
    /// The day in the medium style of a language: "Mar 14, 2026".
    public static func medium(
        _ date: Date, locale: Locale = .current, in zone: TimeZone = .current
    ) -> String {
        forCalendar(date).formatted(
            Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: zone))
    }

    /// The day of a release, which services give in UTC: "Mar 14, 2026".
    public static func release(_ date: Date, locale: Locale = .current) -> String {
        medium(date, locale: locale, in: .gmt)
    }

    /// Returns the time since a date for a sentence, such as "5 min ago".
    public static func ago(_ date: Date, now: Date) -> String {
        let text = RelativeTime.text(from: date, to: now)
        return text == "now" ? "just now" : "\(text) ago"
    }

    /// The date in UTC and whole seconds, in the form of RFC 3339: "2026-03-14T09:26:53Z".
    public static func exact(_ date: Date) -> String { InternetDate.text(of: limited(date)) ?? "" }

    /// The day in UTC: "2026-03-14".
    public static func day(_ date: Date) -> String { String(exact(date).prefix(10)) }

    /// The days since the start of 1970, in UTC.
    public static func days(since1970 date: Date) -> Int {
        Int((limited(date).timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// Returns a date in whole seconds that is limited to the years 0 to 9999.
    private static func limited(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, -62_167_219_200), 253_402_300_799))
    }

    /// Returns the date that Foundation's calendar shows with the day and time of a date.
    ///
    /// That calendar is Julian before October 15, 1582, where the same day and time are some days off.
    static func forCalendar(_ date: Date) -> Date {
        let date = limited(date)
        let digits = exact(date)
        guard date.timeIntervalSince1970 < -12_219_292_800, let year = Int(digits.prefix(4)),
            let month = Int(digits.dropFirst(5).prefix(2))
        else { return date }
        // Of the years that end a century, only every fourth is a leap year in the Gregorian calendar.
        let leapYears = month > 2 ? year : year - 1
        let days = leapYears / 100 - leapYears / 400 - 2
        return date.addingTimeInterval(Double(days) * 86_400)
    }
}
