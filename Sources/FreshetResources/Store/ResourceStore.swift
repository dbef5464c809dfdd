import Foundation
import FreshetCore
import Synchronization

/// All resources of a client and of the clients derived from it.
///
/// The lock guards only the tables. Each resource has its own lock. Neither lock is held while the
/// other is taken or while a user's closure runs.
final class ResourceStore: EngineCompanion {
    struct State {
        var settings = ResourceSettings()
        var entries: [ResourceKey: any AnyResourceEntry] = [:]
        var byTag = EntryIndex<ResourceTag>()
        var byAddress = EntryIndex<String>()
        var tags: [EntryReference: Set<ResourceTag>] = [:]
        /// The rules that resources share. They include the settings of the store.
        var rules: [ResourceRules: Shared<ResourceRules>] = [:]
        var marks = InvalidationMarks()
        /// The task that reads the invalidations of earlier processes.
        var marksReading: Task<Void, Never>?
        var hasReadMarks = false
        var unused = UnusedEntries()
        var writes: [Stamp: WriteInProgress] = [:]
        /// The changes of writes that also begin on resources that are loaded into memory later.
        var wideChanges: [WideChange] = []
        /// The number of changes of the account.
        var account: UInt64 = 0
        /// The hashes of the accounts whose resources have ended, with the number of the change
        /// that last ended them.
        var endedAccounts: [Int: UInt64] = [:]
        /// The number of events in progress that concern several resources.
        var wideEvents = 0
        /// The closures to run when all resources have been notified of them.
        var afterWideEvents: [@Sendable () -> Void] = []
        var watches: [EnvironmentObservation] = []
        var session: AccountObservation?
    }

    let time: TimeSource
    let callObservers: [any FetchObserver]
    let cache: HTTPCache?
    let timers: ResourceTimers
    let scopes = WriteScopes()
    let parts = SharedParts()
    let feeds = ResourceFeeds()
    let state = Lock(State())
    private let lastNumber = Atomic<Stamp>(ResourceStore.earlier)

    /// The stamp of all invalidations of earlier processes.
    static let earlier: Stamp = 1

    init(_ configuration: ClientConfiguration, _ callObservers: [any FetchObserver]) {
        time = configuration.time
        cache = configuration.cache
        self.callObservers = callObservers
        timers = ResourceTimers(time: configuration.time)
        let session = configuration.session?.observeAccount { [weak self] isSameAccount in
            if isSameAccount { self?.accountDidSignInAgain() } else { self?.accountDidChange() }
        }
        state.withLock { $0.session = session }
        configure { settings in
            settings.reachability = configuration.reachability
            settings.foreground = configuration.foreground
        }
    }

    var settings: ResourceSettings { state.withLock { $0.settings } }

    /// The number of changes of the account.
    var account: UInt64 { state.withLock { $0.account } }

