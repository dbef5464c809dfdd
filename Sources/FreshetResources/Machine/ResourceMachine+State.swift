import Foundation

extension ResourceMachine {
    /// What one observer sees.
    ///
    /// - Parameter shown: The base with the app's changes.
    func state(for freshness: ResourceFreshness, shown: Value?, at date: Date) -> ResourceState<Value> {
        var state = ResourceState<Value>()
        state.value = shown
        state.origin = base?.facts.origin
        state.error = failure?.error
        state.activity = activity
        state.isStale = isStale(freshness, at: date)
        state.date = base?.facts.date
        state.response = base?.facts.head
        state.pendingChanges = changes.count
        state.updates = updates
        state.failures = failures
        state.revision = revision
        return state
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

    /// Whether no response can come any more that does not contain the changes.
    private var isSettled: Bool {
        guard let last = changes.last?.ended, base != nil else { return false }
        return fetch.map { $0.plan.start > last } ?? true
    }

    /// Makes the changes part of the base where no response can come any more that lacks them.
    ///
    /// - Parameter shown: The base with all changes.
    mutating func fold(_ shown: Value) {
        guard isSettled else { return }
        base?.value = shown
        // It is no longer what was stored.
        base?.facts.storedID = nil
        changes = []
    }
}
