import Foundation
import HTTPTypes

/// The stage that delays requests until the rate limits of their hosts admit them.
final class RateLimiter: Interceptor {
    private typealias Waiter = Pending<FetchError?>

    /// The state of one host: its gate, and the requests that wait at it.
    private struct Room {
        var gate: RateGate
        var waiters: [UInt64: Waiter] = [:]
        /// The task that wakes up when the first waiting request may be admitted.
        var sleeper: (wakesAt: Duration, task: Task<Void, Never>)?
    }

    private struct State {
        var lastID: UInt64 = 0
        var rooms = HostTable<Room> { $0.gate.isBusy }
    }

    let limit: RateLimit
    private let time: TimeSource
    private let state = Lock(State())

    init(_ limit: RateLimit, time: TimeSource) {
        self.limit = limit
        self.time = time
    }

    /// The states of the hosts as text.
    var summaries: [(name: String, value: String?)] {
        let now = time.now()
        return state.withLock(\.rooms.byHost).map { ($0.host, $0.entry.gate.summary(at: now)) }
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let permit = try await enter(request.address.origin, context.call)
        // Returns its permit when it is released: after a failure here, else with the end of the body.
        var response = try await pass(request, next)
        switch response.body {
        case .complete: permit.leave()
        // An event stream may stay open for hours. A few of them would use up all permits.
        case .stream where request.options[LongLived.self]: permit.leave()
        case .stream(let body): response.body = .stream(PermitBody(body, permit))
        }
        return response
    }

    /// Sends the request, and applies the quota that the head of its response reports.
    private func pass(_ request: OutgoingRequest, _ next: Next) async throws(FetchError) -> IncomingResponse {
        guard limit.followsServer else { return try await next.pass(request) }
        let (host, sending) = (request.address.origin, time.now())
        do throws(FetchError) {
            let response = try await next.pass(request)
            take(response.head, at: response.headTime, ofRequestSentAt: sending, host)
            return response
        } catch {
            // The head is valid even if the body broke off.
            take(error.response?.head, at: nil, ofRequestSentAt: sending, host)
            throw error
        }
    }

    /// Applies the quota of a response.
    ///
    /// - Parameter head: The head of the response; `nil` if the request failed without one.
    private func take(
        _ head: HTTPResponse?, at headTime: Duration?, ofRequestSentAt sending: Duration, _ host: WebAddress.Origin
    ) {
        let now = time.now()
        let quota = head.flatMap { ServerQuota.strictest(in: $0.headerFields) }
        change(host, now) { room in
            room.gate.endWait()
            if head != nil { room.gate.take(quota, ofRequestSentAt: sending, at: headTime ?? now) }
        }
    }

    /// Waits until the host's limits admit a request, in the order of arrival.
    ///
    /// - Returns: The permit of the exchange, which is given back when the object is released.
    private func enter(_ host: WebAddress.Origin, _ call: Call) async throws(FetchError) -> RatePermit {
        let start = time.now()
        let waiter = Waiter()
        let (id, entry) = enter(host, waiter, now: start)
        switch entry {
        case .passes: break
        case .isRefused: throw FetchError(.tooManyCalls(limit: limit.waiters))
        case .waits(let ahead):
            call.report(.queued(ahead: ahead))
            // A call that is cancelled leaves the queue at once, so it takes no turn from those
            // behind it.
            if let problem = await waiter.value(abandon: { [weak self] in self?.leave(id, host) }) { throw problem }
            call.report(.admitted(after: time.now() - start))
        }
        // Weak: a response that the app keeps unread must not keep the limiter of a released
        // client.
        return RatePermit { [weak self] in self?.end(host) }
    }

    private func enter(_ host: WebAddress.Origin, _ waiter: Waiter, now: Duration) -> (id: UInt64, RateGate.Entry) {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let entry = change(host, now) { room in
            let entry = room.gate.enter(id, now: now)
            // In the same step as the entry: another thread could otherwise admit the request
            // before it has a waiter to resume.
            if case .waits = entry { room.waiters[id] = waiter }
            return entry
        }
        return (id, entry)
    }

    private func leave(_ id: UInt64, _ host: WebAddress.Origin) {
        let waiter = change(host, time.now()) { room -> Waiter? in
            room.gate.leave(id)
            return room.waiters.removeValue(forKey: id)
        }
        waiter?.resolve(.cancelled)
    }

    private func end(_ host: WebAddress.Origin) {
        change(host, time.now()) { $0.gate.end() }
    }

    /// Changes the state of a host, and admits the requests that may pass afterwards.
    @discardableResult
    private func change<Result>(
        _ host: WebAddress.Origin, _ now: Duration, _ body: (inout Room) -> Result
    ) -> Result {
        let (result, admitted) = state.withLock { state in
            state.rooms.update(host, or: Room(gate: RateGate(limit, now: now))) { room in
                let result = body(&room)
                let admitted = room.gate.admit(now: now).compactMap { room.waiters.removeValue(forKey: $0) }
                schedule(host, &room)
                return (result, admitted)
            }
        }
        // After the lock is released: resuming a call runs other code.
        for waiter in admitted { waiter.resolve(nil) }
        return result
    }

    private func schedule(_ host: WebAddress.Origin, _ room: inout Room) {
        let next = room.gate.nextAdmission
        // Most changes move nothing, and a cancelled timer stays in the system until it is due.
        guard next != room.sleeper?.wakesAt else { return }
        room.sleeper?.task.cancel()
        room.sleeper = next.map { next in
            let sleep = time.sleep
            let task = Task { [weak self] in
                do { try await sleep(next) } catch { return }
                self?.wake(host, at: next)
            }
            return (next, task)
        }
    }

    private func wake(_ host: WebAddress.Origin, at time: Duration) {
        // Even if the clock wakes this task early: at `time` itself, the first request certainly
        // may pass.
        change(host, max(time, self.time.now())) { room in
            // This task may have been replaced by another one before it could be cancelled.
            if room.sleeper?.wakesAt == time { room.sleeper = nil }
        }
    }
}

/// The permit to run an exchange.
final class RatePermit: Sendable {
    private let end: Lock<(@Sendable () -> Void)?>

    init(end: @escaping @Sendable () -> Void) {
        self.end = Lock(end)
    }

    deinit {
        leave()
    }

    /// Gives back the permit. Does nothing if it has already been given back.
    func leave() {
        // Taken under the lock and called outside of it: a body that ends and is cancelled at the
        // same time gives its permit back once.
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}

/// A body that holds the permit of its exchange until it ends.
final class PermitBody: TransportBody {
    private let base: any TransportBody
    private let permit: RatePermit

    init(_ base: any TransportBody, _ permit: RatePermit) {
        self.base = base
        self.permit = permit
    }

    func next() async throws(FetchError) -> Data? {
        do throws(FetchError) {
            let chunk = try await base.next()
            if chunk == nil { permit.leave() }
            return chunk
        } catch {
            permit.leave()
            throw error
        }
    }

    func cancel() {
        base.cancel()
        permit.leave()
    }
}
