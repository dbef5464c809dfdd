public import Foundation
public import FreshetCore

extension ManualClock {
    /// The clock's time as a date, which starts at 1 January 2026, 00:00 UTC.
    public var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + now.offset / .seconds(1)) }

    /// The clock as a time source for a client, a value cache or a view model.
    ///
    /// Everything that depends on a client's time follows the clock: timeouts, retry delays, rate
    /// limits, `Retry-After` dates and the ages of cached responses.
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// let client = Client(Weather(), transport: stub, cache: HTTPCache(), time: clock.time)
    /// ```
    public var time: TimeSource { TimeSource(self) { [self] in date } }
}
