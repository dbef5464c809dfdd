import FreshetCore

/// What a function makes of the values of a resource, kept as long as the value is the same.
final class DerivedValue<Base: Sendable, New: Sendable>: Sendable {
    private struct Key: Equatable {
        let account: UInt64
        let revision: UInt64
        let origin: ResourceOrigin?
    }

    private struct Known {
        let key: Key
        let value: New
        let revision: UInt64
    }

    private let transform: @Sendable (Base) -> New
    private let comparison = ValueComparison<New>()
    private let known = Lock<Known?>(nil)

    init(_ transform: @escaping @Sendable (Base) -> New) {
        self.transform = transform
    }

    /// Returns the state of what is derived. Its revision changes only with what is derived.
    func state(of base: ResourceState<Base>) -> ResourceState<New> {
        guard let value = base.value else { return base.with(nil) }
        let key = Key(account: base.account, revision: base.revision, origin: base.origin)
        let old = known.withLock { $0 }
        if let old, old.key == key { return state(of: base, old) }
        let new = transform(value)
        let isEqual = old.map { comparison.isEqual(new, $0.value) } ?? false
        let current = Known(key: key, value: new, revision: (old?.revision ?? 0) + (isEqual ? 0 : 1))
        known.withLock { known in
            // Another thread may have been quicker, with a newer value.
            if (known?.key.revision ?? 0) <= key.revision || known?.key.account != key.account { known = current }
        }
        return state(of: base, current)
    }

    private func state(of base: ResourceState<Base>, _ known: Known) -> ResourceState<New> {
        var facts = base.facts
        facts.revision = known.revision
        return ResourceState(value: known.value, facts, isStale: base.isStale)
    }
}
