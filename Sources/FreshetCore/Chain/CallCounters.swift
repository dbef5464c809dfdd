import Synchronization

/// The counters of a call, or of an in-flight request.
package final class CallCounters: Sendable {
    private let sent: Atomic<Int>
    private let repeated = Atomic<Int>(0)
    private let repetitions = Atomic<Int>(0)
    private let resent = Atomic<Int>(0)
    /// The last token that was issued when the call first needed one; the largest number before.
    private let firstToken = Atomic<UInt64>(.max)
    private let permitReturned = Atomic(false)
    private let start: Int
    private let lastRetry = LazyReference<LastRetry>()
    private let lastAttempt = LazyReference<LastAttempt>()

    /// The last attempt of an observed call.
    private final class LastAttempt: Sendable {
        static let lastID = Atomic<UInt64>(0)
        let content = Lock<(id: UInt64, metrics: AttemptMetrics?)>((0, nil))
    }

    private final class LastRetry: Sendable {
        /// The retry, when its delay began, and the number of attempts before it.
        let content = Lock<(retry: Retry, start: Duration, attempts: Int)?>(nil)
    }

    /// - Parameter sent: The number of requests that the call has sent before.
    init(sent: Int = 0) {
        start = sent
        self.sent = Atomic(sent)
    }

    /// The number of requests that went to the transport.
    var attempts: Int { sent.load(ordering: .relaxed) }

    /// The number of attempts since the start.
    var newAttempts: Int { attempts - start }

    /// The number of attempts that followed a failed one.
    var retries: Int { repeated.load(ordering: .relaxed) }

    /// Counts a request that goes to the transport, and returns its number.
    func countAttempt() -> Int { sent.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns the number of an attempt that begins, unique in the process.
    func beginAttempt() -> UInt64 {
        let id = LastAttempt.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        lastAttempt.value { LastAttempt() }.content.withLock { $0 = (id, nil) }
        return id
    }

    /// The number of the last attempt; `nil` where nobody observes the call.
    var attemptID: UInt64? { lastAttempt.present?.content.withLock(\.id) }

    /// What was measured of the last attempt.
    var lastMeasured: AttemptMetrics? { lastAttempt.present?.content.withLock(\.metrics) }

    /// Notes what was measured of an attempt.
    func note(_ metrics: AttemptMetrics, of attempt: UInt64) {
        lastAttempt.value { LastAttempt() }.content.withLock { if $0.id <= attempt { $0 = (attempt, metrics) } }
    }

    /// Counts a retry whose delay begins.
    func count(_ retry: Retry, at start: Duration) {
        repeated.wrappingAdd(1, ordering: .relaxed)
        let last = lastRetry.value { LastRetry() }
        last.content.withLock { $0 = (retry, start, attempts) }
    }

    /// The retry that is waited for, with the rest of its delay; `nil` while none is.
    func pendingRetry(at now: Duration) -> Retry? {
        guard let last = lastRetry.present?.content.withLock({ $0 }), last.attempts == attempts else { return nil }
        let rest = max(.zero, last.start + last.retry.wait - now)
        return Retry(failure: last.retry.failure, wait: rest, cause: last.retry.cause)
    }

    /// Counts a request that is sent again at once since its connection was dead, and returns its number.
    func countRepetition() -> Int { repetitions.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Counts a request that is sent again because its token was refused, and returns how many were.
    package func countResend() -> Int { resent.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Whether an attempt has returned its permit of the rate limit, to wait for a token.
    package var hasReturnedPermit: Bool { permitReturned.load(ordering: .relaxed) }

    /// Notes that an attempt returns its permit of the rate limit.
    package func notePermitReturned() { permitReturned.store(true, ordering: .relaxed) }

    /// The last token that was issued when the call began to need one.
    package var tokenAtStart: UInt64 { firstToken.load(ordering: .relaxed) }

    /// Notes which token was the last one issued. Only the first one of a call counts.
    package func noteToken(_ number: UInt64) {
        _ = firstToken.compareExchange(expected: .max, desired: number, ordering: .relaxed)
    }

    /// Adds the attempts of an in-flight request that was made for the call.
    func add(_ counters: CallCounters) {
        sent.wrappingAdd(counters.newAttempts, ordering: .relaxed)
        if let id = counters.attemptID, let metrics = counters.lastMeasured { note(metrics, of: id) }
    }
}
