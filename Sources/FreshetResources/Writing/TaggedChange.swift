import FreshetCore

/// The change that a write makes to the resources with a tag, each once.
final class TaggedChange: Sendable {
    let tag: ResourceTag
    private let apply: @Sendable (any AnyResourceEntry) -> Bool
    /// The resources that were looked at, and whether the change applies to them.
    private let seen = Lock<[EntryReference: Bool]>([:])

    /// - Parameter apply: Begins the write on a resource; `false` if its value is of another type.
    init(_ tag: ResourceTag, _ apply: @escaping @Sendable (any AnyResourceEntry) -> Bool) {
        self.tag = tag
        self.apply = apply
    }

    var entries: [any AnyResourceEntry] {
        seen.withLock { seen in seen.filter(\.value).keys.map(\.entry) }
    }

    func begin(_ entry: any AnyResourceEntry) {
        let reference = EntryReference(entry)
        let isNew = seen.withLock { seen in
            guard seen[reference] == nil else { return false }
            seen[reference] = false
            return true
        }
        if isNew, apply(entry) { seen.withLock { $0[reference] = true } }
    }
}

extension ResourceStore {
    /// Lets a change also begin on resources that come into memory, or get its tag, from now on.
    func add(_ change: TaggedChange) {
        state.withLock { $0.taggedChanges.append(change) }
    }

    func remove(_ change: TaggedChange) {
        state.withLock { state in state.taggedChanges.removeAll { $0 === change } }
    }

    /// Begins the changes of the durable writes on a resource that has come into memory, or has got a tag.
    func beginTaggedChanges(_ entry: any AnyResourceEntry) {
        let changes = state.withLock { $0.taggedChanges }
        guard !changes.isEmpty else { return }
        let tags = tags(of: entry)
        for change in changes where tags.contains(change.tag) { change.begin(entry) }
    }
}
