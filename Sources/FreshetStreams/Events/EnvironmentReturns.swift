import FreshetCore

/// Counts how often the network returned or the app entered the foreground, and resumes the waiting
/// reader.
final class EnvironmentReturns: Sendable {
    private struct State {
        var count = 0
        var waiter: Pending<Void>?
    }

    private let state: Lock<State>
    private let observations: [EnvironmentObservation]

    init(_ configuration: ClientConfiguration) {
        let state = Lock(State())
        let note: @Sendable () -> Void = {
            let waiter = state.withLock { state in
                state.count += 1
                return state.waiter.take()
            }
            waiter?.resolve(())
        }
        self.state = state
        let network = configuration.reachability?.observe { isOffline in if !isOffline { note() } }
        let foreground = configuration.foreground?.observe { isActive in if isActive { note() } }
        observations = [network, foreground].compactMap(\.self)
    }

    var count: Int { state.withLock { $0.count } }

    /// Waits until the count exceeds a number or the task is cancelled. Only one task may wait at a
    /// time.
    func wait(beyond number: Int) async {
        let waiter = Pending<Void>()
        // The count is compared and the waiter stored under one lock; a return in between would be missed.
        let passes = state.withLock { state in
            if state.count <= number { state.waiter = waiter }
            return state.count > number
        }
        if !passes { await waiter.value { waiter.resolve(()) } }
    }
}
