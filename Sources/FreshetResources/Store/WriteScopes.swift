import FreshetCore

/// Queues the writes of each scope, which run one after another in the order in which they began.
final class WriteScopes: Sendable {
    /// Whether a write that waits for its turn has got it.
    private typealias Turn = Pending<Bool>

    private struct State {
        /// The writes of each scope in their order. The first one has its turn.
        var queues: [String: [Stamp]] = [:]
        var waiting: [Stamp: Turn] = [:]
        /// The writes that were removed from their queue before they waited.
        var cancelled: Set<Stamp> = []

        /// Ends the wait of a write that was removed from its queue.
        mutating func endWaiting(_ id: Stamp) -> Turn? {
            guard let turn = waiting.removeValue(forKey: id) else {
                cancelled.insert(id)
                return nil
            }
            return turn
        }
    }

    private let state = Lock(State())

    /// Adds a write that begins to the queue of its scope. ``enter(_:_:)`` follows.
    func queue(_ scope: String, _ id: Stamp) {
        state.withLock { $0.queues[scope, default: []].append(id) }
    }

    /// Waits for the turn of a write; `false` if it was cancelled meanwhile. ``leave(_:_:cancelsFollowing:)`` ends it.
    func enter(_ scope: String, _ id: Stamp) async -> Bool {
        let turn = Turn()
        let decision: Bool? = state.withLock { state in
            if state.cancelled.remove(id) != nil { return false }
            if state.queues[scope]?.first == id { return true }
            state.waiting[id] = turn
            return nil
        }
        if let decision { return decision }
        return await turn.value { self.cancel(scope, id) }
    }

    /// Removes a write from its queue, unless it has its turn.
    private func cancel(_ scope: String, _ id: Stamp) {
        let turn = state.withLock { state -> Turn? in
            guard let index = state.queues[scope]?.firstIndex(of: id), index > 0 else { return nil }
            state.queues[scope]?.remove(at: index)
            return state.endWaiting(id)
        }
        turn?.resolve(false)
    }

    /// Ends the turn of a write, and cancels those that wait if they are to be cancelled.
    func leave(_ scope: String, _ id: Stamp, cancelsFollowing: Bool) {
        let (ended, next) = state.withLock { state -> ([Turn], Turn?) in
            guard var queue = state.queues[scope], queue.first == id else { return ([], nil) }
            queue.removeFirst()
            let ended = cancelsFollowing ? queue.compactMap { state.endWaiting($0) } : []
            if cancelsFollowing { queue = [] }
            state.queues[scope] = queue.isEmpty ? nil : queue
            return (ended, queue.first.flatMap { state.waiting.removeValue(forKey: $0) })
        }
        for turn in ended { turn.resolve(false) }
        next?.resolve(true)
    }

    func forget(_ id: Stamp) {
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}
