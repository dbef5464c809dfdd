import FreshetCore

/// One observer of a resource.
final class ResourceObserver<Value: Sendable>: Sendable {
    let id: Stamp
    let definition: ResourceDefinition<Value>
    let options: ObservationOptions
    private let relay: StateRelay<Value>
    private let entry: SharedReference<ResourceEntry<Value>>

    init(
        _ definition: ResourceDefinition<Value>, _ options: ObservationOptions, _ standIn: StandIn<Value>,
        _ change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) {
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

    /// Begins to observe the resource of the present account.
    func begin(initial: ResourceMachine<Value>.Base? = nil) {
        let joined = definition.store.perform(.observe(options, initial: initial), on: definition) { joined, state in
            state.observers[id] = self
            entry.object = joined
        }
        if relay.isCancelled { joined.remove(self, isReplaced: false) } else { look() }
    }

    /// Passes the newest state on.
    func look() { relay.look() }

    var isCancelled: Bool { relay.isCancelled }

    /// Ends the observation.
    func cancel(isReplaced: Bool) {
        guard relay.cancel() else { return }
        entry.take()?.remove(self, isReplaced: isReplaced)
    }
}

/// What an observer shows as long as there is no value, or none that it accepts.
struct StandIn<Value: Sendable>: Sendable {
    var make: (@Sendable () -> Value?)?
    var storedValues = StoredValues.any

    func applied(to state: ResourceState<Value>, at time: TimeSource) -> ResourceState<Value> {
        let state = accepted(state, time)
        // The value is not looked at where nothing can stand in for it: every read of a state comes here.
        guard let make, state.value == nil, let value = make() else { return state }
        var facts = state.facts
        facts.origin = .placeholder
        return ResourceState(value: value, facts, isStale: state.isStale)
    }

    /// The state, without a value from the cache that the server has to confirm first.
    private func accepted(_ state: ResourceState<Value>, _ time: TimeSource) -> ResourceState<Value> {
        guard storedValues == .confirmed, state.facts.needsConfirmation,
            state.facts.isStale(.asTheServerSays, at: time.date())
        else { return state }
        var facts = state.facts
        (facts.origin, facts.date, facts.response) = (nil, nil, nil)
        return ResourceState(value: nil, facts, isStale: true)
    }
}
