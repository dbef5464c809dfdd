public import Foundation

/// The clock and calendar date by which a client measures time, waits and compares dates.
///
/// One source provides both elapsed time and dates, so that they move together: timeouts, retry
/// delays and rate limits as well as `Retry-After` dates, the ages of cached responses and
/// ``FetchState/receivedAt``. An app uses ``system``. A test uses the `time` of a `ManualClock`
/// from FreshetTesting, and moves all of it with one call:
///
/// ```swift
/// let clock = ManualClock()
/// let stub = StubTransport { _ in .json(#"{"articles":[]}"#, headers: [.cacheControl: "max-age=60"]) }
/// let news = Client(News(), transport: stub, cache: HTTPCache(), time: clock.time)
/// _ = try await news.value(for: .headlines)
/// clock.advance(by: .seconds(61))
/// let response = try await news.response(for: .headlines)  // no longer fresh: sent again
/// ```
public struct TimeSource: Sendable {
    /// The system's time: `ContinuousClock`, which keeps running while the machine sleeps, and the
    /// calendar date.
    public static let system = TimeSource(ContinuousClock()) { Date() }

    /// Returns the current date.
    public let date: @Sendable () -> Date

    /// Returns the time since the source was made.
    public let now: @Sendable () -> Duration

    /// Waits until ``now`` reaches a time. Throws `CancellationError` when its task is cancelled.
    public let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// Makes a time source from a clock.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures time and waits.
    ///   - date: Returns the current date. It should advance together with the clock.
    public init<C: Clock>(_ clock: C, date: @escaping @Sendable () -> Date) where C.Duration == Duration {
        self.date = date
        let origin = clock.now
        if let start = origin as? ContinuousClock.Instant {
            // The usual clock is read directly, without dynamic dispatch.
            now = { start.duration(to: .now) }
        } else {
            now = { origin.duration(to: clock.now) }
        }
        // A server may name any delay, and clocks count seconds in 64 bits.
        let limit = Duration.seconds(1 << 60)
        sleep = { time in try await clock.sleep(until: origin.advanced(by: min(time, limit)), tolerance: nil) }
    }
}
