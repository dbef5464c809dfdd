import FreshetCore

/// Decides when an event stream reconnects.
///
/// The delay is never shorter than the server's `retry`. The retry policy's backoff is added to it.
/// The backoff grows while connections fail, and starts again after an event or after a connection
/// was open for a minute.
struct Reconnection {
    /// The range to which delays set by a server are clamped.
    static let delays: ClosedRange<Duration> = .milliseconds(100) ... .seconds(300)
    /// How long a connection must have been open for its end not to count as a failure.
    static let steadyTime: Duration = .seconds(60)

    private let policy: RetryPolicy
    private let defaultDelay: Duration
    private var failures = 0
    private var openedAt: Duration?

    init(_ policy: RetryPolicy, delay: Duration) {
        self.policy = policy
        defaultDelay = delay
    }

    mutating func opened(at now: Duration) {
        openedAt = now
    }

    /// Resets the backoff after an event, or after the network or the foreground has returned.
    mutating func resetBackoff() {
        failures = 0
    }

    /// Returns the delay before the next connection.
    ///
    /// - Parameters:
    ///   - named: The delay that the server set in the stream.
    ///   - isLimited: Whether the host's retry budget is used up. If so, the delay is the policy's
    ///     longest one.
    mutating func delay(
        after error: FetchError?, named: Duration?, isLimited: Bool = false, at now: Duration
    ) -> Duration {
        if let openedAt, now - openedAt >= Self.steadyTime { failures = 0 }
        openedAt = nil
        failures += 1
        let floor = named.map { min(max($0, Self.delays.lowerBound), Self.delays.upperBound) } ?? defaultDelay
        let delay = floor + (isLimited ? policy.cap : policy.backoff(after: failures))
        return max(delay, error?.retryAfter ?? .zero)
    }
}
