import FreshetCore

/// A read-only view of part of a resource, of a resource that depends on another, or of several
/// together.
public struct ResourceView<Value: Sendable>: ResourceReadable {
    private let read: @Sendable () -> ResourceState<Value>
    /// Observes the underlying resources, and calls a closure after each change.
    private let watch: @Sendable (@escaping @Sendable () -> Void) -> ResourceObservation
    private let fetch: @Sendable () async -> Void
    private let isPart: Bool

    /// - Parameter isPart: Whether observers are spared notifications of fetches and of equal
    ///   values.
    init(
        isPart: Bool = false,
        read: @escaping @Sendable () -> ResourceState<Value>,
        watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> ResourceObservation,
        fetch: @escaping @Sendable () async -> Void
    ) {
        self.isPart = isPart
        self.read = read
        self.watch = watch
        self.fetch = fetch
    }

    /// The current state. Reading it sends nothing, doesn't access the disk and never waits.
    public var state: ResourceState<Value> { read() }

    /// Observes the state, and with it the underlying resources.
    ///
    /// Observers of part of a value, as returned by `ResourceReadable.map(_:)`, are notified when
    /// the part, the error or ``ResourceState/isStale`` changes and, while there is no value, when
    /// the activity changes. They aren't notified of a fetch, of a change elsewhere in the value or
    /// of an equal value. ``state`` is always complete, and a ``ResourceModel`` of a part follows
    /// every change of it.
    public func observe(_ change: @escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation {
        observe(isPart: isPart, change)
    }

    fileprivate func observe(
        isPart: Bool, _ change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) -> ResourceObservation {
        let relay = StateRelay(isOfPart: isPart, read: read, change: change)
        // Watching begins before the first look, or a change between the two would be lost.
        let observation = watch { relay.look() }
        relay.look()
        return ResourceObservation { isReplaced in
            guard relay.cancel() else { return }
            if isReplaced { observation.replace() } else { observation.cancel() }
        }
    }

    /// Fetches the underlying resources, and returns when all fetches have ended.
    public func reload() async {
        await fetch()
    }
}

extension ResourceView: ChangeNotifying {
    func observeChanges(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation { watch(notify) }
}

extension ResourceReadable {
    /// Returns a view of a property of the value.
    ///
    /// ```swift
    /// let size = theatre.resource(.rated).map(\.count)
    /// for await count in size.values { show(count) }
    /// ```
    ///
    /// The property is read once per new value, however many views of it there are, since key paths
    /// can be compared. Observers are notified when the property changes:
    /// ``ResourceView/observe(_:)``.
    public func map<New: Sendable>(_ property: any KeyPath<Value, New> & Sendable) -> ResourceView<New> {
        view(of: (self as? Resource<Value>)?.part(property) ?? DerivedValue { $0[keyPath: property] }, isPart: true)
    }

    /// Returns a view of a value that a function derives from this one.
    ///
    /// Observers are notified when the derived value changes: ``ResourceView/observe(_:)``.
    ///
    /// - Parameter transform: Runs once per new value, however many observers the view has, on any
    ///   thread. It must be pure.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> ResourceView<New> {
        view(of: DerivedValue(transform), isPart: true)
    }

    /// Returns a view of a value that a function derives from this one, which reports every change
    /// of the state.
    func fullMap<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> ResourceView<New> {
        view(of: DerivedValue(transform), isPart: false)
    }

    /// Observes every change of the state, including those that observers of a part aren't notified
    /// of.
    func observeAll(_ change: @escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation {
        (self as? ResourceView<Value>)?.observe(isPart: false, change) ?? observe(change)
    }

    private func view<New: Sendable>(of derived: DerivedValue<Value, New>, isPart: Bool) -> ResourceView<New> {
        ResourceView(isPart: isPart) {
            derived.state(of: state)
        } watch: { look in
            observeEachChange(look)
        } fetch: {
            await reload()
        }
    }

    /// Returns a view of a resource that depends on the value, such as the projects of a user.
    ///
    /// ```swift
    /// let first = theatre.resource(.rated).then { plays in
    ///     plays.first.map { theatre.resource(.play($0.id)) }
    /// }
    /// ```
    ///
    /// While there is no value, or `next` returns `nil`, the view has no value and reports this
    /// resource's activity.
    ///
    /// - Parameter next: Returns the resource, or `nil` to fetch nothing. It runs once per new
    ///   value, on any thread.
    public func then<Next: ResourceReadable>(
        _ next: @escaping @Sendable (Value) -> Next?
    ) -> ResourceView<Next.Value> {
        let derived = DerivedValue(next)
        return ResourceView {
            let state = state
            guard let next = derived.state(of: state).value ?? nil else { return state.with(nil) }
            return next.state
        } watch: { look in
            DependentObservation(of: self, derived, look).token
        } fetch: {
            await reload()
            // Read after the reload: the new value may lead to another resource.
            if let next = derived.state(of: state).value ?? nil { await next.reload() }
        }
    }
}

extension Resource {
    /// The derived value that all views of a property share; `nil` for a handle with a placeholder of its own.
    fileprivate func part<New: Sendable>(
        _ property: any KeyPath<Value, New> & Sendable
    ) -> DerivedValue<Value, New>? {
        guard standIn.make == nil, let definition else { return nil }
        return definition.store.parts.part(property, of: definition.address)
    }
}

private final class DependentObservation<Base: ResourceReadable, Next: ResourceReadable>: Sendable {
    private struct State {
        /// The revision of the value for which the current observation began.
        var revision: Revision?
        var observation: ResourceObservation?
        var base: ResourceObservation?
        var isEnded = false
    }

    private let derived: DerivedValue<Base.Value, Next?>
    private let look: @Sendable () -> Void
    private let state = Lock(State())

    init(of base: Base, _ derived: DerivedValue<Base.Value, Next?>, _ look: @escaping @Sendable () -> Void) {
        self.derived = derived
        self.look = look
        // The base's observation retains this object, and this object that observation, until `end` breaks
        // the cycle.
        let observation = base.observeAll { [self] state in
            follow(state)
            look()
        }
        state.withLock { $0.base = observation }
    }

    /// Ends both observations when it is released.
    var token: ResourceObservation {
        ResourceObservation { [self] isReplaced in end(isReplaced) }
    }

    /// Observes the resource that depends on a value, instead of the previous one.
    private func follow(_ base: ResourceState<Base.Value>) {
        let derived = derived.state(of: base)
        let revision = derived.value == nil ? nil : derived.revision
        guard state.withLock({ $0.revision != revision }) else { return }
        // Outside the lock, since observing calls out. Calls of `follow` don't overlap: the base delivers
        // one state at a time.
        let new = (derived.value ?? nil).map { $0.observeEachChange(look) }
        let (old, isEnded) = state.withLock { state in
            defer {
                state.observation = new
                state.revision = revision
            }
            return (state.observation, state.isEnded)
        }
        // After the new observation has begun, in case both share a resource.
        old?.replace()
        // `end` may have run on another thread before the new observation was recorded. It must not outlive
        // the token.
        if isEnded { end(false) }
    }

    private func end(_ isReplaced: Bool) {
        let observations = state.withLock { state in
            defer {
                state.base = nil
                state.observation = nil
                state.isEnded = true
            }
            return [state.base, state.observation].compactMap(\.self)
        }
        for observation in observations {
            if isReplaced { observation.replace() } else { observation.cancel() }
        }
    }
}
