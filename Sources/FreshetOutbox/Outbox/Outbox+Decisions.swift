#if SQLite
public import FreshetCore
import Foundation

/// The app's decisions about its writes.
extension Outbox {
    /// The writes that haven't been delivered, in their order.
    public var writes: [StoredWriteSummary] {
        queue.order.compactMap { queue.writes[$0] }.map { write in
            let phase: StoredWriteSummary.Phase =
                switch write.phase {
                case .waiting where queue.inProgress[write.sequence] != nil: .sending
                case .waiting where queue.resolving.contains(write.sequence): .conflict
                case .waiting: .waiting
                case .unreadable: .unreadable
                case .unconfirmed: .unconfirmed
                case .failed:
                    .failed(
                        Self.error(of: write.error, other: write.cancelledBy, nil)
                            ?? .failed(code: write.error ?? "unknown", nil))
                }
            return StoredWriteSummary(
                id: WriteID(write.id), name: write.name, scope: write.scope, phase: phase, date: write.created,
                attempts: write.attempts, lastError: write.error)
        }
    }

    /// Sends a write again that failed, is unconfirmed or waits after a failure.
    ///
    /// ```swift
    /// for write in await outbox.writes {
    ///     guard case .failed = write.phase else { continue }
    ///     try await outbox.retry(write.id)
    /// }
    /// ```
    ///
    /// A failed write gets a new key. An unconfirmed write is sent under its old key, and a service
    /// that doesn't honour keys may apply it twice.
    ///
    /// - Throws: ``OutboxError/unknownWrite``, ``OutboxError/beingSent``, ``OutboxError/store(_:)``,
    ///   ``OutboxError/closed``, or ``OutboxError/unregistered(_:)`` if this build can't read the
    ///   write.
    public func retry(_ id: WriteID) throws(OutboxError) {
        let write = try idle(id)
        guard write.phase != .unreadable else { throw .unregistered(write.name) }
        let now = time.date()
        let isOpen = write.arrival == .open
        try change(write) { row in
            row.queued.phase = .waiting
            (row.queued.error, row.queued.cancelledBy) = (nil, nil)
            (row.queued.notBefore, row.queued.wait) = (nil, .zero)
            (row.queued.created, row.queued.conflicts, row.queued.attempts) = (now, 0, 0)
            row.queued.arrival = isOpen ? .refused : .unsent
            row.queued.firstSent = isOpen ? now : nil
            // A write that may have been applied keeps its key, by which the service recognises the
            // repetition.
            guard !isOpen else { return }
            row.key = Self.newKey()
            row.request = nil
        }
        pump()
    }

    /// Replaces the input of a write that isn't being sent, and sends the write under a new key.
    ///
    /// An unconfirmed write may already have been applied with its old input.
    ///
    /// - Throws: ``OutboxError/unknownWrite``, ``OutboxError/beingSent``,
    ///   ``OutboxError/unsendable(_:)``, ``OutboxError/store(_:)``, ``OutboxError/closed``, or
    ///   ``OutboxError/unregistered(_:)`` if the action isn't registered.
    public func edit<API, Input, Output>(
        _ id: WriteID, of action: DurableWrite<API, Input, Output>, _ input: Input
    ) throws(OutboxError) {
        let (known, client) = try registration(of: action)
        let write = try idle(id)
        guard write.name == action.name else { throw .unknownWrite }
        let prepared = try PreparedWrite(action, input, client, ifUnchanged: nil)
        let now = time.date()
        try change(write) { row in
            let old = row.queued
            row.queued = QueuedWrite(sequence: old.sequence, id: old.id, name: old.name, created: now)
            row.queued.account = old.account
            row.queued.scope = old.scope
            row.queued.replaceKey = old.replaceKey
            row.queued.rule = old.rule
            (row.input, row.version, row.validator) = (prepared.input, action.version, [:])
            // Under the old key, a service rejects other content (422) or returns its response to the old
            // input.
            row.key = Self.newKey()
            row.request = nil
            known.settle(&row)
            row.queued.bytes = row.cost
        }
        pump()
    }

    /// Removes a write that isn't being sent.
    ///
    /// - Throws: ``OutboxError/unknownWrite``, ``OutboxError/beingSent``, ``OutboxError/store(_:)`` or
    ///   ``OutboxError/closed``.
    public func discard(_ id: WriteID) throws(OutboxError) {
        let write = try idle(id)
        try store.write { db in
            try OutboxRows.remove(db, write)
            try OutboxRows.removeOutcome(db, id: write.id)
        }
        queue.remove(write.sequence)
        finish(write.id, write.name, .failed(.discarded), at: time.date())
        pump()
    }

    /// Applies the user's choice for the writes of the current accounts. Call it before the session
    /// signs out.
    ///
    /// ```swift
    /// let remaining = try await outbox.prepareSignOut(.sendFirst(within: .seconds(5)))
    /// ```
    ///
    /// If a write is discarded while its request is in progress, the request is cancelled, but the
    /// server may have applied it.
    ///
    /// - Returns: The number of their writes that remain. They are sent after the next sign-in of
    ///   their account.
    /// - Throws: ``OutboxError/store(_:)``.
    @discardableResult
    public func prepareSignOut(_ choice: SignOutChoice) async throws(OutboxError) -> Int {
        let accounts = Set(
            registered.values.compactMap { $0.session?.callAccount.identity }.filter { !$0.isEmpty }
                .map { store.digest(ofAccount: $0) })
        func remaining() -> [QueuedWrite] { queue.writes.values.filter { accounts.contains($0.account) } }
        switch choice {
        case .keep: break
        case .discard:
            try discard(of: accounts)
        case .sendFirst(let duration):
            _ = await drain(until: time.date().addingTimeInterval(duration / .seconds(1)))
        }
        return remaining().count
    }

    /// Removes all writes of the given accounts in one transaction.
    private func discard(of accounts: Set<String>) throws(OutboxError) {
        let removed = try store.write { db in
            var found: [QueuedWrite] = []
            try OutboxRows.forEach(db) { if accounts.contains($0.queued.account) { found.append($0.queued) } }
            for write in found {
                try OutboxRows.remove(db, write)
                try OutboxRows.removeOutcome(db, id: write.id)
            }
            return found
        }
        for write in removed {
            tasks.removeValue(forKey: write.sequence)?.cancel()
            queue.remove(write.sequence)
            finish(write.id, write.name, .failed(.discarded), at: time.date())
        }
        pump()
    }

    /// Returns a write that isn't in progress.
    private func idle(_ id: WriteID) throws(OutboxError) -> QueuedWrite {
        guard !isClosed else { throw .closed }
        guard let write = queue.writes.values.first(where: { $0.id == id.uuid }) else { throw .unknownWrite }
        guard queue.inProgress[write.sequence] == nil, !queue.resolving.contains(write.sequence) else {
            throw .beingSent
        }
        return write
    }

    private func change(_ write: QueuedWrite, _ change: (inout StoredWrite) -> Void) throws(OutboxError) {
        let changed: StoredWrite = try store.write(isPromise: true) { db in
            guard var row = try OutboxRows.write(db, write.sequence) else { throw OutboxError.unknownWrite }
            registered[row.queued.name]?.settle(&row)
            let old = row.queued
            change(&row)
            guard old.id == write.id, old.key == write.key, try OutboxRows.update(db, row, was: old) else {
                throw OutboxError.unknownWrite
            }
            try OutboxRows.removeOutcome(db, id: write.id)
            return row
        }
        queue.change(write.sequence) { $0 = changed.queued }
    }
}
#endif
