/// Which callers wait for which in-flight request.
///
/// The state of coalescing apart from time and tasks. `Exchange` is what is known of an in-flight request, `Caller` what is
/// known of a caller that waits for it; callers have numbers of their own.
struct InFlightTable<Key: Hashable, Exchange, Caller> {
    private struct Entry {
        let exchange: Exchange
        var callers: [UInt64: Caller] = [:]
        /// The numbers in the order they came; those that have left are still among them.
        var order: [UInt64] = []
        var first = 0
    }

    private var entries: [Key: Entry] = [:]

    /// How many requests are in flight.
    var count: Int { entries.count }

    /// Adds a caller to the in-flight request of a key, or to a new one.
    ///
    /// - Returns: The caller that has waited longest for the request that was joined; `nil` when it is new.
    mutating func join(_ key: Key, _ id: UInt64, _ caller: Caller, new: @autoclosure () -> Exchange) -> Caller? {
        guard let first = firstCaller(of: key) else {
            entries[key] = Entry(exchange: new(), callers: [id: caller], order: [id])
            return nil
        }
        entries[key]?.callers[id] = caller
        entries[key]?.order.append(id)
        return first
    }

    /// Takes a caller out that waits no longer.
    ///
    /// - Returns: The caller, and the exchange when nothing waits for it any more; it is gone from the table then.
    mutating func leave(_ key: Key, _ id: UInt64) -> (caller: Caller, abandoned: Exchange?)? {
        guard let caller = entries[key]?.callers.removeValue(forKey: id) else { return nil }
        guard let entry = entries[key], entry.callers.isEmpty else { return (caller, nil) }
        entries[key] = nil
        return (caller, entry.exchange)
    }

    /// Takes an exchange out that has ended, with all callers that wait for it.
    mutating func finish(_ key: Key, where isSame: (Exchange) -> Bool) -> [Caller] {
        guard let entry = entries[key], isSame(entry.exchange) else { return [] }
        entries[key] = nil
        return Array(entry.callers.values)
    }

    /// The caller that has waited longest for an exchange: its steps are reported as those of this caller.
    mutating func longestWaiting(_ key: Key, where isSame: (Exchange) -> Bool) -> Caller? {
        guard let entry = entries[key], isSame(entry.exchange) else { return nil }
        return firstCaller(of: key)
    }

    /// All callers that wait for an exchange.
    func callers(_ key: Key, where isSame: (Exchange) -> Bool) -> [Caller] {
        guard let entry = entries[key], isSame(entry.exchange) else { return [] }
        return Array(entry.callers.values)
    }

    private mutating func firstCaller(of key: Key) -> Caller? {
        while let entry = entries[key], entry.first < entry.order.count {
            if let caller = entry.callers[entry.order[entry.first]] { return caller }
            entries[key]?.first += 1
        }
        return nil
    }
}
