import Foundation
import NIOConcurrencyHelpers
import PostgreSQL

/// The entries that visitors have read and saved, in a PostgreSQL database that several processes share.
///
/// A change is announced to the other processes with the transaction that writes it. Changes that can't be written wait
/// in memory until the database can be used again. Each of them can be written twice without a difference: after a lost
/// connection, nobody knows whether it was written.
final class PostgreSQLReaderStore: ReaderStore {
    let limits: ReaderLimits
    let keys: SigningKeys
    private let pool: PostgreSQLPool
    private let state: NIOLockedValueBox<State>

    private struct State {
        var observer: @Sendable (ReaderStoreEvent) -> Void = { _ in }
        var listener: PostgreSQLListener?
        var unwritten: UnwrittenChanges
        var flushes: [Flush] = []
        var hasFailed = false
        var isReachable = true
        var isProbing = false
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

    /// The most changes that wait in memory for a database that can't be used.
    private static let unwrittenLimit = 5000

    /// Connects, makes the tables and keys that are missing, and removes expired visitors.
    ///
    /// - Throws: The reason why the database can't be used.
    static func open(
        _ address: PostgreSQLAddress, limits: ReaderLimits = .init(), connections: PostgreSQLLimits = .init(), now: Date
    ) async throws(PostgreSQLError) -> PostgreSQLReaderStore {
        let pool = PostgreSQLPool(address, limits: connections)
        let keys = try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
            try ReaderTables.prepare(session)
            return try ReaderTables.keys(session)
        }
        let store = PostgreSQLReaderStore(pool, keys, limits, now)
        try await store.expire(now)
        store.listen(address, connections)
        return store
    }

    private init(_ pool: PostgreSQLPool, _ keys: SigningKeys, _ limits: ReaderLimits, _ now: Date) {
        self.pool = pool
        self.keys = keys
        self.limits = limits
        state = NIOLockedValueBox(State(unwritten: UnwrittenChanges(limit: Self.unwrittenLimit), lastExpiry: now))
    }

    /// Ends the connections. What waits to be written is lost.
    func close() {
        state.withLockedValue { $0.listener.take() }?.close()
        pool.close()
    }

    func observe(_ observer: @escaping @Sendable (ReaderStoreEvent) -> Void) {
        state.withLockedValue { $0.observer = observer }
    }

    private func report(_ event: ReaderStoreEvent) {
        let observer = state.withLockedValue { $0.observer }
        observer(event)
    }

    // MARK: - Reading

    func marks(of visitor: Visitor, now: Date) async throws -> Marks {
        // Those that are written meanwhile may be in the loaded marks, too, which makes no difference. If another process
        // has undone one of them by then, only marks that are loaded later show it.
        let unwritten = state.withLockedValue { $0.unwritten.changesForLoadedMarks(of: visitor) }
        var marks = try await run("Marks of a visitor can't be read.") { [limits] session throws(PostgreSQLError) in
            try ReaderTables.marks(of: visitor, limits.marks, now, session)
        }
        for change in unwritten { _ = marks.apply(change) }
        return marks
    }

    func unwritten(of visitor: Visitor) -> [Marks.Change] {
        state.withLockedValue { $0.unwritten.changes(of: visitor) }
    }

    /// Runs an operation, and notes whether the database can be used.
    private func run<Value: Sendable>(
        _ summary: String, _ body: @escaping @Sendable (PostgreSQLSession) throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
        do throws(PostgreSQLError) {
            let value = try await pool.run(isIdempotent: true, body)
            noteSuccess()
            return value
        } catch {
            note(error, summary)
            throw error
        }
    }

