import Synchronization

/// One call from its start to its end, whichever face asked for it.
///
/// It knows why the call has to stop, if it has to, and how to stop it. The first reason stays; a call that has
/// ended can't be stopped any more.
final class Call: Sendable {
    private struct State {
        var interruption: FetchError?
        var isEnded = false
        /// Since when the server is waited for.
        var waitingSince: Duration?
        /// Stops what the call is doing at the moment.
        var stop: (@Sendable () -> Void)?
    }

    private static let lastID = Atomic<UInt64>(0)

    let id: UInt64
    let start: Duration
    private let time: TimeSource
    private let callTimeout: Duration?
    private let idleTimeout: Duration?
    private let observers: [any FetchObserver]
    private let request: FetchError.Request
    private let mayRepeat: Bool
    private let state = Lock(State())

    init(
        request: FetchError.Request,
        mayRepeat: Bool,
        callTimeout: Duration?,
        idleTimeout: Duration?,
        time: TimeSource,
        observers: [any FetchObserver]
    ) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        self.request = request
        self.mayRepeat = mayRepeat
        self.callTimeout = callTimeout
        self.idleTimeout = idleTimeout
        self.time = time
        self.observers = observers
        start = time.now()
    }

    var elapsed: Duration { time.now() - start }

    // MARK: - Stopping

    /// Sets what stops the current work; it is run at once when the call has to stop already.
    func onStop(_ stop: (@Sendable () -> Void)?) {
        let isInterrupted = state.withLock { state in
            state.stop = state.isEnded ? nil : stop
            return !state.isEnded && state.interruption != nil
        }
        if isInterrupted { stop?() }
    }

    func cancel() {
        interrupt(.cancelled)
    }

    private func interrupt(_ reason: FetchError) {
        let stop = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isEnded, state.interruption == nil else { return nil }
            state.interruption = reason
            return state.stop
        }
        stop?()
    }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Why the call has to stop.
    var interruption: FetchError? { state.withLock { $0.interruption } }

    // MARK: - Time

    /// Runs a wait for the server, which the idle timeout limits.
    func waiting<Value>(
        _ body: nonisolated(nonsending) () async throws(FetchError) -> Value
    ) async throws(FetchError) -> Value {
        if idleTimeout != nil {
            let now = time.now()
            state.withLock { $0.waitingSince = now }
        }
        defer { if idleTimeout != nil { state.withLock { $0.waitingSince = nil } } }
        return try await body()
    }

    /// When the watchdog has to look at the call next; `nil` when it never has to.
    ///
    /// A call that waits for nothing at the moment may wait soon: it is looked at again after an idle timeout.
    var nextDeadline: Duration? {
        let idle = idleTimeout.map { (state.withLock { $0.waitingSince } ?? time.now()) + $0 }
        let whole = callTimeout.map { start + $0 }
        return [idle, whole].compactMap(\.self).min()
    }

    func expire(_ timeout: FetchError.Timeout) {
        interrupt(FetchError(.timedOut(timeout)))
    }

    /// Which limit of time has run out.
    func timeout(at now: Duration) -> FetchError.Timeout? {
        if let callTimeout, now - start >= callTimeout { return .call(callTimeout) }
        if let idleTimeout, let since = state.withLock({ $0.waitingSince }), now - since >= idleTimeout {
            return .idle(idleTimeout)
        }
        return nil
    }

    // MARK: - Ending

    /// Ends the call and returns its true outcome: an interruption wins over what the work came to.
    func end<Value>(
        with result: Result<Value, FetchError>, metrics: (Value) -> CallMetrics
    ) -> Result<Value, FetchError> {
        let (interruption, isFirst) = state.withLock { state in
            defer {
                state.isEnded = true
                state.stop = nil
            }
            return (state.interruption, !state.isEnded)
        }
        let outcome = interruption.map { .failure($0) } ?? result
        let told = outcome.mapError { $0.adding(request: request, mayRepeat: mayRepeat) }
        guard isFirst else { return told }
        switch told {
        case .success(let value): report(.finished(metrics(value)))
        case .failure(let error): report(error.isCancellation ? .cancelled : .failed(error))
        }
        return told
    }

    /// What the call took until now.
    func metrics(_ arrival: Pipeline.Arrival, bodyBytes: Int) -> CallMetrics {
        var metrics = CallMetrics()
        metrics.duration = elapsed
        metrics.timeToHead = arrival.timeToHead
        metrics.bodyBytes = bodyBytes
        metrics.redirects = arrival.redirects
        return metrics
    }

    // MARK: - Events

    func report(_ step: @autoclosure () -> FetchEvent.Step) {
        guard !observers.isEmpty else { return }
        let event = FetchEvent(call: id, request: request, elapsed: elapsed, step: step())
        for observer in observers { observer.observe(event) }
    }
}
