import FreshetCore

/// State behind a lock, with tasks that wait until it meets a condition.
final class WatchedState<State>: Sendable {
    private struct Content {
        var state: State
        var waiters: [(isMet: (State) -> Bool, outcome: Pending<Bool>)] = []
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
            let state = content.state
            let met = content.waiters.filter { $0.isMet(state) }
            content.waiters.removeAll { $0.isMet(state) }
            return (value, met)
        }
        for waiter in met { waiter.outcome.resolve(true) }
        return value
    }

    /// Waits for a condition; returns whether it was met before the task was cancelled.
    @discardableResult
    func wait(until condition: @escaping @Sendable (State) -> Bool) async -> Bool {
        let outcome = Pending<Bool>()
        let isMet = content.withLock { content in
            let isMet = condition(content.state)
            if !isMet { content.waiters.append((condition, outcome)) }
            return isMet
        }
        if isMet { return true }
        return await outcome.value { [content] in
            content.withLock { $0.waiters.removeAll { $0.outcome === outcome } }
            outcome.resolve(false)
        }
    }
}
