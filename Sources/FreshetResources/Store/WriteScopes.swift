import FreshetCore

/// Lets the writes of a scope run one after another.
final class WriteScopes: Sendable {
    private struct Waiter {
        let id: Stamp
        let turn: CheckedContinuation<Bool, Never>
    }

    private struct Scope {
        /// The write that runs.
        var runs: Stamp
        var waiters: [Waiter] = []
    }

    private struct State {
        var scopes: [String: Scope] = [:]
        /// The writes that were cancelled before they waited.
        var cancelled: Set<Stamp> = []
    }

    private let state = Lock(State())

    /// Waits for the turn of a write. ``leave(_:_:cancelsFollowing:)`` ends it.
    ///
    /// - Returns: `false` if it was cancelled meanwhile; then it has no turn.
    func enter(_ scope: String, _ id: Stamp) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                let decision: Bool? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return false }
                    guard state.scopes[scope] != nil else {
                        state.scopes[scope] = Scope(runs: id)
                        return true
                    }
                    state.scopes[scope]?.waiters.append(Waiter(id: id, turn: turn))
                    return nil
                }
                if let decision { turn.resume(returning: decision) }
            }
        } onCancel: {
            cancel(scope, id)
        }
    }

    private func cancel(_ scope: String, _ id: Stamp) {
        let waiter = state.withLock { state -> Waiter? in
            if state.scopes[scope]?.runs == id { return nil }
            guard let index = state.scopes[scope]?.waiters.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.scopes[scope]?.waiters.remove(at: index)
        }
        waiter?.turn.resume(returning: false)
    }

    /// Ends the turn of a write.
    ///
    /// - Parameter cancelsFollowing: Whether those that wait have no turn.
    func leave(_ scope: String, _ id: Stamp, cancelsFollowing: Bool) {
        let (ended, next) = state.withLock { state -> ([Waiter], Waiter?) in
            guard var present = state.scopes[scope], present.runs == id else { return ([], nil) }
            let ended = cancelsFollowing ? present.waiters : []
            if cancelsFollowing { present.waiters = [] }
            guard !present.waiters.isEmpty else {
                state.scopes[scope] = nil
                return (ended, nil)
            }
            let next = present.waiters.removeFirst()
            present.runs = next.id
            state.scopes[scope] = present
            return (ended, next)
        }
        for waiter in ended { waiter.turn.resume(returning: false) }
        next?.turn.resume(returning: true)
    }

    /// Forgets a write that was cancelled.
    func forget(_ id: Stamp) {
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}
