/// An observation of a ``Reachability`` or a ``Foreground``, which ends when it is released.
///
/// It can be cancelled or released on any thread.
public final class EnvironmentObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Makes an observation, for a conformance of your own.
    ///
    /// - Parameter end: Ends the observation. It may be called several times: by ``cancel()``, and
    ///   when the observation is released.
    public init(ending end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the observation.
    ///
    /// The observer isn't called again, but a call that is already running on another thread may
    /// still finish.
    public func cancel() {
        end()
    }
}

/// A flag that informs its observers when it changes.
package final class ObservedFlag: Sendable {
    private struct State {
        var value: Bool
        var lastID = 0
        var observers: [Int: @Sendable (Bool) -> Void] = [:]
    }

    private let state: Lock<State>

    package init(_ value: Bool) {
        state = Lock(State(value: value))
    }

    /// The current value. Set it from one thread at a time, or observers may receive two changes in
    /// the wrong order.
    package var value: Bool {
        get { state.withLock { $0.value } }
        set {
            // An observer may read the flag, cancel its observation or set the flag again, so all
            // of them are called after the lock is released.
            let observers = state.withLock { state in
                defer { state.value = newValue }
                // The system reports the same state more than once, for example for each change of
                // a network path. Observers would take the second report for a change.
                return state.value == newValue ? [] : Array(state.observers.values)
            }
            for observer in observers { observer(newValue) }
        }
    }

    package func observe(_ change: @escaping @Sendable (Bool) -> Void) -> EnvironmentObservation {
        let id = state.withLock { state in
            state.lastID += 1
            state.observers[state.lastID] = change
            return state.lastID
        }
        // Holds the state, not the flag: an observation must not keep the object alive that reports
        // the changes.
        return EnvironmentObservation { [state] in state.withLock { _ = $0.observers.removeValue(forKey: id) } }
    }
}
