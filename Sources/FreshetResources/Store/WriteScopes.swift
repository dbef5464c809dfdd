import FreshetCore

/// Queues the writes of each scope, which run one after another in the order in which they began.
///
/// Writes of an outbox stay queued until they are delivered, whether they are being sent or not.
package final class WriteScopes: Sendable {
    /// Whether a write that waits for its turn received it.
    private typealias Turn = Pending<Bool>

    private struct State {
        /// The writes of each scope in their order. The first one may have its turn.
        var queues: [String: [Stamp]] = [:]
        /// The write of each scope that has its turn.
        var current: [String: Stamp] = [:]
        /// The writes of an outbox, which no other write cancels.
        var durable: Set<Stamp> = []
        var waiting: [Stamp: Turn] = [:]
        /// The writes that were removed from their queue before they waited.
        var cancelled: Set<Stamp> = []

        /// Whether a write may have its turn: it is the first of its scope. The writes of an outbox
        /// keep the outbox's order among themselves, which may differ from the order of their
        /// numbers.
        func isNext(_ id: Stamp, in scope: String) -> Bool {
            guard current[scope] == nil, let queue = queues[scope], let index = queue.firstIndex(of: id) else {
                return false
            }
            return index == 0 || queue[...index].allSatisfy(durable.contains)
        }

        /// Gives the next write of a scope its turn if it waits for it.
        mutating func advance(_ scope: String) -> Turn? {
            guard let next = queues[scope]?.first(where: { waiting[$0] != nil && isNext($0, in: scope) }) else {
                return nil
            }
            current[scope] = next
            return waiting.removeValue(forKey: next)
        }

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

    /// Adds a write to the queue of its scope, after earlier writes and after the one that has its
    /// turn. ``enter(_:_:)`` follows.
    package func queue(_ scope: String, _ id: Stamp, isDurable: Bool = false) {
        state.withLock { state in
            let queue = state.queues[scope] ?? []
            guard !queue.contains(id) else { return }
            let position = max(queue.firstIndex { $0 > id } ?? queue.endIndex, state.current[scope] == nil ? 0 : 1)
            state.queues[scope, default: []].insert(id, at: position)
            if isDurable { state.durable.insert(id) }
        }
    }

    /// Waits for the turn of a write; `false` if it was cancelled meanwhile.
    /// ``leave(_:_:cancelsFollowing:)`` ends the turn.
    package func enter(_ scope: String, _ id: Stamp) async -> Bool {
        let turn = Turn()
        let decision: Bool? = state.withLock { state in
            if state.cancelled.remove(id) != nil { return false }
            if state.current[scope] == id { return true }
            if state.isNext(id, in: scope) {
                state.current[scope] = id
                return true
            }
            state.waiting[id] = turn
            return nil
        }
        if let decision { return decision }
        return await turn.value { self.cancel(scope, id) }
    }

    /// Removes a write from its queue, unless it has its turn. A write of an outbox stays, but no
    /// longer waits.
    private func cancel(_ scope: String, _ id: Stamp) {
        let turn = state.withLock { state -> Turn? in
            guard state.current[scope] != id else { return nil }
            if state.durable.contains(id) { return state.waiting.removeValue(forKey: id) }
            guard let index = state.queues[scope]?.firstIndex(of: id) else { return nil }
            state.queues[scope]?.remove(at: index)
            return state.endWaiting(id)
        }
        turn?.resolve(false)
    }

    /// Ends the turn of an outbox's write that wasn't delivered. The write stays queued.
    package func yield(_ scope: String, _ id: Stamp) {
        let next = state.withLock { state -> Turn? in
            guard state.current[scope] == id else { return nil }
            state.current[scope] = nil
            // A write that began earlier may have been queued after it.
            state.queues[scope]?.sort()
            return state.advance(scope)
        }
        next?.resolve(true)
    }

    /// Removes a write from its queue, whether it has its turn or not, and optionally cancels the
    /// waiting writes.
    package func leave(_ scope: String, _ id: Stamp, cancelsFollowing: Bool = false) {
        let (ended, next) = state.withLock { state -> ([Turn], Turn?) in
            guard var queue = state.queues[scope], let index = queue.firstIndex(of: id) else { return ([], nil) }
            queue.remove(at: index)
            if state.current[scope] == id { state.current[scope] = nil }
            state.durable.remove(id)
            let own = state.waiting.removeValue(forKey: id)
            let isCancelled = { [durable = state.durable] id in cancelsFollowing && !durable.contains(id) }
            let ended = [own].compactMap(\.self) + queue.filter(isCancelled).compactMap { state.endWaiting($0) }
            queue.removeAll(where: isCancelled)
            state.queues[scope] = queue.isEmpty ? nil : queue
            return (ended, state.advance(scope))
        }
        for turn in ended { turn.resolve(false) }
        next?.resolve(true)
    }

    func forget(_ id: Stamp) {
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}
