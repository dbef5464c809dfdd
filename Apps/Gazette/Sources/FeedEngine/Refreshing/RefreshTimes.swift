import Feeds
import Foundation

/// Decides when a feed is read again: a pure function of what the feed and its server say.
enum RefreshTimes {
    private static let hour = 3600.0
    private static let day = 24 * hour
    /// The most that the feed or its server may ask for.
    private static let longest = 7 * day

    /// Returns the time of the next attempt.
    ///
    /// A feed is read once an hour; one without an item in the last month every six hours. `ttl` makes that longer, up to
    /// a day. Hours and days that the feed names as those without changes are skipped. After a failure, the wait doubles
    /// with each further one, up to a day, and is at least the one that the server asks for, up to a week.
    ///
    /// - Parameter failures: How often the feed had failed before.
    static func next(after now: Date, _ reading: FeedReading, failures: Int) -> Date {
        switch reading {
        case .read(let feed, _, _): allowed(now.addingTimeInterval(interval(of: feed, now)), feed)
        case .ended: .distantFuture
        case .failed(let failure):
            now.addingTimeInterval(
                max(
                    min(hour * pow(2, Double(min(failures, 10))), day), min(failure.retryAfter ?? 0, longest)))
        }
    }

    private static func interval(of feed: Feed, _ now: Date) -> Double {
        let newest = feed.items.compactMap { $0.published ?? $0.updated }.max()
        let isQuiet = newest.map { now.timeIntervalSince($0) > 30 * day } ?? false
        let wanted = feed.ttlMinutes.map { min(Double($0) * 60, day) } ?? 0
        return max(isQuiet ? 6 * hour : hour, wanted)
    }

    /// Returns the first moment from a date on that the feed does not exclude; the date if it excludes all.
    private static func allowed(_ date: Date, _ feed: Feed) -> Date {
        guard !feed.skippedHours.isEmpty || !feed.skippedDays.isEmpty else { return date }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var candidate = date
        for _ in 0..<(7 * 24) {
            let parts = calendar.dateComponents([.hour, .weekday], from: candidate)
            // The calendar counts from Sunday, the cases of the type from Monday.
            let days = Feed.Weekday.allCases
            let today = days[((parts.weekday ?? 1) + 5) % days.count]
            if !feed.skippedHours.contains(parts.hour ?? -1), !feed.skippedDays.contains(today) { return candidate }
            let second = candidate.timeIntervalSince1970
            candidate = Date(timeIntervalSince1970: (second / hour).rounded(.down) * hour + hour)
        }
        return date
    }
}
