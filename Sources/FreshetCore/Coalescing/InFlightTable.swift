/// A table of the in-flight requests and the callers that wait for them.
///
/// It is the state of coalescing, without time and tasks. `Exchange` describes an in-flight request, `Caller` a
/// caller that waits for it. Each caller has a number of its own.
struct InFlightTable<Key: Hashable, Exchange, Caller> {
    private struct Entry {
        let exchange: Exchange
        var callers: [UInt64: Caller] = [:]
        /// The numbers of the callers in the order in which they joined, including those that have left.
        var order: [UInt64] = []
        var first = 0
    }

    private var entries: [Key: Entry] = [:]

    /// The number of requests in flight.
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

    /// Removes a caller that waits no longer.
    ///
    /// - Returns: The caller, and the exchange if it was the last caller; the exchange is then removed, too.
    mutating func leave(_ key: Key, _ id: UInt64) -> (caller: Caller, abandoned: Exchange?)? {
        guard let caller = entries[key]?.callers.removeValue(forKey: id) else { return nil }
        guard let entry = entries[key], entry.callers.isEmpty else { return (caller, nil) }
        entries[key] = nil
        return (caller, entry.exchange)
    }

    /// Removes an exchange that has ended, and returns the callers that wait for it.
    mutating func finish(_ key: Key, where isSame: (Exchange) -> Bool) -> [Caller] {
        guard let entry = entries[key], isSame(entry.exchange) else { return [] }
        entries[key] = nil
        return Array(entry.callers.values)
    }

    /// The caller that has waited longest for an exchange. It receives the exchange's events.
    mutating func longestWaiting(_ key: Key, where isSame: (Exchange) -> Bool) -> Caller? {
        guard let entry = entries[key], isSame(entry.exchange) else { return nil }
        return firstCaller(of: key)
    }

    /// The callers that wait for an exchange besides the one that has waited longest.
    mutating func others(_ key: Key, where isSame: (Exchange) -> Bool) -> [Caller] {
        guard longestWaiting(key, where: isSame) != nil, let entry = entries[key] else { return [] }
        return entry.order[(entry.first + 1)...].compactMap { entry.callers[$0] }
    }

    /// The in-flight request of a key.
    func exchange(_ key: Key) -> Exchange? { entries[key]?.exchange }

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
