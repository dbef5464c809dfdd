import Foundation

/// A day in UTC as `2026-11-21`.
enum DayText {
    static func of(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}
