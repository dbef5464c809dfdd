import FreshetCore

/// Decides when an event stream connects again.
///
/// The delay is never shorter than the server's `retry`. The backoff of the retry policy is added to it: it grows while
/// connections fail and begins again after an event or a minute of an open connection.
struct Reconnection {
    /// The range of the delays that a server may set: shorter and longer ones are limited to it.
    static let delays: ClosedRange<Duration> = .milliseconds(100) ... .seconds(300)
    /// The time after which the end of an open connection no longer counts as a failure.
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

    /// After an event, or after the network or the foreground has returned.
    mutating func resetBackoff() {
        failures = 0
    }

    /// Returns the delay before the next connection.
    ///
    /// - Parameters:
    ///   - named: The delay that the server has set in the stream.
    ///   - isLimited: Whether the retry budget of the host is spent. Then the delay is the longest one of the policy.
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
