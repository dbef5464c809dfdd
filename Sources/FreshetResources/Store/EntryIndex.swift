struct EntryIndex<Key: Hashable & Sendable>: Sendable {
    /// Most keys have one resource, which needs no table.
    private enum Group {
        case one(EntryReference)
        case many(Set<EntryReference>)
    }

    private var groups: [Key: Group] = [:]

    subscript(key: Key) -> Set<EntryReference> {
        switch groups[key] {
        case nil: []
        case .one(let reference): [reference]
        case .many(let references): references
        }
    }

    mutating func insert(_ reference: EntryReference, at key: Key) {
        guard case .many(var references) = groups[key] else {
            let one = self[key]
            groups[key] = one.isEmpty ? .one(reference) : .many(one.union([reference]))
            return
        }
        // Taken out, so that the set is not copied.
        groups[key] = nil
        references.insert(reference)
        groups[key] = .many(references)
    }

    mutating func remove(_ reference: EntryReference, at key: Key) {
        switch groups.removeValue(forKey: key) {
        case nil: break
        case .one(let one): if one != reference { groups[key] = .one(one) }
        case .many(var references):
            references.remove(reference)
            if !references.isEmpty { groups[key] = .many(references) }
        }
    }
}

struct EntryReference: Hashable, Sendable {
    let entry: any AnyResourceEntry

    init(_ entry: any AnyResourceEntry) {
        self.entry = entry
    }

    static func == (first: EntryReference, second: EntryReference) -> Bool { first.entry === second.entry }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(entry))
    }
}
