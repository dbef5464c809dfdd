import FreshetCore

/// Wakes resources at their deadlines, with one task for all of them.
///
/// A resource whose deadline is postponed is woken at the earlier time, and then reports the later
/// one.
final class ResourceTimers: Sendable {
    fileprivate struct Alarm {
        let due: Duration
        let entry: any AnyResourceEntry
    }

    fileprivate struct State {
        /// A heap: each alarm is due no later than its two children.
        var alarms: [Alarm] = []
        var task: Task<Void, Never>?
        /// The time until which the task sleeps.
        var wake: Duration?
    }

    private let time: TimeSource
    private let state = Lock(State())

    init(time: TimeSource) {
        self.time = time
    }

    deinit {
        state.withLock { $0.task }?.cancel()
    }

    /// Adds an alarm for a resource of a store. The task doesn't retain the store, and wakes no
    /// resource after the store's release.
    func add(_ entry: any AnyResourceEntry, at due: Duration, of store: ResourceStore) {
        state.withLock { state in
            state.insert(Alarm(due: due, entry: entry))
            sleep(&state, store)
        }
    }

    /// Starts a task that sleeps until the first alarm, unless the current task wakes early enough.
    private func sleep(_ state: inout State, _ store: ResourceStore) {
        guard let due = state.alarms.first?.due, state.wake.map({ due < $0 }) ?? true else { return }
        state.task?.cancel()
        state.wake = due
        state.task = time.timer(at: due) { [weak store] in
            if let store { store.timers.fire(due, store) }
        }
    }

    private func fire(_ due: Duration, _ store: ResourceStore) {
        // The sleep is over, but a clock with a coarse resolution may not have reached the time yet.
        let now = max(due, time.now())
        let alarms = state.withLock { state in
            var alarms: [Alarm] = []
            while let first = state.alarms.first, first.due <= now { alarms.append(state.removeFirst()) }
            // An alarm that was added in the meantime may have started another sleep.
            if state.wake == due { state.wake = nil }
            sleep(&state, store)
            return alarms
        }
        for alarm in alarms { alarm.entry.passTime(alarm.due) }
    }
}

extension ResourceTimers.State {
    fileprivate mutating func insert(_ alarm: ResourceTimers.Alarm) {
        alarms.append(alarm)
        var child = alarms.count - 1
        while child > 0, alarms[child].due < alarms[(child - 1) / 2].due {
            alarms.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    fileprivate mutating func removeFirst() -> ResourceTimers.Alarm {
        alarms.swapAt(0, alarms.count - 1)
        let first = alarms.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < alarms.count }
            guard let smaller = children.min(by: { alarms[$0].due < alarms[$1].due }),
                alarms[smaller].due < alarms[parent].due
            else { return first }
            alarms.swapAt(parent, smaller)
            parent = smaller
        }
    }
}
