/// A type whose state can be read and observed: a resource, a part of one, or several together.
public protocol ResourceReadable<Value>: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The current state. Reading it sends nothing, doesn't access the disk and never waits.
    var state: ResourceState<Value> { get }

    /// Observes the state, which keeps it alive and fresh for as long as the returned token lives.
    ///
    /// - Parameter change: Receives the current state once the cache has been read, and then the
    ///   newest one after each change: one at a time, on no particular thread. A slow receiver
    ///   misses states, but never the last one.
    func observe(_ change: @escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation

    /// Fetches the value, however fresh it is, and returns when the fetch has ended, successfully
    /// or not.
    func reload() async
}

extension ResourceReadable {
    /// The current state, and then the newest one after each change. The sequence never ends by
    /// itself.
    ///
    /// Each iteration observes the resource from its first element on. That element arrives once
    /// the cache has been read. A slow reader misses states, but never the last one.
    public var states: ResourceStates<Value> {
        ResourceStates { change in observe(change) }
    }

    /// The current value, and then the newest one after each change of the value.
    ///
    /// It observes like ``states``, but a fetch that returns an equal value adds no element.
    public var values: ResourceValues<Value> {
        ResourceValues(states: states)
    }
}

/// A type that can notify of changes without delivering states.
protocol ChangeNotifying: Sendable {
    /// Observes the resource, and calls a function after each event, on the thread of the event and
    /// before that continues.
    func observeChanges(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation
}

extension ResourceReadable {
    /// Observes the resource, and calls a function after each event or change.
    ///
    /// A delivered state may arrive a moment later than the change, on the thread of another
    /// change.
    func observeEachChange(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        (self as? any ChangeNotifying)?.observeChanges(notify) ?? observe { _ in notify() }
    }

    /// Observes the resource for a model, which reads the state itself: ``observeForScreen(_:)``.
    func observeForModel(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        ColdStart.$readsAtOnce.withValue(true) { observeEachChange(notify) }
    }

    /// Observes every change of the state for a screen. When this returns, the state has the stored
    /// value if that can be read without waiting.
    package func observeForScreen(
        _ change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) -> ResourceObservation {
        ColdStart.$readsAtOnce.withValue(true) { observeAll(change) }
    }
}
