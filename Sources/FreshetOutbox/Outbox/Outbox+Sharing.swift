#if SQLite
import Foundation
import FreshetCore

/// Several processes on one file.
extension Outbox {
    /// How often the file is looked at.
    private static let interval = Duration.milliseconds(500)

    /// Looks at the file again and again until the outbox is closed.
    func watchFile() {
        guard !isClosed else { return }
        watch = time.timer(at: time.now() + Self.interval) { [weak self] in
            await self?.synchronise()
            await self?.watchFile()
        }
    }

    /// Sends if nobody else does, and takes over what others have changed.
    private func synchronise() {
        guard !isClosed else { return }
        if !isSender, lock.acquire() {
            isSender = true
            dataVersion = nil
        }
        let version = store.dataVersion()
        if version == nil || version != dataVersion { reload(version) }
        pump()
    }

    private func reload(_ version: Int?) {
        var rows: [QueuedWrite] = []
        var outcomes: [StoredOutcome] = []
        do throws(OutboxError) {
            (rows, outcomes) = try store.read { db in
                var rows: [QueuedWrite] = []
                try OutboxRows.forEach(db) { rows.append(Self.settled($0, registered).queued) }
                let outcomes = try OutboxRows.outcomes(db, after: lastOutcome)
                lastOutcome = try OutboxRows.lastOutcome(db)
                return (rows, outcomes)
            }
        } catch {
            lastError = "store"
            return
        }
        dataVersion = version
        let found = Set(rows.map(\.sequence))
        for row in rows {
            guard let known = queue.writes[row.sequence] else {
                queue.insert(row)
                continue
            }
            // What the sender knows besides is newer than the row.
            let isSame = known.id == row.id && known.key == row.key && known.phase == row.phase
            if isSender, isSame { continue }
            if isBusy(row.sequence) {
                // Looked at again when its request has ended.
                dataVersion = nil
            } else {
                queue.change(row.sequence) { $0 = row }
            }
        }
        for sequence in queue.order where !found.contains(sequence) {
            if isBusy(sequence) { dataVersion = nil } else { queue.remove(sequence) }
        }
        informOthers(outcomes, stored: Set(rows.map(\.id)))
    }

    private func isBusy(_ sequence: Int64) -> Bool {
        queue.inProgress[sequence] != nil || queue.resolving.contains(sequence)
    }
}
#endif
