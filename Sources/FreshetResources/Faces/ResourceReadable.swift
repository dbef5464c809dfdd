/// A type whose state can be read and observed: a resource, a part of one, or several together.
public protocol ResourceReadable<Value>: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The present state. Reading it sends nothing, reads no disk and never waits.
    var state: ResourceState<Value> { get }

    /// Observes the state, which keeps it alive and fresh as long as the returned token lives.
    ///
    /// - Parameter change: Receives the present state, after the cache was read, and then the newest one after each
    ///   change: one at a time, on no particular thread. A slow receiver misses states, never the last.
    func observe(_ change: @escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation

    /// Fetches it, however fresh it is, and returns when that has ended, successfully or not.
    func reload() async
}

extension ResourceReadable {
    /// The present state, and the newest one after each change, until the iteration ends. It never ends by itself.
    ///
    /// Each iteration observes, from its first element on. The first one comes after the cache was read; a slow reader
    /// misses states, never the last.
    public var states: ResourceStates<Value> {
        ResourceStates { change in observe(change) }
    }

    /// The present value, and the newest one after each change of it.
    ///
    /// It observes as ``states`` does, but a fetch with an equal value adds no element.
    public var values: ResourceValues<Value> {
        ResourceValues(states: states)
    }
}

/// A type that can notify of changes without delivering states.
protocol ChangeNotifying: Sendable {
    /// Observes it, and calls a function after each event: on the thread of the event, before that continues.
    func observeChanges(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation
}

extension ResourceReadable {
    /// Observes it, and calls a function after each event or change.
    ///
    /// A state that is delivered may come a moment later than the change, from the thread of another change.
    func observeEachChange(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        (self as? any ChangeNotifying)?.observeChanges(notify) ?? observe { _ in notify() }
    }

    /// Observes it for a model, which reads the state by itself: ``observeForScreen(_:)``.
    func observeForModel(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        ColdStart.$readsAtOnce.withValue(true) { observeEachChange(notify) }
    }

    /// Observes every change of the state for a screen: a stored value that can be read without waiting is in the state
    /// when this returns.
    package func observeForScreen(
        _ change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) -> ResourceObservation {
        ColdStart.$readsAtOnce.withValue(true) { observeAll(change) }
    }
}
