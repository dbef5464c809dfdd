import Foundation
import HTTPTypes
import Synchronization

/// One call from its start to its end, whichever face asked for it.
///
/// It knows why the call has to stop, if it has to, and how to stop it. The first reason stays; a call that has
/// ended can't be stopped any more.
final class Call: StopSignal {
    private struct State {
        var interruption: FetchError?
        var isEnded = false
        /// Since when the server is waited for.
        var waitingSince: Duration?
        /// Stops what the call is doing at the moment.
        var stop: (@Sendable () -> Void)?
        /// The exchange that the call can do without, while there is one.
        var dispensable: Dispensable?
        /// The requests that went to the transport, and how many of them were attempts after one that had failed.
        var attempts = 0
        var retries = 0
    }

    private enum Dispensable {
        /// Under way, with what stops it as soon as it has begun.
        case underWay((@Sendable () -> Void)?)
        /// Given up, since the server sent nothing.
        case givenUp
    }

    /// The steps that are still to be told: of one call always one after another, also when two tasks report them.
    private struct Outbox {
        var events: [FetchEvent] = []
        var isTelling = false
        var isClosed = false
    }

    private static let lastID = Atomic<UInt64>(0)

    let id: UInt64
    let start: Duration
    private let time: TimeSource
    private let callTimeout: Duration?
    private let idleTimeout: Duration?
    private let observers: [any FetchObserver]
    private let subject: Subject
    private let mayRepeat: Bool
    private let latestDeadline: (@Sendable (UInt64) -> Duration?)?
    private let state = Lock(State())
    /// `nil` when nobody listens.
    private let outbox: Lock<Outbox>?

