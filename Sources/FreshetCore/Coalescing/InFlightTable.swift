/// A table of the in-flight requests and the callers that wait for them.
///
/// It is the state of coalescing, without time and tasks. `InFlight` describes an in-flight
/// request, `Caller` a caller that waits for it. Each caller has a unique number.
struct InFlightTable<Key: Hashable, InFlight, Caller> {
    private struct Entry {
        let request: InFlight
        var callers: [UInt64: Caller] = [:]
        /// The numbers of the callers in the order in which they joined, including those that have left.
        var order: [UInt64] = []
        var first = 0
    }

    private var entries: [Key: Entry] = [:]

    /// The number of in-flight requests.
    var count: Int { entries.count }

    /// The requests with the number of their callers.
    var requests: [(request: InFlight, callers: Int)] { entries.values.map { ($0.request, $0.callers.count) } }

    /// Adds a caller to the in-flight request of a key, or to a new one.
    ///
    /// - Returns: The caller that has waited longest for the joined request; `nil` if the request
    ///   is new.
    mutating func join(_ key: Key, _ id: UInt64, _ caller: Caller, new: @autoclosure () -> InFlight) -> Caller? {
        guard let first = firstCaller(of: key) else {
            entries[key] = Entry(request: new(), callers: [id: caller], order: [id])
            return nil
        }
        entries[key]?.callers[id] = caller
        entries[key]?.order.append(id)
        return first
    }

    /// Removes a caller that no longer waits.
    ///
    /// - Returns: The caller; and the request if no caller remains, in which case it is removed as
    ///   well.
    mutating func leave(_ key: Key, _ id: UInt64) -> (caller: Caller, abandoned: InFlight?)? {
        guard let caller = entries[key]?.callers.removeValue(forKey: id) else { return nil }
        guard let entry = entries[key], entry.callers.isEmpty else { return (caller, nil) }
        // Removed at once, since the request is about to be cancelled: a call that joined it now would fail.
        entries[key] = nil
        return (caller, entry.request)
    }

    /// Removes an in-flight request that has ended, and returns the callers that wait for it.
    mutating func finish(_ key: Key, where isSame: (InFlight) -> Bool) -> [Caller] {
        guard let entry = entries[key], isSame(entry.request) else { return [] }
        entries[key] = nil
        return Array(entry.callers.values)
    }

    /// Returns the caller that has waited longest for an in-flight request. It receives the
    /// request's events.
    mutating func longestWaiting(_ key: Key, where isSame: (InFlight) -> Bool) -> Caller? {
        guard let entry = entries[key], isSame(entry.request) else { return nil }
        return firstCaller(of: key)
    }

    /// Returns the callers that wait for an in-flight request, except the one that has waited
    /// longest.
    mutating func others(_ key: Key, where isSame: (InFlight) -> Bool) -> [Caller] {
        guard longestWaiting(key, where: isSame) != nil, let entry = entries[key] else { return [] }
        return entry.order[(entry.first + 1)...].compactMap { entry.callers[$0] }
    }

    func request(_ key: Key) -> InFlight? { entries[key]?.request }

    /// Returns all callers that wait for an in-flight request.
    func callers(_ key: Key, where isSame: (InFlight) -> Bool) -> [Caller] {
        guard let entry = entries[key], isSame(entry.request) else { return [] }
        return Array(entry.callers.values)
    }

    private mutating func firstCaller(of key: Key) -> Caller? {
        while let entry = entries[key], entry.first < entry.order.count {
            if let caller = entry.callers[entry.order[entry.first]] { return caller }
            // Callers who have left are skipped here, each once. Searching them in `order` when they leave would take
            // quadratic time for thousands of callers.
            entries[key]?.first += 1
        }
        return nil
    }
}
