import Foundation
import FreshetCore

extension ResourceStore {
    /// The resources that are meant.
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
            return state.withLock { Array($0.byTag[tag] ?? []) }
        case .request(let identity):
            return state.withLock { Array($0.byAddress[identity.address] ?? []) }
                .filter { $0.entry.key.address.identity == identity }
        case .prefix(let prefix):
            return entries { $0.key.address.identity.address.text.hasPrefix(prefix) }.map { EntryReference($0) }
        case .matching(let isMeant):
            return entries { isMeant(ResourceInfo($0)) }.map { EntryReference($0) }
        }
    }

    /// Makes resources stale, in memory and in the cache, and fetches those that are observed.
    func invalidate(_ targets: [InvalidationTarget]) {
        let mark = InvalidationMarks.Mark(stamp: nextNumber(), date: time.date())
        state.withLock { state in for target in targets { state.marks.add(target, mark) } }
        let entries = entries(targets)
        let stored = StoredTargets(targets, entries)
        // Before anything is fetched: what is requested from now on may be stored.
        if let cache { stored.refuseOlder(in: cache) }
        for entry in entries { entry.invalidate() }
        // So that the invalidation outlives memory and the process.
        if let cache { Task { await stored.makeStale(in: cache, until: mark.date) } }
    }

    /// After a request that may have changed something: what is at its addresses is stale (RFC 9111 §4.4).
    func didChange(_ addresses: [WebAddress]) {
        let references = state.withLock { state in addresses.flatMap { state.byAddress[$0] ?? [] } }
        for reference in references { reference.entry.invalidate() }
    }

    // MARK: - Accounts

    /// Ends the resources of accounts that call no more. Their observers see those of the present account, at once.
    func accountDidChange() {
        state.withLock { $0.account += 1 }
        let date = time.date()
        let old = entries { $0.key.account != $0.key.address.identity.account(at: date) }
        for entry in old { entry.endAccount() }
    }

    // MARK: - The outside world

    func configure(_ change: (inout ResourceSettings) -> Void) {
        var settings = settings
        change(&settings)
        var watches: [ResourceObservation] = []
        if let reachability = settings.reachability {
            watches.append(reachability.observe { [weak self] isOffline in if !isOffline { self?.reconnect() } })
        }
        if let foreground = settings.foreground {
            watches.append(foreground.observe { [weak self] isActive in if isActive { self?.becomeForeground() } })
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

    init(_ targets: [InvalidationTarget], _ entries: [any AnyResourceEntry]) {
        addresses = Set(entries.map(\.key.address.identity.url))
        for target in targets {
            switch target {
            case .all: prefixes.insert("")
            case .prefix(let prefix): prefixes.insert(prefix)
            case .request(let identity): addresses.insert(identity.url)
            case .tag, .matching: break
            }
        }
    }

    func refuseOlder(in cache: HTTPCache) {
        guard prefixes.isEmpty else { return cache.refuseOlder(at: nil) }
        for address in addresses { cache.refuseOlder(at: address) }
    }

    func makeStale(in cache: HTTPCache, until date: Date) async {
        for prefix in prefixes { await cache.makeStale(prefix, isPrefix: true, until: date) }
        for address in addresses { await cache.makeStale(address, isPrefix: false, until: date) }
    }
}
