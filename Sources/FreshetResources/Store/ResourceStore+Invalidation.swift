import Foundation
import FreshetCore

extension ResourceStore {
    func entries(_ targets: [InvalidationTarget]) -> [any AnyResourceEntry] {
        var found: Set<EntryReference> = []
        for target in targets { found.formUnion(references(target)) }
        return found.map(\.entry)
    }

    private func references(_ target: InvalidationTarget) -> [EntryReference] {
        switch target {
        case .all:
            return entries().map { EntryReference($0) }
        case .tag(let tag):
            return Array(state.withLock { $0.byTag[tag] })
        case .request(let identity):
            return state.withLock { $0.byAddress[identity.address] }
                .filter { $0.entry.key.address.identity == identity }
        case .prefix(let prefix):
            return entries { $0.key.address.identity.address.hasPrefix(prefix) }.map { EntryReference($0) }
        case .matching(let isMeant):
            return entries { isMeant(ResourceInfo($0)) }.map { EntryReference($0) }
        }
    }

    /// Makes resources stale, in memory and in the cache. After a write, the resources that it
    /// changed itself are left out.
    func invalidate(_ targets: [InvalidationTarget], after write: WriteInProgress? = nil) {
        let mark = InvalidationMarks.Mark(stamp: nextNumber(), date: time.date())
        state.withLock { state in for target in targets { state.marks.add(target, mark) } }
        let entries = entries(targets).filter { write?.changed.contains(EntryReference($0)) != true }
        let stored = StoredTargets(targets, entries)
        // Before anything is fetched: a response that is requested from now on may be stored.
        if let cache { stored.refuseOlder(in: cache) }
        tellAll { for entry in entries { if write == nil { entry.invalidate() } else { entry.outdate() } } }
        // Stored, so that the invalidation also applies after resources have been removed from
        // memory or the process has ended.
        cache?.outdate { await stored.makeStale(in: $0, until: mark.date) }
    }

    /// Records that a write has changed resources, so that older data is stale when they are loaded
    /// into memory again.
    func noteWritten(_ requests: [RequestIdentity]) {
        let mark = InvalidationMarks.Mark(stamp: nextNumber(), date: time.date())
        state.withLock { state in for request in requests { state.marks.add(.request(request), mark) } }
    }

    /// Removes the stored responses of resources that a write has changed, since they don't contain
    /// the write.
    func forgetStored(_ entries: [any AnyResourceEntry], until date: Date) {
        guard let cache, !entries.isEmpty else { return }
        let urls = Set(entries.map(\.key.address.identity.url))
        for url in urls { cache.refuseOlder(at: url) }
        cache.outdate { cache in for url in urls { await cache.removeOlder(at: url, than: date) } }
    }

    /// Whether it is known which tags earlier processes have invalidated.
    var knowsEarlierMarks: Bool { cache?.invalidationStore == nil || state.withLock { $0.hasReadMarks } }

    /// Reads which tags earlier processes have invalidated. It is done once.
    func readEarlierMarks() async {
        guard let source = cache?.invalidationStore else { return }
        let reading = state.withLock { state in
            if let known = state.marksReading { return known }
            let new = Task { [weak self] in
                let names = (try? await source.invalidations()) ?? [:]
                self?.state.withLock { state in
                    state.marks.addEarlier(names, Self.earlier)
                    state.hasReadMarks = true
                }
            }
            state.marksReading = new
            return new
        }
        await reading.value
    }

    /// Makes resources stale after a request that may have changed them: those at some addresses (RFC 9111 §4.4), and
    /// those whose responses are in some groups (RFC 9875 §3).
    func didChange(_ addresses: [WebAddress], _ groups: Set<CacheGroup>, by write: Stamp) {
        let targets = groups.map { InvalidationTarget.tag(ResourceTag($0)) }
        let members = Set(entries(targets).map { EntryReference($0) })
        let (references, running) = state.withLock { state -> (Set<EntryReference>, WriteInProgress?) in
            let running = state.writes[write]
            // The resources that the write itself changes are left out: it reports its end to them.
            let references = Set(addresses.flatMap { state.byAddress[$0.text] }).subtracting(running?.changed ?? [])
            return (references.subtracting(members), running)
        }
        for reference in references {
            if running == nil { reference.entry.invalidate() } else { reference.entry.outdate() }
        }
        if !targets.isEmpty { invalidate(targets, after: running) }
    }

