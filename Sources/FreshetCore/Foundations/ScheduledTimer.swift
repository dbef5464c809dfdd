/// A wait until a time, and the action that follows it. A clock of a test learns by it when the action has ended.
package final class ScheduledTimer: Sendable {
    /// The timer for which the present task sleeps.
    @TaskLocal package static var current: ScheduledTimer?

    private let state = Lock<(isEnded: Bool, observers: [@Sendable () -> Void])>((false, []))

    /// Calls a function when the action has ended or will not run; at once, if that is known already.
    package func observeEnd(_ observer: @escaping @Sendable () -> Void) {
        let isEnded = state.withLock { state in
            if !state.isEnded { state.observers.append(observer) }
            return state.isEnded
        }
        if isEnded { observer() }
    }

    fileprivate func end() {
        let observers = state.withLock { state in
            state.isEnded = true
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer() }
    }
}

extension TimeSource {
    /// Starts a task that waits until a time and then runs an action. Cancelling it during the wait prevents the
    /// action.
    ///
    /// It has no task-local values: a span in whose context a timer is set is not the parent of what the timer does.
    package func timer(at time: Duration, _ action: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached {
            let timer = ScheduledTimer()
            let isDue = await ScheduledTimer.$current.withValue(timer) { (try? await sleep(time)) != nil }
            if isDue { await action() }
            timer.end()
        }
    }
}
