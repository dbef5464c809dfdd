#if SQLite
import Foundation
import FreshetCore

/// The sharing of one file by several processes.
extension Outbox {
    /// The interval at which the file is checked for changes.
    private static let interval = Duration.milliseconds(500)

    /// Checks the file at regular intervals until the outbox is closed.
    func watchFile() {
        guard !isClosed else { return }
        watch = time.timer(at: time.now() + Self.interval) { [weak self] in
            await self?.synchronise()
            await self?.watchFile()
        }
    }

    /// Takes the turn to send if no other process has it, and reads what others have changed.
    private func synchronise() {
        guard !isClosed else { return }
        if isSender { keepTurn() }
        let version = store.dataVersion()
        if !isSender, turns.mayTake(), lock.acquire() || takesOver() {
            takeTurn()
        } else if version == nil || version != dataVersion {
            reload(version)
        }
        pump()
    }

    /// Becomes the sender, after reading the last changes of the previous sender.
    func takeTurn() {
        reload(store.dataVersion())
        isSender = true
    }

    /// Shows that this sender is alive, unless another process has taken over from it, or may be
    /// able to send what it can't.
    private func keepTurn() {
        let isIdle = queue.inProgress.isEmpty && queue.resolving.isEmpty
        if lock.isOwn, !turns.yields(isIdle: isIdle, lacksSome: isIdle && lacksSome) {
            lock.beat()
            // After a takeover, the suspended process releases the lock as soon as it continues.
            _ = lock.acquire()
            return
        }
        turns.pause()
        isSender = false
        dataVersion = nil
        lock.yield()
    }

    /// Whether this process lacks the registration or the account of a waiting write.
    private var lacksSome: Bool {
        let accounts = registered.mapValues { known in
            known.session.map { store.digest(ofAccount: $0.callAccount.identity) } ?? ""
        }
        return queue.writes.values.contains { write in
            switch write.phase {
            case .unreadable: !write.isDamaged
            case .waiting: !write.account.isEmpty && accounts[write.name] != write.account
            case .unconfirmed, .failed: false
            }
        }
    }

    /// Takes the turn of a suspended sender. The requests that it was sending may have been
    /// applied.
    private func takesOver() -> Bool {
        let mark = lock.mark
        guard turns.isSuspended(mark) else { return false }
        return
            (try? store.write { _ in
                guard lock.mark == mark else { return false }
                lock.takeOver()
                return true
            }) ?? false
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
            // The sender's own knowledge is newer than the row.
            let isSame = known.id == row.id && known.key == row.key && known.phase == row.phase
            if isSender, isSame { continue }
            if isBusy(row.sequence) {
                // The row is read again when its request has ended.
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
