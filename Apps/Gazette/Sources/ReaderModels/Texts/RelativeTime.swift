public import Foundation
import FreshetLenientJSON

/// The time since a date, in at most two words.
public enum RelativeTime {
    /// Returns the time between two dates as text, such as "5 min".
    public static func text(from date: Date, to now: Date) -> String {
        let seconds = Int(clamping: now.timeIntervalSince(date))
        return switch seconds {
        case ..<60: "now"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        case ..<(60 * 86_400): "\(seconds / 86_400) d"
        case ..<(730 * 86_400): "\(seconds / (30 * 86_400)) mo"
        default: "\(seconds / (365 * 86_400)) y"
        }
    }

    /// The hour and minute as a badge has them: "9:05".
    public static func badge(_ date: Date, in zone: TimeZone = .current) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: DateText.forCalendar(date))
        let minute = parts.minute ?? 0
        return "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
    }
}
