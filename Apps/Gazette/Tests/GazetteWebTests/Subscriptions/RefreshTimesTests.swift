import Feeds
import Foundation
import Testing

@testable import FeedEngine
@testable import GazetteWeb

/// When a feed is read again.
struct RefreshTimesTests {
    // A Friday, 08:00 in UTC.
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func hours(_ change: (inout Feed) -> Void = { _ in }) -> Double {
        var feed = Feed(format: .rss)
        var item = FeedItem(id: "1")
        item.published = now - 3600
        feed.items = [item]
        change(&feed)
        let next = RefreshTimes.next(after: now, .read(feed, digest: Data(), movedTo: nil), failures: 0)
        return next.timeIntervalSince(now) / 3600
    }

    @Test func aFeedIsReadOnceAnHour() {
        #expect(hours() == 1)
        #expect(hours { $0.items = [] } == 1)
        #expect(hours { $0.items[0].published = now - 40 * 86_400 } == 6)
    }

    @Test func theFeedMayAskForALongerTimeUpToADay() {
        #expect(hours { $0.ttlMinutes = 180 } == 3)
        #expect(hours { $0.ttlMinutes = 5 } == 1)
        #expect(hours { $0.ttlMinutes = Int.max } == 24)
    }

    @Test func hoursAndDaysWithoutChangesAreSkipped() {
        // 09:00 and 10:00 are skipped: it is read at 11:00.
        #expect(hours { $0.skippedHours = [9, 10] } == 3)
        // Friday is skipped: it is read as Saturday begins.
        #expect(hours { $0.skippedDays = [.friday] } == 16)
        #expect(hours { $0.skippedHours = Array(0...23) } == 1)
    }

    @Test(arguments: [(0, 1.0), (1, 2), (3, 8), (5, 24), (100, 24)])
    func theWaitDoublesWithEachFailureUpToADay(_ failures: Int, _ hours: Double) {
        let next = RefreshTimes.next(after: now, .failed(.init(reason: "")), failures: failures)
        #expect(next.timeIntervalSince(now) / 3600 == hours)
    }

    @Test func theServerMayAskForALongerWaitUpToAWeek() {
        for (seconds, wait) in [(7200.0, 7200.0), (10, 3600), (1e18, 7 * 86_400), (-5, 3600)] {
            let next = RefreshTimes.next(
                after: now, .failed(.init(reason: "", retryAfter: seconds)), failures: 0)
            #expect(next.timeIntervalSince(now) == wait)
        }
    }
}