    /// Runs an operation that may not run twice. Its failure says nothing about the marks.
    func runOnce<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLSession) throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
        try await pool.run(isIdempotent: false, body)
    }

    private func noteSuccess() {
        let wasDown = state.withLockedValue { state in
            defer { (state.hasFailed, state.isReachable) = (false, true) }
            return state.hasFailed
        }
        guard wasDown else { return }
        report(.recovered)
        report(.missedChanges)
        resumeWriting()
    }

    private func note(_ error: PostgreSQLError, _ summary: String) {
        state.withLockedValue { $0.hasFailed = true }
        report(.failed(error, ReaderStoreFailure(summary: summary, consequence: Self.consequence)))
    }

    /// What it means for a visitor that the database can't be used.
    static let consequence = """
        What you read and save now is not stored: the database can't be used at the moment. Gazette stores it as soon as it \
        can, unless it ends before. See the log for the reason.
        """

    // MARK: - Writing

    func record(_ change: Marks.Change, of visitor: Visitor, now: Date) {
        switch state.withLockedValue({ $0.unwritten.add(change, of: visitor, now) }) {
        case .begins: Task { await write(visitor) }
        case .waits: break
        case .refused:
            // The caller holds the lock of the marks, which the observer needs.
            Task {
                note(
                    PostgreSQLError(.busy, "\(Self.unwrittenLimit) changes wait already."),
                    "A mark of a visitor can't be kept until the database can be used.")
            }
        }
    }

    /// Writes the changes of a visitor, until there are none or the database can't be used.
    @concurrent private func write(_ visitor: Visitor) async {
        while true {
            let batch = state.withLockedValue { $0.unwritten.batch(of: visitor) }
            guard !batch.isEmpty else { break }
            do throws(PostgreSQLError) {
                let isComplete = try await run("A mark of a visitor can't be written.") {
                    [limits] session throws(PostgreSQLError) in
                    try ReaderTables.write(batch, of: visitor, limits, session)
                }
                let areMarksOutdated = endWriting { $0.remove(batch.count, of: visitor) }
                if areMarksOutdated || !isComplete { report(.changed(visitor)) }
            } catch {
                if error.isTransient {
                    endWriting { $0.pause(visitor) }
                    return
                } else if batch.count > 1 {
                    endWriting { $0.separate(visitor) }
                } else {
                    endWriting { $0.remove(1, of: visitor) }
                    report(.changed(visitor))
                }
            }
        }
        endWriting { _ in }
    }

    @discardableResult
    private func endWriting<Value: Sendable>(_ change: (inout UnwrittenChanges) -> Value) -> Value {
        let (value, ended) = state.withLockedValue { state in
            (change(&state.unwritten), state.endedFlushes())
        }
        for continuation in ended { continuation.resume() }
        return value
    }

    private func resumeWriting() {
        for visitor in state.withLockedValue({ $0.unwritten.resume() }) { Task { await write(visitor) } }
    }

    func flush(_ visitor: Visitor?) async {
        await withCheckedContinuation { continuation in
            let ended = state.withLockedValue { state in
                state.flushes.append(
                    Flush(number: state.unwritten.lastNumber, visitor: visitor, continuation: continuation))
                return state.endedFlushes()
            }
            for continuation in ended { continuation.resume() }
        }
    }

    func tick(now: Date) {
        let (isDue, mayWrite) = state.withLockedValue { state in
            let isDue = now.timeIntervalSince(state.lastExpiry) > 24 * 3600
            if isDue { state.lastExpiry = now }
            return (isDue, state.unwritten.count > 0)
        }
        if mayWrite { resumeWriting() }
        Task { await probe() }
        if isDue { Task { try? await expire(now) } }
    }

    var isReachable: Bool { state.withLockedValue { $0.isReachable } }

    /// Notes whether the database can be used: nobody else may ask for anything.
    private func probe() async {
        let begins = state.withLockedValue { state in
            defer { state.isProbing = true }
            return !state.isProbing
        }
        guard begins else { return }
        var isUnreachable = false
        do throws(PostgreSQLError) {
            try await run("The database can't be reached.") { session throws(PostgreSQLError) in
                try session.execute("SELECT 1")
            }
        } catch {
            isUnreachable = error.isOfConnection
        }
        state.withLockedValue { state in
            state.isProbing = false
            if isUnreachable { state.isReachable = false }
        }
    }

    /// Removes expired visitors, some at a time.
    private func expire(_ now: Date) async throws(PostgreSQLError) {
        var mayBeMore = true
        while mayBeMore {
            mayBeMore = try await run("Expired visitors can't be removed.") {
                [limits] session throws(PostgreSQLError) in
                try ReaderTables.expire(limits.age, now, session)
            }
        }
    }

    // MARK: - Changes of other processes

    /// The beginning of the announcement that sessions of an account have ended.
    static let endMark = "end "
    /// The beginning of the announcement of feeds, which the id of a reader may follow.
    static let feedsMark = "feeds "

    private func listen(_ address: PostgreSQLAddress, _ connections: PostgreSQLLimits) {
        let listener = PostgreSQLListener(address, limits: connections, ReaderTables.listening) { [weak self] in
            self?.handle($0)
        }
        state.withLockedValue { $0.listener = listener }
    }

    private func handle(_ event: PostgreSQLListener.Event) {
        switch event {
        case .listening:
            pool.retryNow()
            resumeWriting()
            report(.missedChanges)
            Task { await probe() }
        case .notification(let text, let sender):
            // Anyone who may use the database can send notifications.
            guard !pool.owns(sender) else { return }
            if text.hasPrefix(Self.feedsMark) {
                let id = Data(hexadecimal: text.dropFirst(Self.feedsMark.count))
                return report(.feedsChanged(id?.count == Visitor.byteCount ? id.map(Visitor.init(id:)) : nil))
            }
            let isEnd = text.hasPrefix(Self.endMark)
            guard let id = Data(hexadecimal: text.dropFirst(isEnd ? Self.endMark.count : 0)),
                id.count == Visitor.byteCount
            else { return }
            report(isEnd ? .ended(Visitor(id: id)) : .changed(Visitor(id: id)))
        case .failed(let error):
            report(.interrupted(error))
            Task { await probe() }
        }
    }
}
