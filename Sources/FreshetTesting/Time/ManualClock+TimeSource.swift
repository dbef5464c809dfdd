public import Foundation
public import FreshetCore

extension ManualClock {
    /// The time of the clock as a date: 1 January 2026, 00:00 UTC, plus the time by which it was moved.
    public var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + now.offset / .seconds(1)) }

    /// The clock as the time of a client, of a cache of values or of a view model.
    ///
    /// Everything that a client measures, waits for or compares dates with moves with the clock: timeouts, retry
    /// delays, rate limits, `Retry-After` dates and the ages of cached responses.
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// let client = Client(Weather(), transport: stub, cache: HTTPCache(), time: clock.time)
    /// ```
    public var time: TimeSource { TimeSource(self) { [self] in date } }
}
