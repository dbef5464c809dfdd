import FreshetCore

/// Applies a function to the value of a resource, and reuses the result until the value changes.
final class DerivedValue<Base: Sendable, New: Sendable>: Sendable {
    private struct Key: Equatable {
        let account: UInt64
        let revision: Revision
        let origin: ResourceOrigin?
    }

    private struct Known {
        let key: Key
        let value: New
        let revision: Revision
    }

    private struct State {
        var known: Known?
        var lastRevision: Revision?

        mutating func nextRevision() -> Revision {
            var next = lastRevision ?? Revision.first()
            next.advance()
            lastRevision = next
            return next
        }
    }

    private let transform: @Sendable (Base) -> New
    private let comparison = ValueComparison<New>()
    private let state = Lock(State())

    init(_ transform: @escaping @Sendable (Base) -> New) {
        self.transform = transform
    }

    /// Returns the state with the derived value. Its revision changes only with the derived value.
    func state(of base: ResourceState<Base>) -> ResourceState<New> {
        guard let value = base.value else { return base.with(nil) }
        let key = Key(account: base.account, revision: base.revision, origin: base.origin)
        let old = state.withLock { $0.known }
        if let old, old.key == key { return state(of: base, old) }
        // The app's closure runs outside the lock, since it may read this view.
        let new = transform(value)
        let isEqual = old.map { comparison.isEqual(new, $0.value) } ?? false
        let current = state.withLock { state in
            // Another thread may have stored a result meanwhile: of the same value, or one that `new` was not compared
            // with.
            if let known = state.known, known.key == key { return known }
            let isSame = isEqual && state.known?.revision == old?.revision
            let revision = (isSame ? old?.revision : nil) ?? state.nextRevision()
            let current = Known(key: key, value: new, revision: revision)
            // A slow thread must not replace the result of a newer value.
            if let known = state.known, key.revision.isBefore(known.key.revision) { return current }
            state.known = current
            return current
        }
        return state(of: base, current)
    }

    private func state(of base: ResourceState<Base>, _ known: Known) -> ResourceState<New> {
        var facts = base.facts
        facts.revision = known.revision
        return ResourceState(value: known.value, facts, isStale: base.isStale)
    }
}
