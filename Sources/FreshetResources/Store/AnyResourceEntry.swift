import FreshetCore
import HTTPTypes

/// A resource in its store, whatever the type of its value.
protocol AnyResourceEntry: AnyObject, Sendable {
    var key: ResourceKey { get }
    var store: ResourceStore { get }
    /// The number of changes of the account before it was made.
    var account: UInt64 { get }
    var isObserved: Bool { get }
    /// Whether it has an observer or a waiting caller.
    var isUsed: Bool { get }
    /// Whether it has no observer and no waiting caller, and nothing is in progress for it.
    var isUnused: Bool { get }
    /// Its state without its value.
    var summary: ResourceSummary { get }

    func invalidate()
    /// Makes it stale after a write. It is fetched once no other write in progress will make it
    /// stale.
    func outdate()
    /// Lets its fetches wait for a write that makes it stale.
    func awaitWrite(_ id: Stamp)
    func forgetWrite(_ id: Stamp)
    /// Fetches it again if it failed for lack of a token.
    func signIn()
    func becomeForeground()
    func reconnect()
    /// Handles the alarm that was scheduled for this time.
    func passTime(_ due: Duration)
    func cancel()
    func reset()
    func remove()
    func evict()
    func refetchIfObserved() async
    /// Ends it, and moves its observers to the current account's resource.
    func endAccount()
    /// Begins a write that changes its value or parts of it, such as pages; `false` if neither is of the given type.
    func beginWrite<Other: Sendable>(
        _ id: Stamp, _ durable: WriteID?, _ type: Other.Type, _ change: @escaping @Sendable (inout Other) -> Void
    ) -> Bool
    /// Ends a write whose response does not contain the value.
    func endWrite(_ id: Stamp, _ end: WriteEnd)
    /// Notes that an outbox holds a durable write back, or sends it.
    func holdWrite(_ id: Stamp, _ isHeld: Bool)
    /// Notes that another plan of a durable write follows.
    func supersedeWrite(_ id: Stamp)
    /// Removes the changes of the superseded plan of a durable write.
    func withdrawWrite(_ id: Stamp)
    /// Changes its value, or the parts of its value, if they are of the given type.
    func update<Other: Sendable>(_ type: Other.Type, _ change: @escaping @Sendable (inout Other) -> Void)
}

/// A value that is made of parts of one type, such as pages.
protocol PartedValue {
    static func isMade<Part>(of part: Part.Type) -> Bool
    mutating func changeParts<Part>(_ change: (inout Part) -> Void)
}

extension ResourceEntry: AnyResourceEntry {
    var isObserved: Bool { guarded.withLock { !$0.observers.isEmpty } }
    var isUsed: Bool { guarded.withLock { $0.machine.isUsed } }
    var isUnused: Bool { guarded.withLock { $0.machine.isUnused } }

    func invalidate() { handle(.invalidate) }
    func outdate() { handle(.outdate) }
    func awaitWrite(_ id: Stamp) { handle(.awaitWrite(id)) }
    func forgetWrite(_ id: Stamp) { handle(.forgetWrite(id)) }
    func signIn() { handle(.signIn) }
    func becomeForeground() { handle(.foreground) }
    func reconnect() { handle(.reconnection) }
    func cancel() { handle(.cancel) }
    func reset() { handle(.reset) }
    func remove() { handle(.remove) }

    func evict() {
        // Checked under the lock: an observer may have appeared since the resource was chosen for removal.
        handle(.remove, isCurrent: \.isUnused)
    }

    func passTime(_ due: Duration) {
        // Only the alarm that was scheduled last clears the time, so that another one can follow. Older ones are
        // outdated.
        handle(.timePassed) { state in if state.scheduled == due { state.scheduled = nil } }
    }

    func update<Other: Sendable>(_ type: Other.Type, _ change: @escaping @Sendable (inout Other) -> Void) {
        guard let change = ownChange(change) else { return }
        handle(.update(change))
    }

