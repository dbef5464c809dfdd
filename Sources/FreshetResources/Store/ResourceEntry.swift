import Foundation
import FreshetCore

/// A resource in its store: the machine, guarded by a lock, and what its effects need.
///
/// Closures of users run outside the lock, on copies. Their results are applied if nothing has
/// changed meanwhile; otherwise the closures run again.
final class ResourceEntry<Value: Sendable>: Sendable {
    typealias Machine = ResourceMachine<Value>
    typealias Event = ResourceEvent<Value>
    typealias Waiter = Pending<Result<Value, FetchError>?>

    struct Shown: Sendable {
        let revision: Revision
        let value: Value
    }

    struct State {
        var machine: Machine
        /// Whether the store was notified that the resource is unused.
        var isNotedUnused = false
        /// Retained only while the resource is used, since it retains the client. Shared windows retain it for longer.
        var definition: ResourceDefinition<Value>?
        var observers: [Stamp: ResourceObserver<Value>] = [:]
        var waiters: [Stamp: Waiter] = [:]
        var calls: [Stamp: FetchTask] = [:]
        /// The base with the app's changes, as of a revision.
        @Occasional var shown: Shown?
        /// The time for which the store's timer is scheduled.
        @CompactDuration var scheduled: Duration?
        /// The windows that screens share on the list whose first page this is, by item type.
        @Occasional var windows: [ObjectIdentifier: any AnyObject & Sendable]?
    }

    let key: ResourceKey
    /// Unowned: anything that retains an entry and sends it events also retains the store, by a
    /// definition or in the timer.
    unowned let store: ResourceStore
    /// Whether the host is this machine.
    let isLocal: Bool
    /// Whether it is the same for every account.
    let isOfEveryone: Bool
    let account: UInt64
    let guarded: Lock<State>
    /// The content of the current state; `nil` until it is read. It is set only with the lock held.
    private let content = SharedReference<ResourceState<Value>.Content>()

    init(_ key: ResourceKey, _ definition: ResourceDefinition<Value>, account: UInt64, invalid: Stamp) {
        self.key = key
        self.account = account
        store = definition.store
        isLocal = definition.isLocal
        isOfEveryone = key.address.identity.isOfEveryone
        var machine = Machine(rules: store.rules(of: definition.rules), at: store.time.now())
        machine.invalid = invalid
        machine.barrier = invalid
        // It differs from the revision of an earlier resource with the same key, so that observers
        // of both notice the change.
        machine.revision = .first()
        if !definition.isCached { machine.restore = .done }
        guarded = Lock(ofUnchecked: State(machine: machine, definition: definition))
    }

    // MARK: - Events

    /// Handles an event if it is still current, after a preparation under the same lock.
    @discardableResult
    func handle(
        _ event: Event, prepare: (inout State) -> Void = { _ in }, isCurrent: (Machine) -> Bool = { _ in true }
    ) -> Outcome {
        let circumstances = store.circumstances(isLocal: isLocal)
        let (outcome, due) = guarded.withLock { state -> (Outcome, Due) in
            var now = circumstances
            now.stamp = store.nextNumber()
            // The content is made again when it is read after the event.
            content.object = nil
            // A timer may be late. Without this step, an event could revive a resource whose keep time is
            // over.
            var due = Due(effects: state.machine.handle(.timePassed, at: now))
            guard !state.machine.isRemoved else { return (.removed, due) }
            guard isCurrent(state.machine) else { return (.outdated, due) }
            prepare(&state)
            // A fetch that was due before the event has a smaller number than it.
            now.stamp = store.nextNumber()
            due.effects += state.machine.handle(event, at: now)
            state.settle(&due, now)
            return (.handled, due)
        }
        // After the lock: effects call observers, the network and the store.
        carryOut(due, event.responseValue)
        return outcome
    }

    enum Outcome {
        case handled
        case removed
        /// Something else has happened since the event was made.
        case outdated
    }

    // MARK: - States

    /// Returns the current state; `nil` if the resource is no longer in its store.
    func state(for freshness: ResourceFreshness) -> ResourceState<Value>? {
        while true {
            if let content = content.object {
                return ResourceState(content, isStale: content.facts.isStale(freshness, at: store.time.date()))
            }
            guard makeContent() else { return nil }
        }
    }

