#if SQLite
/// The state of an outbox with its writes, for a list.
public struct OutboxContents: Sendable, Equatable {
    /// The state.
    public var state: OutboxState
    /// The writes that haven't been delivered, in their order.
    public var writes: [StoredWriteSummary]
}

/// The observers of an outbox.
struct OutboxObservers: Sendable {
    private(set) var state: OutboxState
    private var contents: OutboxContents?
    private var states: [Int: AsyncStream<OutboxState>.Continuation] = [:]
    private var lists: [Int: AsyncStream<OutboxContents>.Continuation] = [:]
    private var outcomes: [Int: AsyncStream<WriteOutcome>.Continuation] = [:]
    private var last = 0

    init(_ state: OutboxState) {
        self.state = state
    }

    // MARK: - Reports

    /// Reports the changes to the observers.
    mutating func show(_ new: OutboxState, _ writes: () -> [StoredWriteSummary]) {
        if new != state {
            state = new
            for observer in states.values { observer.yield(new) }
        }
        guard !lists.isEmpty else { return }
        let new = OutboxContents(state: new, writes: writes())
        guard new != contents else { return }
        contents = new
        for observer in lists.values { observer.yield(new) }
    }

    func report(_ outcome: WriteOutcome) {
        for observer in outcomes.values { observer.yield(outcome) }
    }

    func finish() {
        for observer in states.values { observer.finish() }
        for observer in lists.values { observer.finish() }
        for observer in outcomes.values { observer.finish() }
    }

    // MARK: - Observers

    mutating func add(_ observer: AsyncStream<OutboxState>.Continuation) -> Int {
        observer.yield(state)
        last += 1
        states[last] = observer
        return last
    }

    mutating func add(_ observer: AsyncStream<OutboxContents>.Continuation, _ writes: [StoredWriteSummary]) -> Int {
        observer.yield(OutboxContents(state: state, writes: writes))
        last += 1
        lists[last] = observer
        return last
    }

    mutating func add(_ observer: AsyncStream<WriteOutcome>.Continuation, _ stored: [WriteOutcome]) -> Int {
        for outcome in stored { observer.yield(outcome) }
        last += 1
        outcomes[last] = observer
        return last
    }

    mutating func remove(_ number: Int) {
        (states[number], lists[number], outcomes[number]) = (nil, nil, nil)
    }
}
#endif
