/// The unused resources, in the order in which they became unused.
struct UnusedEntries: Sendable {
    private struct Slot: Sendable {
        /// `nil` after the resource was removed.
        var entry: (any AnyResourceEntry)?
        let cost: Int
    }

    private var order: [Slot] = []
    /// The index of the first slot that may have a resource.
    private var first = 0
    private var indices: [ObjectIdentifier: Int] = [:]
    private var cost = 0

    mutating func append(_ entry: any AnyResourceEntry, cost: Int) {
        remove(entry)
        if order.count > 2 * indices.count + 64 { close() }
        indices[ObjectIdentifier(entry)] = order.count
        order.append(Slot(entry: entry, cost: cost))
        self.cost += cost
    }

    mutating func remove(_ entry: any AnyResourceEntry) {
        guard let index = indices.removeValue(forKey: ObjectIdentifier(entry)) else { return }
        cost -= order[index].cost
        // The slot stays empty: removing it would shift the indices of all later ones.
        order[index].entry = nil
    }

    /// Removes and returns the least recently used resources, until the rest is within the limits.
    mutating func surplus(entries limit: Int, bytes: Int) -> [any AnyResourceEntry] {
        var surplus: [any AnyResourceEntry] = []
        while indices.count > limit || cost > bytes, first < order.count {
            if let entry = order[first].entry {
                surplus.append(entry)
                remove(entry)
            }
            first += 1
        }
        return surplus
    }

    private mutating func close() {
        order.removeAll { $0.entry == nil }
        first = 0
        for (index, element) in order.enumerated() {
            if let entry = element.entry { indices[ObjectIdentifier(entry)] = index }
        }
    }
}
