import FreshetCore

/// State protected by a lock, for which tasks can wait until it meets a condition.
final class WatchedState<State>: Sendable {
    private struct Content {
        var state: State
        var waiters: [(isMet: (State) -> Bool, wait: Wait<Void>)] = []
    }

    private let content: Lock<Content>

    init(_ state: State) {
        content = Lock(ofUnchecked: Content(state: state))
    }

    func read<Value>(_ body: (State) -> Value) -> Value { content.withLock { body($0.state) } }

    /// Changes the state, and resumes the tasks whose condition is now met.
    @discardableResult
    func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, met) = content.withLock { content in
            let value = body(&content.state)
            guard !content.waiters.isEmpty else { return (value, [] as [Wait<Void>]) }
            let state = content.state
            let met = content.waiters.filter { $0.isMet(state) }
            content.waiters.removeAll { $0.isMet(state) }
            return (value, met.map(\.wait))
        }
        // Met outside the lock: a resumed task may change the state at once.
        for wait in met { wait.meet(()) }
        return value
    }

    /// Waits until the state meets a condition.
    ///
    /// - Parameter endsAtRest: Whether the wait fails when no task is running. Pass `false` if
    ///   network threads change the state.
    /// - Throws: ``WaitFailure`` if the condition isn't met; `CancellationError` if the waiting
    ///   task is cancelled.
    func wait(
        for expected: String, at place: SourcePlace, endsAtRest: Bool = true, seen: (State) -> String,
        until condition: @escaping @Sendable (State) -> Bool
    ) async throws {
        let wait = Wait<Void>()
        let isMet = content.withLock { content in
            let isMet = condition(content.state)
            if !isMet { content.waiters.append((condition, wait)) }
            return isMet
        }
        if isMet { return }
        let result = await wait.value(endsAtRest: endsAtRest) {
            content.withLock { $0.waiters.removeAll { $0.wait === wait } }
        }
        try result.get(expected, at: place) { read(seen) }
    }
}
