import FreshetCore

/// One observer of a resource.
final class ResourceObserver<Value: Sendable>: Sendable {
    let id: Stamp
    let definition: ResourceDefinition<Value>
    let options: ObservationOptions
    private let relay: StateRelay<Value>
    private let entry: Lock<ResourceEntry<Value>?>

    init(
        _ definition: ResourceDefinition<Value>, _ options: ObservationOptions, _ standIn: StandIn<Value>,
        _ change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) {
        id = definition.store.nextNumber()
        self.definition = definition
        self.options = options
        let entry = Lock<ResourceEntry<Value>?>(nil)
        self.entry = entry
        relay = StateRelay {
            entry.withLock { $0 }?.state(for: options.freshness).map { standIn.applied(to: $0) }
        } change: {
            change($0)
        }
    }

    /// Begins to observe the resource of the present account.
    func begin(initial: ResourceMachine<Value>.Base? = nil) {
        let joined = definition.store.perform(.observe(options, initial: initial), on: definition) { joined, state in
            state.observers[id] = self
            entry.withLock { $0 = joined }
        }
        if relay.isCancelled { joined.remove(self, isReplaced: false) } else { look() }
    }

    /// Passes the newest state on.
    func look() { relay.look() }

    var isCancelled: Bool { relay.isCancelled }

    /// Ends the observation.
    func cancel(isReplaced: Bool) {
        guard relay.cancel() else { return }
        entry.withLock { $0.take() }?.remove(self, isReplaced: isReplaced)
    }
}

/// What an observer shows as long as there is no value.
struct StandIn<Value: Sendable>: Sendable {
    var make: (@Sendable () -> Value?)?

    func applied(to state: ResourceState<Value>) -> ResourceState<Value> {
        guard state.value == nil, let value = make?() else { return state }
        var facts = state.facts
        facts.origin = .placeholder
        return ResourceState(value: value, facts, isStale: state.isStale)
    }
}
