public import Foundation

extension ManualClock {
    /// The time of the clock as a date: 1 January 2026, 00:00 UTC, and how far it was moved.
    ///
    /// What compares dates, as an HTTP cache does, moves with it: `HTTPCache(now: { clock.date })`.
    public var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + now.offset / .seconds(1)) }
}
