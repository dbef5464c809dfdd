import HTTPTypes
import Synchronization

/// The state of one call, or of an in-flight request that is made for one or several calls.
package final class Call: Sendable {
    private static let lastID = Atomic<UInt64>(0)
    /// The number of the call that was made last.
    static var latestID: UInt64 { lastID.load(ordering: .relaxed) }

    /// The number of the call in its events. An in-flight request has the number of the call that
    /// started it.
    let id: UInt64
    let start: Duration
    /// The request as errors and events show it.
    let request: FetchError.Request
    let options: CallOptions
    let watchdog: Watchdog
    let observers: [any FetchObserver]
    let cancellation = CallCancellation()
    let events: EventTarget
    /// The identities of the caller; none for an in-flight request, which ends with its callers.
    let identities: [any CallerIdentity]
    /// Whether all stages of the call run in a task that is cancelled with it.
    let hasTask: Bool
    /// The timeout of the whole call; `nil` for none, and for an in-flight request.
    private let callTimeout: Duration?
    /// Returns the latest deadline of the callers that share the in-flight request; `nil` for a
    /// call, which has its own limit.
    private let latestDeadline: (@Sendable () -> Duration?)?
    // Created when they are first needed, since a response that is fresh in memory needs neither.
    private let deadlinesInUse = LazyReference<CallDeadlines>()
    private let countersInUse = LazyReference<CallCounters>()

    init(
        _ request: FetchError.Request, options: CallOptions, callTimeout: Duration?, watchdog: Watchdog,
        observers: [any FetchObserver], identities: [any CallerIdentity] = [], hasTask: Bool = false
    ) {
        self.identities = identities
        self.hasTask = hasTask
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        start = watchdog.time.now()
        self.request = request
        self.options = options
        self.watchdog = watchdog
        self.observers = observers
        self.callTimeout = callTimeout
        latestDeadline = nil
        events =
            observers.isEmpty
            ? .none
            : .call(
                EventQueue(call: id, request: request, start: start, time: watchdog.time, observers: observers))
    }

    private init(
        partOf call: Call, events: EventTarget, counters: CallCounters,
        latestDeadline: @escaping @Sendable () -> Duration?
    ) {
        identities = []
        hasTask = false
        id = call.id
        start = call.time.now()
        request = call.request
        options = call.options
        watchdog = call.watchdog
        observers = call.observers
        callTimeout = nil
        self.events = events
        self.latestDeadline = latestDeadline
        _ = countersInUse.value { counters }
    }

    /// Makes an in-flight request for this call and those that will share it.
    ///
    /// It has an idle timeout. Its deadline is the latest one of the calls that wait for it.
    func inFlight(events: EventTarget, latestDeadline: @escaping @Sendable () -> Duration?) -> Call {
        Call(
            // An interceptor around the call may have sent requests before. The numbers of attempts continue.
            partOf: self, events: events, counters: CallCounters(sent: counters.attempts),
            latestDeadline: latestDeadline)
    }

    /// Makes a part of this in-flight request that can be cancelled separately, with its own idle
    /// timeout.
    func branch() -> Call {
        Call(partOf: self, events: events, counters: counters) { [self] in deadline }
    }

    /// Makes a separate call for the same request, in the background.
    ///
    /// - Parameter identities: The identities of the request.
    func background(for identities: [any CallerIdentity]) -> Call {
        let call = Call(
            request, options: options.ofRevalidation, callTimeout: options.limits.callTimeout, watchdog: watchdog,
            observers: observers, identities: identities)
        // Plug-ins know this call like any other, so that a sign-out ends it before it stores a response.
        call.begin()
        return call
    }

    func begin() {
        for identity in identities { identity.callDidBegin(CallContext(self)) }
    }

    package var time: TimeSource { watchdog.time }

    var elapsed: Duration { time.now() - start }

    var deadlines: CallDeadlines {
        deadlinesInUse.value {
            CallDeadlines(start: start, callTimeout: callTimeout, idleTimeout: options.limits.idleTimeout)
        }
    }

    package var counters: CallCounters { countersInUse.value { CallCounters() } }

    /// The deadline of the call, or the latest deadline of all calls that wait for the in-flight
    /// request.
    var deadline: Duration? {
        if let latestDeadline { latestDeadline() } else { deadlines.callDeadline }
    }

    package func cancel() {
        cancellation.cancel(.cancelled)
    }

    /// Cancels the call, unless it is an in-flight request. The callers of an in-flight request
    /// cancel it when the last of them leaves, and a newer call may have joined it.
    func cancelForCaller() {
        if latestDeadline == nil { cancel() }
    }

    /// Starts to enforce the call's time limits, until it ends.
    func watch() {
        watchdog.add(self)
    }

    // MARK: - Events

    /// - Parameter attempt: The number of the attempt that the step belongs to.
    package func report(_ step: @autoclosure () -> FetchEvent.Step, attempt: UInt64? = nil) {
        events.report(step(), attempt: attempt)
    }

    /// The steps that a new observer has missed: the last attempt, and the pending retry.
    var presentAttempt: (id: UInt64?, steps: [FetchEvent.Step]) {
        guard let counters = countersInUse.present, counters.attempts > 0 else { return (nil, []) }
        let retry = counters.pendingRetry(at: time.now()).map { FetchEvent.Step.retry($0) }
        return (counters.attemptID, [.attempt(number: counters.attempts)] + [retry].compactMap(\.self))
    }

    /// Reports the head of a final response once, and its body if it is complete.
    func report(_ response: inout IncomingResponse) {
        if !response.isHeadReported { report(.head(status: response.head.status.code)) }
        response.isHeadReported = true
        guard events.isObserved, case .complete(let body) = response.body, !response.isTruncated,
            options.accepts(response.head), options.accepted.refusedType(of: response.head) == nil
        else { return }
        report(.body(bytes: body.count))
    }

    // MARK: - Ending

    /// Ends the call and returns its outcome. If the call had to stop, the outcome is the reason.
    func end<Value>(with result: Result<Value, FetchError>) -> Result<Value, FetchError> {
        // In this order: `Watchdog.add` checks for the end under its lock. If the call were removed first, it could be
        // added again and would stay in the watchdog.
        let (reason, _) = cancellation.end()
        watchdog.remove(self)
        return reason.map { .failure($0) } ?? result
    }

    /// Ends the call for its caller with a value, and reports its last step.
    ///
    /// - Throws: The reason, if the call had to stop.
    func succeed(with metrics: @autoclosure () -> CallMetrics) throws(FetchError) {
        let (reason, isFirst) = endForCaller()
        if let reason { throw failure(reason, isFirst: isFirst) }
        if isFirst { report(.finished(metrics())) }
    }

    /// Ends the call for its caller with an error, and reports its last step.
    ///
    /// - Returns: The error for the caller. If the call had to stop, it is the reason.
    func fail(with error: FetchError) -> FetchError {
        let (reason, isFirst) = endForCaller()
        return failure(reason ?? error, isFirst: isFirst)
    }

    private func endForCaller() -> (reason: FetchError?, isFirst: Bool) {
        let (reason, isFirst) = cancellation.end()
        watchdog.remove(self)
        // A reader that asks for more after a failure ends the call again. Plug-ins are only told once.
        guard isFirst else { return (reason, false) }
        for identity in identities { identity.callDidEnd(CallContext(self)) }
        options.progress?.update { counter, _ in counter.end() }
        return (reason, isFirst)
    }

    /// Adds the request to an error, and reports it.
    private func failure(_ error: FetchError, isFirst: Bool) -> FetchError {
        let error = error.adding(request: request, mayRepeat: options.retry.mayRepeat)
        if isFirst { report(error.isCancellation ? .cancelled : .failed(error)) }
        return error
    }

    /// Returns the metrics of the call so far.
    func metrics(of response: IncomingResponse, bodyBytes: Int) -> CallMetrics {
        var metrics = CallMetrics()
        let now = time.now()
        metrics.duration = now - start
        // A call that joins an in-flight request may begin after its head was received.
        metrics.timeToHead = max(.zero, (response.headTime ?? now) - start)
        metrics.attempts = countersInUse.present?.attempts ?? 0
        metrics.lastAttempt = countersInUse.present?.lastMeasured
        metrics.bodyBytes = bodyBytes
        metrics.redirects = response.redirects.count
        return metrics
    }
}
