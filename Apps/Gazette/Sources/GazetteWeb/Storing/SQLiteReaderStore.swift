import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The entries that visitors have read and saved, in a SQLite file of one process.
///
/// All reads and writes pass through one queue, so that loaded marks contain every change that was recorded before.
final class SQLiteReaderStore: ReaderStore {
    let limits: ReaderLimits
    let keys: SigningKeys
    private let database: DatabaseQueue
    private let state: NIOLockedValueBox<State>

    private struct State {
        var observer: @Sendable (ReaderStoreEvent) -> Void = { _ in }
        /// When expired visitors were last removed.
        var lastExpiry: Date
    }

    /// Opens a file, or a store in memory without a path, and removes expired visitors.
    ///
    /// - Throws: A `DatabaseError` when the file is no database, is broken or can't be written.
    init(path: String? = nil, keys: SigningKeys = .init(), limits: ReaderLimits = .init(), now: Date) throws {
        self.limits = limits
        self.keys = keys
        state = NIOLockedValueBox(State(lastExpiry: now))
        var configuration = Configuration()
        if path != nil { configuration.journalMode = .wal }
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { [limits] db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA max_page_count = \(limits.pages)")
        }
        database =
            try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
            ?? DatabaseQueue(configuration: configuration)
        try Self.migrator.migrate(database)
        try database.write { [limits] db in try Self.expire(limits.age, now, db) }
    }

    /// Opens the store of a folder, with its files for the signing keys.
    convenience init(folder: DataFolder, limits: ReaderLimits, now: Date) throws {
        try folder.prepare()
        let keys = SigningKeys(visitors: try folder.key("visitors.key"), pictures: try folder.key("pictures.key"))
        try self.init(path: try folder.privateFile("visitors.sqlite"), keys: keys, limits: limits, now: now)
    }

