import HTTPTypes
import Synchronization

/// Runs the stages below in one task per in-flight request, which identical calls join.
///
/// A cancelled caller leaves the in-flight request to the others; the last one to leave cancels it.
/// A call that must not share runs the stages by itself.
final class InFlightRequests: Interceptor {
    private typealias Outcome = Call.Outcome

    private struct Caller: Sendable {
        let call: Call
        let outcome: Pending<Outcome>
    }

    private struct InFlightRequest: Sendable {
        let number: UInt64
        let call: Call
    }

    private struct State {
        var table = InFlightTable<RequestKey, InFlightRequest, Caller>()
        /// The number of callers with observers. While there are none, the steps of in-flight
        /// requests need no receivers.
        var observedCallers = 0
    }

    private let state = Lock(State())
    private let lastNumber = Atomic<UInt64>(0)
    private let endsOnCancel: Bool

    /// Makes the stage of a client.
    ///
    /// - Parameter endsOnCancel: Whether all of the client's stages below this one end soon after
    ///   they are cancelled.
    init(endsOnCancel: Bool) {
        self.endsOnCancel = endsOnCancel
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let call = context.call
        guard let key = RequestKey(request, call.options) else {
            return try await call.response(of: next, to: request, endsOnCancel: endsOnCancel(call))
        }
        let (outcome, hasJoined) = await outcome(of: key, request, call, next)
        let response = try outcome.get()
        // Sent again without sharing: joining another request could end in the same way.
        guard hasJoined, !isUseful(response, to: call) else { return response }
        return try await call.response(of: next, to: request, endsOnCancel: endsOnCancel(call))
    }

    /// Returns whether this call can use the response to another call's request.
    ///
    /// That call may accept other content types, so that only the beginning of the body was read.
    /// Or it may have sent the credentials of another account.
    private func isUseful(_ response: IncomingResponse, to call: Call) -> Bool {
        guard !response.restrictions.isOfOtherIdentity else { return false }
        return !response.isTruncated || !call.options.accepts(response.head)
            || call.options.accepted.refusedType(of: response.head) != nil
    }

    /// Returns whether all stages below end soon after they are cancelled.
    private func endsOnCancel(_ call: Call) -> Bool {
        endsOnCancel && call.options.request.interceptors.attempt.allSatisfy { $0 is any CancellableInterceptor }
    }

    private func number() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The requests that identical calls may join, each with the call that started it and the
    /// number of its callers.
    var summaries: [(request: String, call: UInt64, callers: Int)] {
        let requests = state.withLock { $0.table.requests }
        return requests.map { request, callers in ("\(request.call.request)", request.call.id, callers) }
            .sorted { $0.call < $1.call }
    }

    // MARK: - Callers

    /// Joins an in-flight request and waits for it.
    ///
    /// - Returns: The outcome, and whether another call started the in-flight request.
    private func outcome(
        of key: RequestKey, _ request: OutgoingRequest, _ call: Call, _ next: Next
    ) async -> (outcome: Outcome, hasJoined: Bool) {
        call.watch()
        let isObserved = call.events.isObserved
        // Counted before joining, or the first steps would find no observer.
        if isObserved { state.withLock { $0.observedCallers += 1 } }
        defer { if isObserved { state.withLock { $0.observedCallers -= 1 } } }
        let id = number()
        let caller = Caller(call: call, outcome: Pending())
        // Added before joining. A cancellation that comes first finds nothing to leave; `join` notices it.
        let handler = call.cancellation.add { [weak self] _ in self?.leave(key, id) }
        defer { call.cancellation.remove(handler) }
        let hasJoined = join(key, id, caller, request, next)
        let outcome = await caller.outcome.value { [weak self] in self?.leave(key, id) }
        return (outcome, hasJoined)
    }