    /// Makes all resources of an origin stale after a response that clears its data, as services
    /// send at sign-out.
    func didClear(_ prefix: String) {
        invalidate([.prefix(prefix)])
    }

    // MARK: - Accounts

    /// Ends the resources of previous accounts. Their observers immediately move to the current
    /// account's resources.
    func accountDidChange() {
        let number = state.withLock { state in
            state.account += 1
            return state.account
        }
        let date = time.date()
        let old = entries { $0.key.account != $0.key.address.identity.account(at: date) }
        state.withLock { state in
            // Only hashes are kept, since the description of an account contains its credentials.
            for account in Set(old.map(\.key.account.hashValue)) {
                // A change that began later may have been recorded first.
                state.endedAccounts[account] = max(number, state.endedAccounts[account] ?? 0)
            }
        }
        for entry in old { entry.endAccount() }
    }

    /// Whether the resources of an account have ended since the change of account with the given
    /// number.
    func hasEnded(_ account: [String], since number: UInt64) -> Bool {
        state.withLock { $0.endedAccounts[account.hashValue].map { $0 > number } ?? false }
    }

    /// Fetches the resources that failed for lack of a token. All others remain as they are.
    func accountDidSignInAgain() {
        for entry in entries() { entry.signIn() }
    }

    // MARK: - Network, app and memory

    func configure(_ change: (inout ResourceSettings) -> Void) {
        var settings = settings
        change(&settings)
        var watches: [EnvironmentObservation] = []
        if let reachability = settings.reachability {
            watches.append(reachability.observe { [weak self] isOffline in if !isOffline { self?.reconnect() } })
        }
        if let foreground = settings.foreground {
            watches.append(foreground.observe { [weak self] isActive in if isActive { self?.becomeForeground() } })
        }
        if let memoryWarnings = settings.memoryWarnings {
            watches.append(memoryWarnings.observe { [weak self] in self?.removeUnused() })
        }
        state.withLock { state in
            state.settings = settings
            state.watches = watches
        }
    }

    private func reconnect() {
        for entry in entries(where: { !$0.isUnused }) { entry.reconnect() }
    }

    private func becomeForeground() {
        for entry in entries(where: \.isUsed) { entry.becomeForeground() }
    }
}

/// The stored responses that an invalidation concerns.
private struct StoredTargets: Sendable {
    private var prefixes: Set<String> = []
    private var addresses: Set<String> = []
    private var tags: [ResourceTag] = []

    init(_ targets: [InvalidationTarget], _ entries: [any AnyResourceEntry]) {
        addresses = Set(entries.map(\.key.address.identity.url))
        for target in targets {
            switch target {
            case .all: prefixes.insert("")
            case .prefix(let prefix): prefixes.insert(prefix)
            case .request(let identity): addresses.insert(identity.url)
            case .tag(let tag): tags.append(tag)
            case .matching: break
            }
        }
    }

    func refuseOlder(in cache: HTTPCache) {
        guard prefixes.isEmpty else { return cache.refuseOlder(at: nil) }
        for address in addresses { cache.refuseOlder(at: address) }
    }

    func makeStale(in cache: HTTPCache, until date: Date) async {
        // For resources that are not in memory.
        try? await cache.invalidationStore?.noteInvalidation(of: tags.map(\.stored), at: date)
        for prefix in prefixes { await cache.makeStale(prefix, isPrefix: true, until: date) }
        for address in addresses { await cache.makeStale(address, isPrefix: false, until: date) }
    }
}