    init(
        _ subject: Subject,
        mayRepeat: Bool,
        callTimeout: Duration?,
        idleTimeout: Duration?,
        time: TimeSource,
        observers: [any FetchObserver],
        latestDeadline: (@Sendable (UInt64) -> Duration?)? = nil
    ) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        self.subject = subject
        self.mayRepeat = mayRepeat
        self.callTimeout = callTimeout
        self.idleTimeout = idleTimeout
        self.time = time
        self.observers = observers
        self.latestDeadline = latestDeadline
        outbox = observers.isEmpty ? nil : Lock(Outbox())
        start = time.now()
    }

    /// What the call asks, as its errors and events tell it: put into words when somebody wants to hear it.
    enum Subject: Sendable {
        case request(PreparedRequest)
        case undescribable(FetchError.Request)

        var summary: FetchError.Request {
            switch self {
            case .request(let request): request.summary
            case .undescribable(let summary): summary
            }
        }
    }

    var elapsed: Duration { time.now() - start }

    /// Makes the call that carries an exchange for this one and others: the server is waited for as long, and how long in
    /// all is up to those who wait.
    ///
    /// - Parameters:
    ///   - voice: Hears the steps of the exchange, when anybody listens to this call's.
    ///   - latestDeadline: Until when somebody waits, given the number of the new call.
    func exchange(voice: any FetchObserver, latestDeadline: @escaping @Sendable (UInt64) -> Duration?) -> Call {
        Call(
            subject, mayRepeat: mayRepeat, callTimeout: nil, idleTimeout: idleTimeout, time: time,
            observers: observers.isEmpty ? [] : [voice], latestDeadline: latestDeadline)
    }

    // MARK: - Stopping

    /// Sets what ends the present wait, until the next one is set; it is run at once when the call has to stop already.
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

    /// Waits for what only cancelling its task can end, in a task of its own.
    func stoppable<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let task = Task<Result<Value, Failure>, Never> {
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        onStop { task.cancel() }
        defer { onStop(nil) }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Begins a wait for the server, which the idle timeout limits; to be ended in any case.
    @inline(never)
    func beginWaiting() {
        guard idleTimeout != nil else { return }
        let now = time.now()
        state.withLock { $0.waitingSince = now }
    }

    @inline(never)
    func endWaiting() {
        guard idleTimeout != nil else { return }
        state.withLock { $0.waitingSince = nil }
    }

    /// Takes the next chunk of a body.
    func next(of response: TransportResponse) async throws(FetchError) -> Data? {
        beginWaiting()
        defer { endWaiting() }
        let body = response.body
        guard !response.isStoppable else { return try await body.next() }
        return try await stoppable { () async throws(FetchError) in try await body.next() }
    }

    /// Runs an exchange that the call can do without: when the idle timeout runs out it ends, and the call goes on.
    ///
    /// - Throws: What the exchange throws; the idle timeout, after which the call is not interrupted.
    func waitingInVain<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(FetchError) -> Value
    ) async throws(FetchError) -> Value {
        guard let idleTimeout else { return try await body() }
        state.withLock { $0.dispensable = .underWay(nil) }
        let task = Task<Result<Value, FetchError>, Never> {
            do throws(FetchError) { return .success(try await body()) } catch { return .failure(error) }
        }
        let isGivenUp = state.withLock { state in
            guard case .underWay = state.dispensable else { return true }
            state.dispensable = .underWay(task.cancel)
            return false
        }
        if isGivenUp { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let isInVain = state.withLock { state in
            defer { state.dispensable = nil }
            if case .givenUp = state.dispensable { return true }
            return false
        }
        if case .failure(let error) = result, isInVain, error.isCancellation, interruption == nil {
            throw FetchError(.timedOut(.idle(idleTimeout)))
        }
        return try result.get()
    }

    /// When the watchdog has to look at the call next; `nil` when it never has to.
    ///
    /// A call that waits for nothing at the moment may wait soon: it is looked at again after an idle timeout.
    var nextDeadline: Duration? {
        let whole = callTimeout.map { start + $0 }
        guard let idleTimeout else { return whole }
        let idle = (state.withLock { $0.waitingSince } ?? time.now()) + idleTimeout
        return whole.map { min($0, idle) } ?? idle
    }

    /// When the time of the call runs out, and of all who wait for it.
    var deadline: Duration? { latestDeadline.map { $0(id) } ?? callTimeout.map { start + $0 } }

    /// What is left of the time of the call.
    var remaining: Duration? { deadline.map { $0 - time.now() } }

    /// Ends the call, or the wait that it can do without.
    ///
    /// - Returns: Whether the call goes on.
    func expire(_ timeout: FetchError.Timeout) -> Bool {
        if case .idle = timeout, giveUp() { return true }
        interrupt(FetchError(.timedOut(timeout)))
        return false
    }

    /// Stops the exchange that the call can do without; returns whether there is one.
    private func giveUp() -> Bool {
        let (isDispensable, stop) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard case .underWay(let stop) = state.dispensable else { return (false, nil) }
            state.dispensable = .givenUp
            state.waitingSince = nil
            return (true, stop)
        }
        stop?()
        return isDispensable
    }

    /// Which limit of time has run out.
    func timeout(at now: Duration) -> FetchError.Timeout? {
        if let callTimeout, now - start >= callTimeout { return .call(callTimeout) }
        if let idleTimeout, let since = state.withLock({ $0.waitingSince }), now - since >= idleTimeout {
            return .idle(idleTimeout)
        }
        return nil
    }

    // MARK: - Counting

    /// Counts a request that goes to the transport, and returns its number.
    func countAttempt() -> Int {
        state.withLock { state in
            state.attempts += 1
            return state.attempts
        }
    }

    func countRetry() {
        state.withLock { $0.retries += 1 }
    }

    var attempts: Int { state.withLock { $0.attempts } }
    var retries: Int { state.withLock { $0.retries } }

    // MARK: - Ending

    /// Ends the call and returns its true outcome: an interruption wins over what the work came to.
    @inline(never)
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
        let told = outcome.mapError { $0.adding(request: subject.summary, mayRepeat: mayRepeat) }
        guard isFirst, outbox != nil else { return told }
        switch told {
        case .success(let value): report(.finished(metrics(value)))
        case .failure(let error): report(error.isCancellation ? .cancelled : .failed(error))
        }
        return told
    }

    /// What the call took until now.
    ///
    /// - Parameter startedAt: When the call started that carried the exchange: this one, unless told.
    func metrics(_ arrival: Pipeline.Arrival, startedAt: Duration? = nil, bodyBytes: Int) -> CallMetrics {
        var metrics = CallMetrics()
        metrics.duration = elapsed
        metrics.timeToHead = max(.zero, (startedAt ?? start) + arrival.timeToHead - start)
        metrics.attempts = arrival.attempts
        metrics.bodyBytes = bodyBytes
        metrics.redirects = arrival.redirects
        return metrics
    }

    // MARK: - Events

    @inline(never)  // Or the step would take room in the task of each call that waits.
    func report(_ step: @autoclosure () -> FetchEvent.Step) {
        guard outbox != nil else { return }
        note(step())
        tell()
    }

    /// Puts a step behind those that are to be told. After the end of the call there is none.
    func note(_ step: @autoclosure () -> FetchEvent.Step) {
        guard let outbox else { return }
        let event = FetchEvent(call: id, request: subject.summary, elapsed: elapsed, step: step())
        outbox.withLock { outbox in
            guard !outbox.isClosed else { return }
            outbox.events.append(event)
            outbox.isClosed = event.step.isEnd
        }
    }

    /// Tells the steps that are noted, unless somebody else is about it.
    func tell() {
        guard let outbox else { return }
        var isMine = false
        while let event = nextEvent(of: outbox, &isMine) {
            for observer in observers { observer.observe(event) }
        }
    }

    private func nextEvent(of outbox: Lock<Outbox>, _ isMine: inout Bool) -> FetchEvent? {
        outbox.withLock { outbox in
            guard isMine || !outbox.isTelling else { return nil }
            isMine = !outbox.events.isEmpty
            outbox.isTelling = isMine
            return isMine ? outbox.events.removeFirst() : nil
        }
    }
}
