public import Foundation

/// Formats dates for rows and facts.
public enum DateText {
    /// The day in the medium style of a language: "Mar 14, 2026".
    public static func medium(
        _ date: Date, locale: Locale = .current, in zone: TimeZone = .current
    ) -> String {
        date.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: zone))
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
}