    /// Returns the change as one of the resource's own value type; `nil` if the types do not match.
    private func ownChange<Other: Sendable>(
        _ change: @escaping @Sendable (inout Other) -> Void
    ) -> (@Sendable (inout Value) -> Void)? {
        if let parted = Value.self as? any PartedValue.Type, parted.isMade(of: Other.self) {
            return { value in
                guard var parts = value as? any PartedValue else { return }
                parts.changeParts(change)
                if let changed = parts as? Value { value = changed }
            }
        }
        guard Other.self == Value.self else { return nil }
        return { value in
            guard var other = value as? Other else { return }
            change(&other)
            if let changed = other as? Value { value = changed }
        }
    }

    // MARK: - Writes

    func beginWrite<Other: Sendable>(
        _ id: Stamp, _ durable: WriteID?, _ type: Other.Type, _ change: @escaping @Sendable (inout Other) -> Void
    ) -> Bool {
        guard let change = ownChange(change) else { return false }
        return handle(.writeBegan(id, durable: durable, change)) == .handled
    }

    func holdWrite(_ id: Stamp, _ isHeld: Bool) { handle(.writeHeld(id, isHeld)) }
    func supersedeWrite(_ id: Stamp) { handle(.writeSuperseded(id)) }
    func withdrawWrite(_ id: Stamp) { handle(.writeWithdrawn(id)) }

    func endWrite(_ id: Stamp, _ end: WriteEnd) {
        switch end {
        case .succeeded: handle(.writeEnded(id, .succeeded()))
        case .refused: handle(.writeEnded(id, .refused))
        case .unknown: handle(.writeEnded(id, .unknown))
        }
    }

    func confirmWrite(_ id: Stamp, by value: Value, _ head: HTTPResponse, _ comparison: ValueComparison<Value>) {
        while true {
            let (old, revision) = guarded.withLock { ($0.machine.base, $0.machine.revision) }
            // The app's `==` runs outside the lock. If the resource has changed in the meantime, the
            // comparison is repeated.
            let isEqual = old.map { comparison.isEqual(value, $0.value) } ?? false
            let joined = old.map { comparison.joined(value, $0.value, areEqual: isEqual) } ?? value
            let outcome = handle(
                .writeEnded(id, .succeeded(.value(joined, head: head, isEqual: isEqual))),
                isCurrent: { $0.revision == revision })
            if outcome != .outdated { return }
        }
    }

    // MARK: - Callers

    /// Waits for a value; `nil` if the resource is no longer in its store.
    func wait(_ waiting: Waiting, _ definition: ResourceDefinition<Value>?) async -> Result<Value, FetchError>? {
        let id = store.nextNumber()
        let waiter = Waiter()
        let outcome = handle(.wait(id, waiting)) { state in
            if let definition { state.definition = definition }
            // Under the lock that handles the event: a fetch that ends immediately must already find the
            // waiter.
            state.waiters[id] = waiter
        }
        guard outcome != .removed else { return nil }
        return await waiter.value { self.abandon(id) }
    }

    private func abandon(_ id: Stamp) {
        // A response and a cancellation may race. The one that removes the waiter resolves it.
        guard let waiter = guarded.withLock({ $0.waiters.removeValue(forKey: id) }) else { return }
        handle(.abandon(id))
        waiter.resolve(.failure(.cancelled))
    }

    func refetchIfObserved() async {
        guard guarded.withLock({ $0.machine.hasActiveObserver }) else { return }
        _ = await wait(.refetch(isRestarting: false), nil)
    }

    // MARK: - Observers

    func remove(_ observer: ResourceObserver<Value>, isReplaced: Bool) {
        guard guarded.withLock({ $0.observers.removeValue(forKey: observer.id) }) != nil else { return }
        handle(.leave(observer.options, isReplaced: isReplaced))
    }

    func endAccount() {
        var observers: [ResourceObserver<Value>] = []
        // Taken under the lock that ends the resource: an observer added before is moved; one added after gets another
        // resource.
        handle(.end) { state in
            observers = state.observers.values.sorted { $0.id < $1.id }
            state.observers = [:]
        }
        store.remove(self)
        for observer in observers where !observer.isCancelled { observer.begin() }
    }
}
