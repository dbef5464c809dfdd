import FreshetCore

final class ResourceObserver<Value: Sendable>: Sendable {
    let id: Stamp
    let definition: ResourceDefinition<Value>
    let options: ObservationOptions
    private let relay: StateRelay<Value>
    /// Called after each event, on the event's thread, if no states are delivered.
    private let notify: (@Sendable () -> Void)?
    private let entry: SharedReference<ResourceEntry<Value>>

    init(
        _ definition: ResourceDefinition<Value>, _ options: ObservationOptions, _ standIn: StandIn<Value>,
        notify: (@Sendable () -> Void)? = nil, _ change: @escaping @Sendable (ResourceState<Value>) -> Void = { _ in }
    ) {
        self.notify = notify
        id = definition.store.nextNumber()
        self.definition = definition
        self.options = options
        let entry = SharedReference<ResourceEntry<Value>>()
        self.entry = entry
        relay = StateRelay {
            let state = entry.object?.state(for: options.freshness)
            return state.map { standIn.applied(to: $0, at: definition.store.time) }
        } change: {
            change($0)
        }
    }

    func begin(initial: ResourceMachine<Value>.Base? = nil) {
        let joined = definition.store.perform(.observe(options, initial: initial), on: definition) { joined, state in
            state.observers[id] = self
            entry.object = joined
        }
        // `cancel()` may have run on another thread before the entry was known, and so couldn't remove the
        // observer.
        if relay.isCancelled { joined.remove(self, isReplaced: false) } else { look() }
    }

    func look() {
        guard let notify else { return relay.look() }
        if !relay.isCancelled { notify() }
    }

    var isCancelled: Bool { relay.isCancelled }

    func cancel(isReplaced: Bool) {
        guard relay.cancel() else { return }
        entry.take()?.remove(self, isReplaced: isReplaced)
    }
}

/// The stand-in that an observer shows without a value, and the stored values that it accepts.
struct StandIn<Value: Sendable>: Sendable {
    var make: (@Sendable () -> Value?)?
    var storedValues = StoredValues.any

    func applied(to state: ResourceState<Value>, at time: TimeSource) -> ResourceState<Value> {
        let state = accepted(state, time)
        // Without a stand-in, the value is not read: this runs for every read of a state.
        guard let make, state.value == nil, let value = make() else { return state }
        var facts = state.facts
        facts.origin = .placeholder
        return ResourceState(value: value, facts, isStale: state.isStale)
    }

    /// Returns the state, without its value if the server has to confirm that first.
    private func accepted(_ state: ResourceState<Value>, _ time: TimeSource) -> ResourceState<Value> {
        guard storedValues == .confirmed, state.facts.needsConfirmation,
            state.facts.isStale(.asTheServerSays, at: time.date())
        else { return state }
        var facts = state.facts
        (facts.origin, facts.date, facts.response) = (nil, nil, nil)
        return ResourceState(value: nil, facts, isStale: true)
    }
}
