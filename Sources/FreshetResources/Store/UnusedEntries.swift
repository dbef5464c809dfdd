/// The resources that nobody uses, in the order in which they became so.
struct UnusedEntries: Sendable {
    private struct Place: Sendable {
        let number: UInt64
        let cost: Int
    }

    private var places: [EntryReference: Place] = [:]
    /// Those that have left are still in it, with an old number.
    private var order: [(number: UInt64, entry: EntryReference)] = []
    private var first = 0
    private var lastNumber: UInt64 = 0
    private var cost = 0

    mutating func append(_ entry: any AnyResourceEntry, cost: Int) {
        remove(entry)
        lastNumber += 1
        let reference = EntryReference(entry)
        places[reference] = Place(number: lastNumber, cost: cost)
        order.append((lastNumber, reference))
        self.cost += cost
    }

    mutating func remove(_ entry: any AnyResourceEntry) {
        guard let place = places.removeValue(forKey: EntryReference(entry)) else { return }
        cost -= place.cost
        // What has left must not be held for long.
        if order.count > 2 * places.count + 64 {
            order = order[first...].filter { places[$0.entry]?.number == $0.number }
            first = 0
        }
    }

    /// Removes those that were used longest ago, until the rest is within the limits.
    mutating func surplus(entries limit: Int, bytes: Int) -> [any AnyResourceEntry] {
        var surplus: [any AnyResourceEntry] = []
        while places.count > limit || cost > bytes, first < order.count {
            let (number, reference) = order[first]
            first += 1
            guard places[reference]?.number == number else { continue }
            surplus.append(reference.entry)
            remove(reference.entry)
        }
        return surplus
    }
}
