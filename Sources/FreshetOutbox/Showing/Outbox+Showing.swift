#if SQLite
import Foundation
public import FreshetCore

extension Outbox {
    /// Shows the changes of the queue in resources.
    ///
    /// Writes that are sent now come first, so that a resource is fetched once, after the last
    /// write that makes it stale.
    func showWrites() {
        let ended = unshown
        unshown = []
        var (sending, waiting, removed): ([ShownWrites.Step], [ShownWrites.Step], [ShownWrites.Step]) = ([], [], [])
        for (id, sequence) in queue.takeTouched().sorted(by: { $0.value < $1.value }) {
            guard let write = queue.writes[sequence], write.id == id else {
                removed.append(.removed(id))
                continue
            }
            guard let known = registered[write.name], known.shows(write) else { continue }
            let isSending = queue.inProgress[sequence] != nil
            let stored = shownWrites.key(of: id) == write.key ? nil : row(of: write, known)
            let step = ShownWrites.Step.changed(write, known, stored: stored, isSending: isSending)
            if isSending { sending.append(step) } else { waiting.append(step) }
        }
        let replaced = ended.filter { if case .replaced = $0 { true } else { false } }
        let others = ended.filter { if case .replaced = $0 { false } else { true } }
        shownWrites.perform(replaced + sending + others + waiting + removed)
    }

    private func row(of write: QueuedWrite, _ known: RegisteredWrite) -> StoredWrite? {
        guard let row = try? store.read({ db in try OutboxRows.write(db, write.sequence) }), row.queued.id == write.id
        else { return nil }
        var stored = row
        known.settle(&stored)
        return stored
    }
}

extension Outbox: Inspectable {
    /// The number of writes in each state, and the writes with their identifiers.
    public var inspectedPart: InspectedPart {
        let state = state
        var holders: [String: WriteID] = [:]
        let writes = queue.order.prefix(Self.inspectedWrites).compactMap { queue.writes[$0] }.map { write in
            let fact = inspected(write, heldBy: write.lane.flatMap { holders[$0] })
            if let lane = write.lane, write.phase != .waiting, write.holdsLane { holders[lane] = WriteID(write.id) }
            return fact
        }
        return InspectedPart(
            "Outbox",
            [
                ("waiting", "\(state.waiting)"), ("being sent", "\(state.sending)"),
                ("in doubt", "\(state.unconfirmed)"), ("failed", "\(state.failed)"),
                ("unreadable", "\(state.unreadable)"),
                ("waiting for an account", "\(queue.signedOut.count)"),
                ("next attempt", state.nextAttempt?.ISO8601Format()), ("last error", state.lastError),
            ] + writes)
    }

    /// The maximum number of writes that are listed.
    private static var inspectedWrites: Int { 100 }

    private func inspected(_ write: QueuedWrite, heldBy holder: WriteID?) -> (name: String, value: String?) {
        let isSending = queue.inProgress[write.sequence] != nil
        var parts = [write.name, isSending ? "being sent" : write.phase.rawValue, "requests: \(write.attempts)"]
        if write.phase != .waiting, write.holdsLane { parts.append("blocks later writes in its scope") }
        if let holder { parts.append("blocked by \(holder)") }
        if let error = write.error { parts.append(error) }
        return ("\(WriteID(write.id))", parts.joined(separator: ", "))
    }
}
#endif