    /// Makes the content of the current state; `false` if the resource is no longer in its store.
    private func makeContent() -> Bool {
        let (isMade, isRemoved) = guarded.withLock { state -> (Bool, Bool) in
            let isRemoved = state.machine.isRemoved
            guard !isRemoved, let shown = state.knownShown else { return (false, isRemoved) }
            var facts = state.machine.facts
            facts.account = account
            content.object = ResourceState.Content(shown, facts)
            return (true, false)
        }
        if !isMade, !isRemoved { applyChanges() }
        return !isRemoved
    }

    /// Applies the app's changes to the base, outside the lock.
    private func applyChanges() {
        let (base, changes, settled, revision) = guarded.withLock { state in
            (state.machine.base?.value, state.machine.changes, state.machine.settledChanges, state.machine.revision)
        }
        guard var shown = base else { return }
        for change in changes.prefix(settled) { change.apply?(&shown) }
        let folded = shown
        for change in changes.dropFirst(settled) { change.apply?(&shown) }
        guarded.withLock { state in
            // If another event was handled first, the result is discarded, and the caller's loop
            // applies the changes again.
            guard state.machine.revision == revision, state.machine.settledChanges == settled else { return }
            state.shown = Shown(revision: revision, value: shown)
            state.machine.fold(settled, folded)
            content.object = nil
        }
    }

    // MARK: - Effects

    private func carryOut(_ due: Due, _ response: Value?) {
        if let deadline = due.deadline { store.timers.add(self, at: deadline, of: store) }
        if let isUnused = due.isUnused { store.note(self, isUnused: isUnused, cost: due.cost) }
        for effect in due.effects { carryOut(effect, response) }
    }

    /// - Parameter response: The value of the response that the effect follows; `nil` if it follows another event.
    private func carryOut(_ effect: ResourceEffect, _ response: Value?) {
        switch effect {
        case .changed:
            for observer in guarded.withLock({ Array($0.observers.values) }) { observer.look() }
        case .readStore: readStore()
        case .fetch(let plan): fetch(plan, isSecond: false)
        case .cancelFetch(let id): guarded.withLock { $0.calls.removeValue(forKey: id) }?.cancel()
        case .settle(let ids, let error): settle(ids, response, error)
        case .remove:
            store.remove(self)
            // Released after the lock. A window retains its resources.
            _ = guarded.withLock { $0.windows.take() }
        }
    }

    private func settle(_ ids: [Stamp], _ response: Value?, _ error: FetchError?) {
        let waiters = guarded.withLock { state in ids.compactMap { state.waiters.removeValue(forKey: $0) } }
        guard !waiters.isEmpty else { return }
        let value = error == nil ? response ?? state(for: .none)?.value : nil
        let result: Result<Value, FetchError> =
            if let value { .success(value) } else { .failure(error ?? .cancelled) }
        // Outside the lock, and only by the thread that removed them: a cancellation may abandon a waiter
        // at any time.
        for waiter in waiters { waiter.resolve(result) }
    }
}

private struct Due {
    var effects: [ResourceEffect]
    /// The time at which the store's timer must fire.
    var deadline: Duration?
    /// Whether the resource has become unused, or used again; `nil` if neither.
    var isUnused: Bool?
    var cost = 0
}

extension ResourceEntry.State {
    /// The shown value; `nil` if the app's changes have to be applied first.
    fileprivate var knownShown: Value?? {
        guard let base = machine.base else { return .some(nil) }
        if machine.changes.isEmpty { return base.value }
        guard let shown, shown.revision == machine.revision else { return nil }
        return shown.value
    }

    fileprivate mutating func settle(_ due: inout Due, _ now: Moment) {
        let isUnused = machine.isUnused
        if isUnused { definition = nil }
        defer { machine.wasUsed = false }
        if isUnused != isNotedUnused || isUnused && machine.wasUsed {
            isNotedUnused = isUnused
            due.isUnused = isUnused
            due.cost = machine.base?.facts.cost ?? 0
        }
        due.deadline = newDeadline(now)
    }

    /// Returns and records the next deadline, if it is earlier than the scheduled one.
    fileprivate mutating func newDeadline(_ now: Moment) -> Duration? {
        guard let next = machine.nextDeadline(now), scheduled.map({ next < $0 }) ?? true else { return nil }
        scheduled = next
        return next
    }
}
