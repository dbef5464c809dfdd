/// Who waits for which exchange.
///
/// The state of coalescing apart from time and tasks. `Flight` is what is known of an exchange, `Waiter` what is known of
/// somebody who waits for it; waiters have numbers of their own.
struct FlightTable<Key: Hashable, Flight, Waiter> {
    private struct Entry {
        let flight: Flight
        var waiters: [UInt64: Waiter] = [:]
        /// The numbers in the order they came; those that have left are still among them.
        var order: [UInt64] = []
        var first = 0
    }

    private var entries: [Key: Entry] = [:]

    /// How many exchanges are under way.
    var count: Int { entries.count }

    /// Adds a waiter to the exchange of a key, or to a new one.
    ///
    /// - Returns: The number of the waiter that speaks for the exchange joined; `nil` when it is new.
    mutating func join(_ key: Key, _ id: UInt64, _ waiter: Waiter, new: @autoclosure () -> Flight) -> UInt64? {
        guard let eldest = eldest(of: key) else {
            entries[key] = Entry(flight: new(), waiters: [id: waiter], order: [id])
            return nil
        }
        entries[key]?.waiters[id] = waiter
        entries[key]?.order.append(id)
        return eldest
    }

    /// Takes a waiter out who waits no longer.
    ///
    /// - Returns: The waiter, and the exchange when nobody waits for it any more; it is gone from the table then.
    mutating func leave(_ key: Key, _ id: UInt64) -> (waiter: Waiter, abandoned: Flight?)? {
        guard let waiter = entries[key]?.waiters.removeValue(forKey: id) else { return nil }
        guard let entry = entries[key], entry.waiters.isEmpty else { return (waiter, nil) }
        entries[key] = nil
        return (waiter, entry.flight)
    }

    /// Takes an exchange out that has ended, with all who wait for it.
    mutating func land(_ key: Key, where isSame: (Flight) -> Bool) -> [Waiter] {
        guard let entry = entries[key], isSame(entry.flight) else { return [] }
        entries[key] = nil
        return Array(entry.waiters.values)
    }

    /// Who has waited longest for an exchange: the one as whose steps those of the exchange are told.
    mutating func speaker(_ key: Key, where isSame: (Flight) -> Bool) -> Waiter? {
        guard let entry = entries[key], isSame(entry.flight) else { return nil }
        return eldest(of: key).flatMap { entries[key]?.waiters[$0] }
    }

    /// All who wait for an exchange.
    func waiters(_ key: Key, where isSame: (Flight) -> Bool) -> [Waiter] {
        guard let entry = entries[key], isSame(entry.flight) else { return [] }
        return Array(entry.waiters.values)
    }

    private mutating func eldest(of key: Key) -> UInt64? {
        while let entry = entries[key], entry.first < entry.order.count {
            let id = entry.order[entry.first]
            if entry.waiters[id] != nil { return id }
            entries[key]?.first += 1
        }
        return nil
    }
}
