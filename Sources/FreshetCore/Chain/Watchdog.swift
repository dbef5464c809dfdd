/// Ends calls whose time limit has expired, or all calls at once.
///
/// All calls of a client share one sleeping task: a task and a timer for each would cost more than a
/// short call, and a cancelled timer stays in the system until it is due.
final class Watchdog: Sendable {
    private struct State {
        var calls: [ObjectIdentifier: Call] = [:]
        /// The number of the last call that ``cancelAll()`` has reached.
        var lastCancelled: UInt64 = 0
        var sleeper: (wakesAt: Duration, task: Task<Void, Never>)?
    }

    let time: TimeSource
    private let state = Lock(State())

    init(time: TimeSource) {
        self.time = time
    }

    deinit {
        state.withLock { $0.sleeper?.task.cancel() }
    }

    /// Watches a call until it is removed. A call that has ended isn't watched.
    func add(_ call: Call) {
        let due = call.deadlines.next(at: time.now())
        let isCancelled = state.withLock { state in
            // Checked under the lock: a call that ended before it was added has already been removed.
            guard !call.cancellation.isEnded else { return false }
            state.calls[ObjectIdentifier(call)] = call
            if let due { wake(at: due, &state) }
            return call.id <= state.lastCancelled
        }
        // The call had started when all calls were cancelled, but its task hadn't run yet.
        if isCancelled { call.cancelForCaller() }
    }

    /// Cancels all calls that have started. A call that isn't watched yet is cancelled when it is added.
    func cancelAll() {
        let calls = state.withLock { state in
            state.lastCancelled = Call.latestID
            return Array(state.calls.values)
        }
        for call in calls { call.cancelForCaller() }
    }

    func remove(_ call: Call) {
        // The call is released outside the lock, since releasing the last one may release its client.
        _ = state.withLock { $0.calls.removeValue(forKey: ObjectIdentifier(call)) }
    }

    private func wake(at due: Duration, _ state: inout State) {
        if let sleeper = state.sleeper {
            // The idle deadline of a call moves with every byte. The sleeper isn't moved along, but sleeps again if it
            // wakes too early.
            guard due < sleeper.wakesAt else { return }
            sleeper.task.cancel()
        }
        let sleep = time.sleep
        // Weak, or the sleeping task would keep the watchdog until the next deadline, long after its client.
        let task = Task { [weak self] in
            do { try await sleep(due) } catch { return }
            self?.check()
        }
        state.sleeper = (due, task)
    }

    /// Ends the calls that are overdue and sleeps until the next deadline.
    private func check() {
        let now = time.now()
        let overdue = state.withLock { state in
            state.sleeper = nil
            // Each call is checked once: a call that is removed here is never checked again.
            let overdue = state.calls.values.compactMap { call in call.deadlines.timeout(at: now).map { (call, $0) } }
            for (call, _) in overdue { state.calls[ObjectIdentifier(call)] = nil }
            if let next = state.calls.values.compactMap({ $0.deadlines.next(at: now) }).min() { wake(at: next, &state) }
            return overdue
        }
        // Outside the lock: a cancelled call runs its handlers at once, and its end calls `remove`.
        for (call, timeout) in overdue { call.cancellation.cancel(FetchError(.timedOut(timeout))) }
    }
}
