/// The resources without a use, in the order in which they became so.
struct UnusedEntries: Sendable {
    private struct Place: Sendable {
        /// `nil` once the resource has left.
        var entry: (any AnyResourceEntry)?
        let cost: Int
    }

    private var order: [Place] = []
    /// The places before it have left.
    private var first = 0
    private var places: [ObjectIdentifier: Int] = [:]
    private var cost = 0

    mutating func append(_ entry: any AnyResourceEntry, cost: Int) {
        remove(entry)
        if order.count > 2 * places.count + 64 { close() }
        places[ObjectIdentifier(entry)] = order.count
        order.append(Place(entry: entry, cost: cost))
        self.cost += cost
    }

    mutating func remove(_ entry: any AnyResourceEntry) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(entry)) else { return }
        cost -= order[place].cost
        order[place].entry = nil
    }

    /// Removes those that were used longest ago, until the rest is within the limits.
    mutating func surplus(entries limit: Int, bytes: Int) -> [any AnyResourceEntry] {
        var surplus: [any AnyResourceEntry] = []
        while places.count > limit || cost > bytes, first < order.count {
            if let entry = order[first].entry {
                surplus.append(entry)
                remove(entry)
            }
            first += 1
        }
        return surplus
    }

    /// Closes the gaps that have come about.
    private mutating func close() {
        order.removeAll { $0.entry == nil }
        first = 0
        for (place, element) in order.enumerated() {
            if let entry = element.entry { places[ObjectIdentifier(entry)] = place }
        }
    }
}