    /// The schema migrations of the file, oldest first; one that has been released never changes.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: read and saved entries") { db in
            try db.execute(
                sql: """
                    CREATE TABLE visitor (id BLOB PRIMARY KEY, seen REAL NOT NULL) WITHOUT ROWID;
                    CREATE INDEX visitorBySeen ON visitor (seen);
                    CREATE TABLE read (
                        turn INTEGER PRIMARY KEY,
                        visitor BLOB NOT NULL REFERENCES visitor ON DELETE CASCADE,
                        entry TEXT NOT NULL,
                        UNIQUE (visitor, entry) ON CONFLICT REPLACE);
                    CREATE TABLE saved (
                        visitor BLOB NOT NULL REFERENCES visitor ON DELETE CASCADE,
                        entry TEXT NOT NULL,
                        title TEXT NOT NULL,
                        path TEXT NOT NULL,
                        original TEXT,
                        source TEXT,
                        date REAL NOT NULL,
                        PRIMARY KEY (visitor, entry)) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2: accounts") { db in try db.execute(sql: text(AccountTables.schema)) }
        migrator.registerMigration("3: budgets") { db in try db.execute(sql: text(RequestBudget.schema)) }
        migrator.registerMigration("4: sessions of TMDb") { db in try db.execute(sql: text(MovieSessionTable.schema)) }
        migrator.registerMigration("5: feeds") { db in
            try db.execute(sql: text(FeedTables.schema))
            try db.execute(sql: text(FeedTables.searchInSQLite))
        }
        return migrator
    }

    func marks(of visitor: Visitor, now: Date) async throws -> Marks {
        do {
            return try await perform { [limits] db in try Self.marks(of: visitor, limits.marks, now, db) }
        } catch {
            note(error, "Marks of a visitor can't be read.")
            throw error
        }
    }

    private static func marks(
        of visitor: Visitor, _ limits: Marks.Limits, _ now: Date, _ db: Database
    ) throws -> Marks {
        let seen = try Double.fetchOne(db, sql: "SELECT seen FROM visitor WHERE id = ?", arguments: [visitor.id])
        var limits = limits
        let limit = try Int.fetchOne(
            db, sql: "SELECT saved_limit FROM account WHERE visitor = ?", arguments: [visitor.id])
        if let limit { limits.saved = limit }
        guard let seen else { return Marks(limits: limits) }
        // The time of the last visit is updated once a day.
        if now.timeIntervalSince1970 - seen > 24 * 3600 {
            try db.execute(
                sql: "UPDATE visitor SET seen = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, visitor.id])
        }
        let reads = try String.fetchAll(
            db, sql: "SELECT entry FROM read WHERE visitor = ? ORDER BY turn", arguments: [visitor.id])
        let saved = try Row.fetchAll(db, sql: "SELECT * FROM saved WHERE visitor = ?", arguments: [visitor.id])
        return Marks(limits: limits, reads: reads.compactMap(Entry.Key.init), saved: saved.compactMap(Self.saved))
    }

    private static func saved(_ row: Row) -> Marks.Saved? {
        Marks.Saved(
            key: row["entry"], title: row["title"], path: row["path"], original: row["original"], source: row["source"],
            seconds: row["date"])
    }

    func record(_ change: Marks.Change, of visitor: Visitor, now: Date) {
        database.asyncWrite(
            { [limits] db in
                try db.execute(
                    sql: "INSERT OR IGNORE INTO visitor VALUES (?, ?)",
                    arguments: [visitor.id, now.timeIntervalSince1970])
                if db.changesCount > 0 { try Self.forgetSome(limits.visitors, db) }
                try Self.write(change, visitor, limits.marks, db)
            },
            completion: { [weak self] _, result in
                if case .failure(let error) = result { self?.note(error, "A mark of a visitor can't be written.") }
            })
    }

    /// None: loaded marks contain every change that was recorded before.
    func unwritten(of visitor: Visitor) -> [Marks.Change] { [] }

    func flush(_ visitor: Visitor?) async {
        _ = try? await perform { _ in }
    }

    func tick(now: Date) {
        let isDue = state.withLockedValue { state in
            guard now.timeIntervalSince(state.lastExpiry) > 24 * 3600 else { return false }
            state.lastExpiry = now
            return true
        }
        guard isDue else { return }
        database.asyncWrite({ [limits] db in try Self.expire(limits.age, now, db) }, completion: { _, _ in })
    }

    func observe(_ observer: @escaping @Sendable (ReaderStoreEvent) -> Void) {
        state.withLockedValue { $0.observer = observer }
    }

    private func note(_ error: any Error, _ summary: String) {
        let observer = state.withLockedValue { $0.observer }
        observer(.failed(error, ReaderStoreFailure(summary: summary, consequence: Self.consequence)))
    }

    /// What it means for a visitor that the file can't be used.
    static let consequence =
        "What you read and save now is lost when Gazette ends: its file can't be used. See the log for the reason."

    private static func expire(_ age: TimeInterval, _ now: Date, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM visitor WHERE seen < ? AND id NOT IN (SELECT visitor FROM account)",
            arguments: [now.timeIntervalSince1970 - age])
    }

    func perform<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        // Not the async methods of the library: a page that is closed meanwhile would cancel them midway.
        try await withCheckedThrowingContinuation { continuation in
            database.asyncWrite(body) { _, result in continuation.resume(with: result) }
        }
    }

    /// Accounts don't count, and keep their marks.
    private static func forgetSome(_ limit: Int, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM visitor WHERE id IN (
                    SELECT id FROM visitor WHERE id NOT IN (SELECT visitor FROM account) ORDER BY seen
                    LIMIT max(0, (SELECT count(*) FROM visitor WHERE id NOT IN (SELECT visitor FROM account)) - ?))
                """, arguments: [limit])
    }

    private static func write(_ change: Marks.Change, _ visitor: Visitor, _ limits: Marks.Limits, _ db: Database) throws
    {
        switch change {
        case .read(let keys):
            let statement = try db.cachedStatement(sql: "INSERT INTO read (visitor, entry) VALUES (?, ?)")
            for key in keys { try statement.execute(arguments: [visitor.id, key.description]) }
            try db.execute(
                sql: """
                    DELETE FROM read WHERE visitor = :id AND turn <= (
                        SELECT turn FROM read WHERE visitor = :id ORDER BY turn DESC LIMIT 1 OFFSET :limit)
                    """, arguments: ["id": visitor.id, "limit": limits.reads])
        case .unread(let keys):
            let statement = try db.cachedStatement(sql: "DELETE FROM read WHERE visitor = ? AND entry = ?")
            for key in keys { try statement.execute(arguments: [visitor.id, key.description]) }
        case .save(let entry, let date):
            try db.execute(
                sql: "INSERT OR IGNORE INTO saved VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    visitor.id, entry.key.description, entry.title, entry.path, entry.original?.absoluteString,
                    entry.source, date.timeIntervalSince1970,
                ])
        case .remove(let key):
            try db.execute(
                sql: "DELETE FROM saved WHERE visitor = ? AND entry = ?", arguments: [visitor.id, key.description])
        }
    }
}
