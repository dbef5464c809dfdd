package import Foundation

/// A clock of any type, as times since one fixed moment.
package struct TimeSource: Sendable {
    /// The calendar's time, for dates in answers.
    package let date: @Sendable () -> Date
    /// The time since the moment at which the source was made.
    package let now: @Sendable () -> Duration
    /// Returns at a time, or throws when its task is cancelled.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void

    package init<C: Clock>(_ clock: C, date: @escaping @Sendable () -> Date = { Date() }) where C.Duration == Duration {
        self.date = date
        let origin = clock.now
        if let start = origin as? ContinuousClock.Instant {
            // The clock of every program: read without asking what kind of clock it is.
            now = { start.duration(to: .now) }
        } else {
            now = { origin.duration(to: clock.now) }
        }
        sleep = { time in try await clock.sleep(until: origin.advanced(by: time), tolerance: nil) }
    }
}
