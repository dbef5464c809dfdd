/// An observation of a ``Reachability`` or a ``Foreground``. It ends when it is cancelled or released, from any thread.
public final class EnvironmentObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Makes an observation, for a conformance of your own.
    ///
    /// - Parameter end: Ends it. It may be called several times.
    public init(ending end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the observation. The observer is not called afterwards, except by a call that runs on another thread.
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

    /// The present value. One thread sets it at a time, or observers may get two changes in the wrong order.
    package var value: Bool {
        get { state.withLock { $0.value } }
        set {
            let observers = state.withLock { state in
                defer { state.value = newValue }
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
        return EnvironmentObservation { [state] in state.withLock { _ = $0.observers.removeValue(forKey: id) } }
    }
}
