import Synchronization

/// The counters of a call, or of an in-flight request.
package final class CallCounters: Sendable {
    private let sent: Atomic<Int>
    private let repeated = Atomic<Int>(0)
    private let repetitions = Atomic<Int>(0)
    private let resent = Atomic<Int>(0)
    /// The number of the last token issued when the call first needed one; the largest number before
    /// that.
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

    /// Makes counters.
    ///
    /// - Parameter sent: The number of requests that the call has sent before.
    init(sent: Int = 0) {
        start = sent
        self.sent = Atomic(sent)
    }

    /// The number of requests passed to the transport.
    var attempts: Int { sent.load(ordering: .relaxed) }

    /// The number of attempts since the start.
    var newAttempts: Int { attempts - start }

    /// The number of attempts that followed a failed attempt.
    var retries: Int { repeated.load(ordering: .relaxed) }

    /// Counts a request that is passed to the transport, and returns its number.
    func countAttempt() -> Int { sent.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns the number of a new attempt, which is unique in the process.
    func beginAttempt() -> UInt64 {
        let id = LastAttempt.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        lastAttempt.value { LastAttempt() }.content.withLock { $0 = (id, nil) }
        return id
    }

    /// The number of the last attempt; `nil` if the call has no observer.
    var attemptID: UInt64? { lastAttempt.present?.content.withLock(\.id) }

    /// The metrics of the last attempt; `nil` if none were measured.
    var lastMeasured: AttemptMetrics? { lastAttempt.present?.content.withLock(\.metrics) }

    /// Records the metrics of an attempt.
    func note(_ metrics: AttemptMetrics, of attempt: UInt64) {
        // A transport may report an attempt when the next one has already begun, whose number must stay.
        lastAttempt.value { LastAttempt() }.content.withLock { if $0.id <= attempt { $0 = (attempt, metrics) } }
    }

    /// Counts a retry whose delay begins.
    func count(_ retry: Retry, at start: Duration) {
        repeated.wrappingAdd(1, ordering: .relaxed)
        let last = lastRetry.value { LastRetry() }
        last.content.withLock { $0 = (retry, start, attempts) }
    }

    /// Returns the pending retry with the rest of its delay; `nil` if none is pending.
    func pendingRetry(at now: Duration) -> Retry? {
        // An attempt since then shows that the delay is over.
        guard let last = lastRetry.present?.content.withLock({ $0 }), last.attempts == attempts else { return nil }
        let rest = max(.zero, last.start + last.retry.wait - now)
        return Retry(failure: last.retry.failure, wait: rest, cause: last.retry.cause)
    }

    /// Counts a request that is sent again at once because its connection was dead, or because the
    /// server hasn't processed it.
    ///
    /// - Returns: The number of such requests in this call.
    func countRepetition() -> Int { repetitions.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Counts a request that is sent again because its token was refused.
    ///
    /// - Returns: The number of such requests in this call.
    package func countResend() -> Int { resent.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Whether an attempt has returned its permit of the rate limit in order to wait for a token.
    package var hasReturnedPermit: Bool { permitReturned.load(ordering: .relaxed) }

    /// Records that an attempt returns its permit of the rate limit.
    package func notePermitReturned() { permitReturned.store(true, ordering: .relaxed) }

    /// The number of the last token issued when the call first needed one.
    package var tokenAtStart: UInt64 { firstToken.load(ordering: .relaxed) }

    /// Records the number of the last token issued. Only the first number that a call records counts.
    package func noteToken(_ number: UInt64) {
        _ = firstToken.compareExchange(expected: .max, desired: number, ordering: .relaxed)
    }

    /// Adds the attempts of an in-flight request that was made for the call.
    func add(_ counters: CallCounters) {
        sent.wrappingAdd(counters.newAttempts, ordering: .relaxed)
        if let id = counters.attemptID, let metrics = counters.lastMeasured { note(metrics, of: id) }
    }
}
