import Foundation

extension ResourceMachine {
    /// Returns the state for an observer.
    ///
    /// - Parameter shown: The base with the app's changes.
    func state(for freshness: ResourceFreshness, shown: Value?, at date: Date) -> ResourceState<Value> {
        let facts = facts
        return ResourceState(value: shown, facts, isStale: facts.isStale(freshness, at: date))
    }

    var facts: StateFacts {
        var facts = StateFacts()
        if let known = base?.facts {
            facts.origin = known.origin
            facts.date = known.date
            facts.response = known.head
            facts.needsConfirmation = known.origin == .store && known.needsConfirmation
            facts.freshUntil = isInvalid ? nil : known.freshUntil
        }
        facts.error = failure?.error
        facts.activity = activity
        facts.pendingChanges = changes.count { $0.apply != nil }
        for change in changes where change.isPending {
            // A plan may change one resource in several steps, which are adjacent in the log. Its write is
            // listed once.
            if let id = change.durable, facts.pendingWrites.last != id { facts.pendingWrites.append(id) }
        }
        facts.updates = updates
        facts.failures = failures
        facts.revision = revision
        facts.heldUntil = failure?.holdUntil
        facts.asOf = base?.asOf ?? 0
        facts.appChanges = appChanges
        // While a write delays the fetch, a list must not request its pages because of the invalidation.
        if isInvalid, !awaitsWrite { facts.invalidated = invalid }
        return facts
    }

    private var activity: ResourceActivity {
        if restore == .reading { return .restoring }
        return switch fetch?.phase {
        case nil: .idle
        case .running: .fetching
        case .paused: .paused
        case .waiting(let attempt, let until, let failure): .waiting(attempt: attempt, until: until, failure: failure)
        }
    }

    // MARK: - The app's changes

    /// The number of leading changes that can become part of the base: they are confirmed, and no fetch or write is in
    /// progress that began before and may lack them.
    var settledChanges: Int {
        guard base != nil else { return 0 }
        let begun = [fetch?.plan.start].compactMap(\.self) + changes.filter { $0.isPending }.map { $0.began }
        let oldest = begun.min() ?? .max
        return changes.prefix { change in
            if case .done(let ended) = change.phase { ended <= oldest } else { false }
        }.count
    }

    /// Makes the first changes part of the base, which then has the folded value.
    mutating func fold(_ count: Int, _ folded: Value) {
        guard count > 0 else { return }
        base?.value = folded
        // The value no longer belongs to the stored response.
        base?.facts.storedID = nil
        changes.removeFirst(count)
    }
}
