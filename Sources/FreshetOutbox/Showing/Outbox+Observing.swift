#if SQLite
import Foundation

/// What screens show of an outbox.
extension Outbox {
    /// The present state.
    public var state: OutboxState { observers.state }

    /// The state, at once and after each change. Equal states are not repeated, and a slow reader gets the newest.
    public nonisolated var states: AsyncStream<OutboxState> {
        stream(.bufferingNewest(1)) { outbox, observer in outbox.observers.add(observer) }
    }

    /// The state and the writes, at once and after each change of either. A slow reader gets the newest.
    public nonisolated var contents: AsyncStream<OutboxContents> {
        stream(.bufferingNewest(1)) { outbox, observer in outbox.observers.add(observer, outbox.writes) }
    }

    /// The final outcomes: those that were not acknowledged, and each further one.
    ///
    /// Every outcome comes at least once, also after a restart, until it is acknowledged. Of a write that failed and
    /// is tried again, there are several.
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