    private func join(
        _ key: RequestKey, _ id: UInt64, _ caller: Caller, _ request: OutgoingRequest, _ next: Next
    ) -> Bool {
        let call = caller.call
        let inFlight = inFlight(for: key, of: call)
        let (isCancelled, first) = state.withLock { state -> (Bool, Caller?) in
            // Checked under the lock: `leave` has either run before, or will find this caller in the table.
            if Task.isCancelled || call.cancellation.reasonOrEnd != nil { return (true, nil) }
            let first = state.table.join(key, id, caller, new: inFlight)
            // Added here, so that it precedes every step of the in-flight request that is reported to this call.
            if let first, let queue = call.events.queue {
                queue.add(.joined(call: first.call.id))
                let present = state.table.request(key)?.call.presentAttempt
                for step in present?.steps ?? [] { queue.add(step, attempt: present?.id, isShared: true) }
            }
            return (false, first)
        }
        if isCancelled {
            caller.outcome.resolve(.failure(.cancelled))
        } else if first != nil {
            call.events.queue?.deliver()
        } else {
            // Outside the lock: the stages may run on this thread and finish before `start` returns, and `finish` takes
            // the lock.
            start(inFlight, key, request, next)
        }
        return first != nil
    }

    private func leave(_ key: RequestKey, _ id: UInt64) {
        guard let (caller, abandoned) = state.withLock({ $0.table.leave(key, id) }) else { return }
        if let inFlight = abandoned?.call {
            // First, so that nothing more is sent for the caller when it continues.
            inFlight.cancellation.cancel(caller.call.cancellation.reason ?? .cancelled)
            caller.call.counters.add(inFlight.counters)
        }
        caller.outcome.resolve(.failure(.cancelled))
    }

    // MARK: - In-flight requests

    private func inFlight(for key: RequestKey, of call: Call) -> InFlightRequest {
        let number = number()
        let events = EventTarget.inFlight { [weak self] in
            self?.isObserved ?? false
        } receivers: { [weak self] isForAll in
            self?.receivers(key, number, isForAll) ?? (nil, [])
        }
        let shared = call.inFlight(events: events) { [weak self] in self?.latestDeadline(key, number) }
        return InFlightRequest(number: number, call: shared)
    }

    private func start(_ inFlight: InFlightRequest, _ key: RequestKey, _ request: OutgoingRequest, _ next: Next) {
        inFlight.call.run(next.onBehalf(of: inFlight.call), request) { [self] outcome in
            finish(key, inFlight, inFlight.call.end(with: outcome))
        }
    }

    private func finish(_ key: RequestKey, _ inFlight: InFlightRequest, _ outcome: Outcome) {
        // Compared by number: after all callers have left this request, the key may belong to a newer one.
        let callers = state.withLock { state in state.table.finish(key) { $0.number == inFlight.number } }
        // The last caller may have left while the response arrived. Nobody reads it.
        guard !callers.isEmpty else { return outcome.close() }
        var outcome = outcome
        if case .success(var response) = outcome {
            response.attempts = inFlight.call.counters.newAttempts
            // Callers with the same type decode the body once. A single caller needs no lock for that.
            if callers.count > 1, response.decodings == nil { response.decodings = SharedDecodings() }
            outcome = .success(response)
        }
        // An interceptor may have sent the same request twice at once; its call then waits here twice.
        var counted: Set<ObjectIdentifier> = []
        for caller in callers {
            if callers.count == 1 || counted.insert(ObjectIdentifier(caller.call)).inserted {
                caller.call.counters.add(inFlight.call.counters)
            }
            if !caller.outcome.resolve(outcome) { outcome.close() }
        }
    }

    /// Whether any caller may have observers. It is read under the lock, so that a caller that has
    /// joined misses no step.
    private var isObserved: Bool { state.withLock { $0.observedCallers > 0 } }

    private func receivers(
        _ key: RequestKey, _ number: UInt64, _ isForAll: Bool
    ) -> (longestWaiting: EventQueue?, others: [EventQueue]) {
        let (longestWaiting, others) = state.withLock { state in
            (
                state.table.longestWaiting(key) { $0.number == number },
                isForAll ? state.table.others(key) { $0.number == number } : []
            )
        }
        return (longestWaiting?.call.events.queue, others.compactMap(\.call.events.queue))
    }

    /// Returns the latest deadline of the callers; `nil` if one of them has none.
    private func latestDeadline(_ key: RequestKey, _ number: UInt64) -> Duration? {
        let callers = state.withLock { state in state.table.callers(key) { $0.number == number } }
        // Read outside the lock, since a deadline is another object's state.
        let deadlines = callers.map(\.call.deadline)
        return deadlines.contains(nil) ? nil : deadlines.compactMap(\.self).max()
    }
}
