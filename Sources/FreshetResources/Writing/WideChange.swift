import FreshetCore

/// The change that a write makes to several resources, once per resource.
final class WideChange: Sendable {
    enum Target: Sendable {
        case tag(ResourceTag)
        /// The pages of a list.
        case pages(ReadingName)
    }

    private struct State {
        /// The resources that were looked at, and whether the change applies to them.
        var seen: [EntryReference: Bool] = [:]
        var isEnded = false
    }

    let target: Target
    private let apply: @Sendable (any AnyResourceEntry) -> Bool
    private let abandon: @Sendable (any AnyResourceEntry) -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - apply: Begins the write on a resource; `false` if its value is of another type.
    ///   - abandon: Ends the write on a resource on which it began too late.
    init(
        _ target: Target, _ apply: @escaping @Sendable (any AnyResourceEntry) -> Bool,
        abandon: @escaping @Sendable (any AnyResourceEntry) -> Void
    ) {
        self.target = target
        self.apply = apply
        self.abandon = abandon
    }

    var entries: [any AnyResourceEntry] {
        state.withLock { state in state.seen.filter(\.value).keys.map(\.entry) }
    }

    func begin(_ entry: any AnyResourceEntry) {
        let reference = EntryReference(entry)
        let isNew = state.withLock { state in
            guard !state.isEnded, state.seen[reference] == nil else { return false }
            // Recorded before `apply`, which runs outside the lock: another thread must not begin the write
            // a second time.
            state.seen[reference] = false
            return true
        }
        guard isNew, apply(entry) else { return }
        let isLate = state.withLock { state in
            if !state.isEnded { state.seen[reference] = true }
            return state.isEnded
        }
        if isLate { abandon(entry) }
    }

    /// Ends the change, which begins on no further resource.
    func end() {
        state.withLock { $0.isEnded = true }
    }
}

extension ResourceStore {
    /// Lets a change also begin on resources that are loaded into memory, or receive its tag, from
    /// now on.
    func add(_ change: WideChange) {
        state.withLock { $0.wideChanges.append(change) }
    }

    func remove(_ change: WideChange) {
        change.end()
        state.withLock { state in state.wideChanges.removeAll { $0 === change } }
    }

    /// Begins the changes of writes on a resource that was loaded into memory or received a tag.
    func beginWideChanges(_ entry: any AnyResourceEntry) {
        let changes = state.withLock { $0.wideChanges }
        guard !changes.isEmpty else { return }
        let tags = tags(of: entry)
        for change in changes where change.target.contains(entry, tags) { change.begin(entry) }
    }

    func entries(_ target: WideChange.Target) -> [any AnyResourceEntry] {
        switch target {
        case .tag(let tag): entries([.tag(tag)])
        case .pages(let reading): entries { $0.key.address.reading == reading }
        }
    }
}

extension WideChange.Target {
    var isOfPages: Bool { if case .pages = self { true } else { false } }

    fileprivate func contains(_ entry: any AnyResourceEntry, _ tags: Set<ResourceTag>) -> Bool {
        switch self {
        case .tag(let tag): tags.contains(tag)
        case .pages(let reading): entry.key.address.reading == reading
        }
    }
}