    // Relaxed is enough: the numbers of one atomic variable have a single order, and each entry's lock
    // orders its events.
    func nextNumber() -> Stamp { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns the moment and the circumstances of an event, whose stamp still has to be set.
    func circumstances(isLocal: Bool) -> Moment {
        let settings = settings
        return Moment(
            stamp: 0, time: time.now(), date: time.date(),
            isOffline: !isLocal && settings.reachability?.isOffline == true,
            isBackground: settings.foreground?.isActive == false)
    }

    /// Returns the rules of a request with the settings, as an object that resources with equal rules share.
    func rules(of rules: ResourceRules) -> Shared<ResourceRules> {
        state.withLock { state in
            var rules = rules
            rules.keepTime = state.settings.keepTime
            rules.grace = state.settings.grace
            if let known = state.rules[rules] { return known }
            let new = Shared(rules)
            state.rules[rules] = new
            return new
        }
    }

    // MARK: - Entries

    func known<Value>(_ definition: ResourceDefinition<Value>) -> ResourceEntry<Value>? {
        let key = definition.key
        return state.withLock { $0.entries[key] } as? ResourceEntry<Value>
    }

    func entry<Value>(_ definition: ResourceDefinition<Value>) -> ResourceEntry<Value> {
        if let known = known(definition) { return known }
        let key = definition.key
        let (account, mark) = state.withLock { state in
            (state.account, state.marks.mark(of: key.address.identity, tags: definition.tags))
        }
        // Made outside the lock, which its initialiser takes. If another thread is faster, its entry is
        // used.
        let new = ResourceEntry(key, definition, account: account, invalid: mark?.stamp ?? 0)
        let entry = state.withLock { state in
            if let known = state.entries[key] as? ResourceEntry<Value> { return known }
            state.entries[key] = new
            state.byAddress.insert(EntryReference(new), at: key.address.identity.address)
            state.index(new, definition.tags)
            return new
        }
        awaitWrites(entry)
        return entry
    }

    /// Handles an event on a resource, which is created if needed.
    @discardableResult
    func perform<Value>(
        _ event: ResourceEvent<Value>, on definition: ResourceDefinition<Value>,
        prepare: (ResourceEntry<Value>, inout ResourceEntry<Value>.State) -> Void = { _, _ in }
    ) -> ResourceEntry<Value> {
        // A removed entry handles no event. The next pass makes a new one.
        while true {
            let entry = entry(definition)
            let outcome = entry.handle(event) { state in
                state.definition = definition
                prepare(entry, &state)
            }
            if outcome == .handled { return entry }
        }
    }

    func index(_ entry: any AnyResourceEntry, _ tags: Set<ResourceTag>) {
        state.withLock { state in
            guard state.entries[entry.key] === entry else { return }
            state.index(entry, tags)
        }
        awaitWrites(entry)
    }

    func remove(_ entry: any AnyResourceEntry) {
        state.withLock { $0.remove(entry) }
    }

    func entries(where isIncluded: (any AnyResourceEntry) -> Bool = { _ in true }) -> [any AnyResourceEntry] {
        state.withLock { Array($0.entries.values) }.filter(isIncluded)
    }

    func tags(of entry: any AnyResourceEntry) -> Set<ResourceTag> {
        state.withLock { $0.tags[EntryReference(entry)] ?? [] }
    }

    /// Adds tags, and returns their last invalidation, which did not reach the resource; 0 for none.
    func index(_ entry: any AnyResourceEntry, adding new: Set<ResourceTag>) -> Stamp {
        let invalid = state.withLock { state -> Stamp in
            let old = state.tags[EntryReference(entry)] ?? []
            guard state.entries[entry.key] === entry, !new.isSubset(of: old) else { return 0 }
            state.index(entry, old.union(new))
            return state.marks.mark(of: new.subtracting(old))?.stamp ?? 0
        }
        awaitWrites(entry)
        return invalid
    }

    func mark(of identity: RequestIdentity, tags: Set<ResourceTag>) -> InvalidationMarks.Mark? {
        state.withLock { $0.marks.mark(of: identity, tags: tags) }
    }

    // MARK: - The limits

    /// Records that a resource is unused, or used again, and removes the least recently used ones beyond the limits.
    func note(_ entry: any AnyResourceEntry, isUnused: Bool, cost: Int) {
        let surplus = state.withLock { state -> [any AnyResourceEntry] in
            // The report arrives after the entry's lock was released, and the entry may have been
            // removed since.
            guard state.entries[entry.key] === entry else { return [] }
            guard isUnused else {
                state.unused.remove(entry)
                return []
            }
            state.unused.append(entry, cost: cost)
            return state.unused.surplus(entries: state.settings.entryLimit, bytes: state.settings.byteLimit)
        }
        for entry in surplus { entry.evict() }
    }

    func removeUnused() {
        for entry in entries(where: { !$0.isUsed }) { entry.evict() }
    }
}

extension ResourceStore.State {
    mutating func index(_ entry: any AnyResourceEntry, _ new: Set<ResourceTag>) {
        let reference = EntryReference(entry)
        let old = tags[reference] ?? []
        guard old != new else { return }
        for tag in old.subtracting(new) { byTag.remove(reference, at: tag) }
        for tag in new.subtracting(old) { byTag.insert(reference, at: tag) }
        tags[reference] = new.isEmpty ? nil : new
    }

    mutating func remove(_ entry: any AnyResourceEntry) {
        guard entries[entry.key] === entry else { return }
        entries[entry.key] = nil
        index(entry, [])
        byAddress.remove(EntryReference(entry), at: entry.key.address.identity.address)
        unused.remove(entry)
    }
}
