package import Foundation
import NIOConcurrencyHelpers
import PostgreSQL

/// What visitors have read and saved, in their feeds as well, and how far they have read, in a database.
///
/// A change is written as soon as the database can be used, and is announced to the other processes with the
/// transaction that writes it. Until then it waits in memory. Each change can be written twice without a difference:
/// after a lost connection, nobody knows whether it was written.
package final class ReaderStore: Sendable {
    package let limits: ReaderLimits
    /// The signing keys, which are the same in all processes that share the store.
    package let keys: SigningKeys
    package let database: any ReaderDatabase
    private let state: NIOLockedValueBox<State>

    private struct State {
        var observer: @Sendable (ReaderStoreEvent) -> Void = { _ in }
        var unwritten: UnwrittenChanges
        var flushes: [Flush] = []
        var hasFailed = false
        /// Whether marks in memory differ from the stored ones: they could not be read, or a change was refused.
        var hasMissed = false
        var isReachable = true
        var isProbing = false
        /// When expired visitors were last removed.
        var lastExpiry: Date

        mutating func endedFlushes() -> [CheckedContinuation<Void, Never>] {
            guard !flushes.isEmpty else { return [] }
            let all = flushes
            flushes = all.filter { unwritten.isWriting(upTo: $0.number, of: $0.visitor) }
            guard flushes.count < all.count else { return [] }
            return all.filter { !unwritten.isWriting(upTo: $0.number, of: $0.visitor) }.map(\.continuation)
        }
    }

    /// A task that waits for the writing of changes up to a number, of one visitor or of all.
    private struct Flush {
        let number: Int
        let visitor: Visitor?
        let continuation: CheckedContinuation<Void, Never>
    }

    init(_ database: any ReaderDatabase, keys: SigningKeys, limits: ReaderLimits, now: Date) {
        self.database = database
        self.keys = keys
        self.limits = limits
        state = NIOLockedValueBox(State(unwritten: UnwrittenChanges(limit: limits.unwritten), lastExpiry: now))
        database.listen { [weak self] in self?.handle($0) }
    }

    /// Ends the connections. What waits to be written is lost.
    package func close() { database.close() }

    /// Sets the receiver of events, and removes the previous one. It is called on any thread, and must not block.
    package func observe(_ observer: @escaping @Sendable (ReaderStoreEvent) -> Void) {
        state.withLockedValue { $0.observer = observer }
    }

    private func report(_ event: ReaderStoreEvent) {
        let observer = state.withLockedValue { $0.observer }
        observer(event)
    }

    // MARK: - Reading

    /// Returns the stored marks of a visitor, with all changes that were recorded here before.
    package func marks(of visitor: Visitor, now: Date) async throws -> Marks {
        // Those that are written meanwhile may be in the loaded marks, too, which makes no difference. If another process
        // has undone one of them by then, only marks that are loaded later show it.
        let unwritten = state.withLockedValue { $0.unwritten.changesForLoadedMarks(of: visitor) }
        let stored = try await run("A visitor's marks can't be read.", isReading: true) { [limits] runner in
            try MarkTables.marks(of: visitor, limits.marks, runner)
        }
        // The time of the last visit is noted once a day. A database that can only be read still shows the marks.
        if let seen = stored.seen, now.timeIntervalSince1970 - seen > Self.day {
            try? await database.transaction { try MarkTables.note(visitor, now, $0) }
        }
        var marks = stored.marks
        for change in unwritten { _ = marks.apply(change) }
        return marks
    }

    /// Whether marks of a visitor wait since the database can't be used.
    package func hasUnstoredMarks(of visitor: Visitor) -> Bool {
        state.withLockedValue { $0.hasFailed && $0.unwritten.changes(of: visitor).contains { !$0.isPosition } }
    }

    /// Returns the recorded changes of a visitor that are not written yet, oldest first.
    package func unwritten(of visitor: Visitor) -> [Marks.Change] {
        state.withLockedValue { $0.unwritten.changes(of: visitor) }
    }

    /// Runs a transaction that may run twice, and notes whether the database can be used.
    private func run<Value: Sendable>(
        _ summary: String, isReading: Bool = false,
        _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        do {
            let value = try await database.transaction(isIdempotent: true, body)
            let (isBack, hasMissed) = state.withLockedValue { state in
                defer { (state.isReachable, state.hasMissed) = (true, false) }
                return (!state.isReachable, state.hasMissed)
            }
            if hasMissed { report(.missedChanges) }
            if isBack { resumeWriting() }
            noteRecovery()
            return value
        } catch {
            if isReading { state.withLockedValue { $0.hasMissed = true } }
            note(error, summary)
            throw error
        }
    }

    /// Reports that the database can be used again, once nothing waits to be written.
    private func noteRecovery() {
        let isOver = state.withLockedValue { state in
            guard state.hasFailed, state.unwritten.count == 0 else { return false }
            state.hasFailed = false
            return true
        }
        if isOver { report(.recovered) }
    }

    private func note(_ error: any Error, _ summary: String) {
        report(.failed(error, ReaderStoreFailure(summary: summary, consequence: Self.consequence)))
        // Later: the end of a failure is never reported before the failure.
        state.withLockedValue { $0.hasFailed = true }
    }

    /// What it means for a visitor that the database can't be used.
    static let consequence = """
        What you read and save now isn't stored because the database is unavailable. Gazette stores it as soon as it \
        can, unless it stops first. See the log for the reason.
        """

    // MARK: - Writing

    /// Enqueues a change. The changes of one visitor are written in the order of the calls.
    ///
    /// A failure is reported to the observer.
    package func record(_ change: Marks.Change, of visitor: Visitor, now: Date) {
        switch state.withLockedValue({ $0.unwritten.add(change, of: visitor, now) }) {
        case .begins: Task { await write(visitor) }
        case .waits: break
        case .refused:
            // The caller holds the lock of the marks, which the observer needs.
            Task {
                state.withLockedValue { $0.hasMissed = true }
                note(
                    PostgreSQLError(.busy, "\(limits.unwritten) changes are already waiting."),
                    "A visitor's mark can't be kept until the database is available.")
            }
        }
    }

    /// Writes the changes of a visitor, until there are none or the database can't be used.
    @concurrent private func write(_ visitor: Visitor) async {
        while true {
            let batch = state.withLockedValue { $0.unwritten.batch(of: visitor) }
            guard !batch.isEmpty else { break }
            do {
                let outcome = try await run("A visitor's mark can't be written.") { [limits] runner in
                    try MarkTables.write(batch, of: visitor, limits.marks, runner)
                }
                if outcome.isNewVisitor { await removeOldest() }
                let (areMarksOutdated, hasFailed) = state.withLockedValue { state in
                    (state.unwritten.remove(batch.count, of: visitor), state.hasFailed)
                }
                noteRecovery()
                if areMarksOutdated || !outcome.isComplete { report(.changed(visitor)) }
                // After a failure, pages say so until then.
                if outcome.concernsFeeds || hasFailed { report(.feedsChanged(visitor)) }
            } catch {
                guard database.meaning(of: error) == .permanent else {
                    state.withLockedValue { $0.unwritten.pause(visitor) }
                    return resumeFlushes()
                }
                if batch.count > 1 {
                    state.withLockedValue { $0.unwritten.separate(visitor) }
                } else {
                    _ = state.withLockedValue { $0.unwritten.remove(1, of: visitor) }
                    noteRecovery()
                    report(.changed(visitor))
                    report(.feedsChanged(visitor))
                }
            }
            // After the reports: whoever waits finds pages that know of them.
            resumeFlushes()
        }
        resumeFlushes()
    }

    private func resumeFlushes() {
        let ended = state.withLockedValue { $0.endedFlushes() }
        for continuation in ended { continuation.resume() }
    }

    private func resumeWriting() {
        for visitor in state.withLockedValue({ $0.unwritten.resume() }) { Task { await write(visitor) } }
    }

    /// Waits until the changes of a visitor that were recorded before are written, or could not be; without a visitor,
    /// those of all.
    package func flush(_ visitor: Visitor?) async {
        await withCheckedContinuation { continuation in
            let ended = state.withLockedValue { state in
                state.flushes.append(
                    Flush(number: state.unwritten.lastNumber, visitor: visitor, continuation: continuation))
                return state.endedFlushes()
            }
            for continuation in ended { continuation.resume() }
        }
    }

    // MARK: - Time

    private static let day = 24 * 3600.0

    /// Notes that a second has passed: removes expired visitors once a day, and tries to write what could not be written.
    package func tick(now: Date) {
        let (isDue, mayWrite) = state.withLockedValue { state in
            let isDue = now.timeIntervalSince(state.lastExpiry) > Self.day
            if isDue { state.lastExpiry = now }
            return (isDue, state.unwritten.count > 0)
        }
        if mayWrite { resumeWriting() }
        Task { await probe() }
        if isDue { Task { try? await removeExpired(now) } }
    }

    /// Whether the database could be reached when that was last tried, some seconds ago at most.
    package var isReachable: Bool { state.withLockedValue { $0.isReachable } }

    /// Notes whether the database can be used: nobody else may ask for anything.
    private func probe() async {
        let begins = state.withLockedValue { state in
            defer { state.isProbing = true }
            return !state.isProbing
        }
        guard begins else { return }
        var isUnreachable = false
        do {
            try await run("The database can't be reached.") { try $0.run("SELECT 1", []) }
        } catch {
            isUnreachable = database.meaning(of: error) == .unreachable
        }
        state.withLockedValue { state in
            state.isProbing = false
            if isUnreachable { state.isReachable = false }
        }
    }

    private func removeOldest() async {
        _ = try? await run("Old visitors can't be removed.") { [limits] runner in
            try MarkTables.removeOldest(keeping: limits.visitors, runner)
        }
    }

    /// Removes expired visitors, some at a time.
    func removeExpired(_ now: Date) async throws {
        var mayBeMore = true
        while mayBeMore {
            mayBeMore = try await run("Expired visitors can't be removed.") { [limits] runner in
                try MarkTables.removeExpired(limits.age, now, runner)
            }
        }
    }

    // MARK: - Changes of other processes

    private func handle(_ news: DatabaseNews) {
        switch news {
        case .listening:
            resumeWriting()
            report(.missedChanges)
            Task { await probe() }
        case .announced(.marks(let visitor)): report(.changed(visitor))
        case .announced(.end(let visitor)): report(.ended(visitor))
        case .announced(.feeds(let visitor)): report(.feedsChanged(visitor))
        case .interrupted(let error):
            report(.interrupted(error))
            Task { await probe() }
        }
    }
}
