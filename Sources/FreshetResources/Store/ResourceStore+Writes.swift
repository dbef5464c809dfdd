import FreshetCore

struct WriteInProgress: Sendable {
    let changed: Set<EntryReference>
    /// The resources that it makes stale when it has ended.
    let targets: [InvalidationTarget]
    /// Its address. If the write succeeds, the resources at that address become stale (RFC 9111
    /// §4.4).
    let address: String?
    /// The resources that it makes stale without changing them.
    fileprivate(set) var awaiting: Set<EntryReference> = []

    init(changing changed: Set<EntryReference>, invalidating targets: [InvalidationTarget], at address: String?) {
        self.changed = changed
        self.targets = targets
        self.address = address
    }
}

// Of several overlapping writes that make a resource stale, only the last one causes a fetch.
extension ResourceStore {
    func addWrite(_ id: Stamp, _ write: WriteInProgress) {
        // Recorded first: a resource that is loaded into memory from now on finds the write by itself.
        state.withLock { $0.writes[id] = write }
        var references = Set(entries(write.targets).map { EntryReference($0) })
        if let address = write.address { references.formUnion(state.withLock { $0.byAddress[address] }) }
        for reference in references.subtracting(write.changed) { wait(reference, for: id) }
    }

    /// Removes and returns a write that has ended. ``fetchStale(after:_:)`` follows.
    func removeWrite(_ id: Stamp) -> WriteInProgress? {
        state.withLock { $0.writes.removeValue(forKey: id) }
    }

    /// Fetches the resources that a write has made stale, unless another write in progress will
    /// make them stale.
    func fetchStale(after write: WriteInProgress?, _ id: Stamp) {
        tellAll { for reference in write?.awaiting ?? [] { reference.entry.forgetWrite(id) } }
    }

    /// Begins the changes of writes on a resource that was loaded into memory or received a tag,
    /// and lets it wait for the writes in progress that make it stale.
    func awaitWrites(_ entry: any AnyResourceEntry) {
        beginWideChanges(entry)
        let writes = state.withLock { $0.writes }
        let reference = EntryReference(entry)
        for (id, write) in writes where !write.changed.contains(reference) && makesStale(write, entry) {
            wait(reference, for: id)
        }
    }

    private func wait(_ reference: EntryReference, for id: Stamp) {
        // First, so that the end of the write finds the resource waiting.
        reference.entry.awaitWrite(id)
        let isInProgress = state.withLock { $0.writes[id]?.awaiting.insert(reference) != nil }
        if !isInProgress { reference.entry.forgetWrite(id) }
    }

    private func makesStale(_ write: WriteInProgress, _ entry: any AnyResourceEntry) -> Bool {
        let identity = entry.key.address.identity
        if identity.address == write.address { return true }
        return write.targets.contains { target in
            switch target {
            case .all: true
            case .tag(let tag): tags(of: entry).contains(tag)
            case .request(let other): other == identity
            case .prefix(let prefix): identity.address.hasPrefix(prefix)
            case .matching(let isMeant): isMeant(ResourceInfo(entry))
            }
        }
    }
}
