#if SQLite
import Foundation

/// The parts of an outbox that screens show.
extension Outbox {
    /// The current state.
    public var state: OutboxState { observers.state }

    /// The current state, and then the state after each change. Equal states aren't repeated, and a
    /// slow reader gets the newest one.
    ///
    /// ```swift
    /// for await state in outbox.states { show("\(state.waiting) changes not sent yet") }
    /// ```
    public nonisolated var states: AsyncStream<OutboxState> {
        stream(.bufferingNewest(1)) { outbox, observer in outbox.observers.add(observer) }
    }

    /// The current state and writes, and then both after each change of either. A slow reader gets
    /// the newest ones.
    public nonisolated var contents: AsyncStream<OutboxContents> {
        stream(.bufferingNewest(1)) { outbox, observer in outbox.observers.add(observer, outbox.writes) }
    }

    /// The final outcomes: first those that haven't been acknowledged, and then each new one.
    ///
    /// ```swift
    /// for await outcome in outbox.outcomes {
    ///     if case .failed(let error) = outcome.result { print("\(outcome.name) has failed: \(error)") }
    ///     try await outbox.acknowledge(outcome.id)
    /// }
    /// ```
    ///
    /// Each outcome is reported at least once, and again after a restart until it is acknowledged.
    /// A write that failed and is retried has several outcomes.
    public nonisolated var outcomes: AsyncStream<WriteOutcome> {
        stream(.unbounded) { outbox, observer in
            let stored = (try? outbox.store.read { db in try OutboxRows.outcomes(db) }) ?? []
            return outbox.observers.add(observer, stored.map(Self.public))
        }
    }

    /// Returns a stream whose reader observes the outbox until it ends.
    ///
    /// - Parameter add: Adds the observer, and returns its number.
    private nonisolated func stream<Element: Sendable>(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy,
        _ add: @escaping @Sendable (isolated Outbox, AsyncStream<Element>.Continuation) -> Int
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: policy)
        Task { await self.observe(continuation, add) }
        return stream
    }

    private func observe<Element: Sendable>(
        _ continuation: AsyncStream<Element>.Continuation,
        _ add: @Sendable (isolated Outbox, AsyncStream<Element>.Continuation) -> Int
    ) {
        guard !isClosed else { return continuation.finish() }
        let number = add(self, continuation)
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.removeObserver(number) }
        }
    }

    private func removeObserver(_ number: Int) {
        observers.remove(number)
    }

    static func state(of queue: WriteQueue, nextAttempt: Date?, lastError: String?) -> OutboxState {
        var state = OutboxState()
        state.waiting = queue.counts[.waiting] ?? 0
        state.sending = queue.inProgress.count
        state.unconfirmed = queue.counts[.unconfirmed] ?? 0
        state.unreadable = queue.counts[.unreadable] ?? 0
        state.failed = queue.counts[.failed] ?? 0
        state.oldest = queue.order.lazy.compactMap { queue.writes[$0] }.first { $0.phase != .failed }?.created
        state.nextAttempt = nextAttempt
        state.lastError = lastError
        return state
    }

    func showState() {
        let state = Self.state(of: queue, nextAttempt: wake, lastError: lastError)
        observers.show(state) { writes }
    }
}
#endif
