#if SQLite
import Foundation
import FreshetCore

extension Outbox {
    /// Shows in resources what has changed in the queue.
    ///
    /// What is sent now comes first, so that a resource is fetched once, after the last write that makes it stale.
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
#endif
