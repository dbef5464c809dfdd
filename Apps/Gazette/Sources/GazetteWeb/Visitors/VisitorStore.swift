import Foundation
import GRDB

/// The entries that visitors have read and saved, in a SQLite file.
///
/// All reads and writes pass through one queue, so that loaded marks contain every change that was recorded before.
final class VisitorStore: Sendable {
    /// The limits of stored data.
    struct Limits: Sendable {
        var marks = Marks.Limits()
        /// The most visitors; those whose last visit is oldest are removed first.
        var visitors = 10_000
        /// How long the data of a visitor is kept after the last visit, in seconds.
        var age: TimeInterval = 365 * 24 * 3600
        /// The largest file, in pages of 4 KB: 256 MB.
        var pages = 65_536
    }

    let limits: Limits
    private let database: DatabaseQueue

    /// Opens a file, or a store in memory without a path, and removes expired visitors.
    ///
    /// - Throws: A `DatabaseError` when the file is no database, is broken or can't be written.
    init(path: String? = nil, limits: Limits = Limits(), now: Date) throws {
        self.limits = limits
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
        try database.write { [limits] db in
            try db.execute(
                sql: "DELETE FROM visitor WHERE seen < ?", arguments: [now.timeIntervalSince1970 - limits.age])
        }
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
        return migrator
    }

    /// Returns the stored marks of a visitor.
    func marks(of visitor: Visitor, now: Date) async throws -> Marks {
        try await perform { [limits] db in
            let seen = try Double.fetchOne(db, sql: "SELECT seen FROM visitor WHERE id = ?", arguments: [visitor.id])
            guard let seen else { return Marks(limits: limits.marks) }
            // The time of the last visit is updated once a day.
            if now.timeIntervalSince1970 - seen > 24 * 3600 {
                try db.execute(
                    sql: "UPDATE visitor SET seen = ? WHERE id = ?",
                    arguments: [now.timeIntervalSince1970, visitor.id])
            }
            let reads = try String.fetchAll(
                db, sql: "SELECT entry FROM read WHERE visitor = ? ORDER BY turn", arguments: [visitor.id])
            let saved = try Row.fetchAll(db, sql: "SELECT * FROM saved WHERE visitor = ?", arguments: [visitor.id])
            return Marks(
                limits: limits.marks, reads: reads.compactMap(Entry.Key.init), saved: saved.compactMap(Self.saved))
        }
    }

    private static func saved(_ row: Row) -> Marks.Saved? {
        guard let key = Entry.Key(row["entry"] as String), let path = OwnPath(row["path"]) else { return nil }
        let entry = Entry(
            key: key, title: row["title"], path: path.text,
            original: (row["original"] as String?).flatMap(Entry.outside),
            source: row["source"])
        return Marks.Saved(entry: entry, date: Date(timeIntervalSince1970: row["date"]))
    }

    /// Enqueues a change to be written; changes are written in the order of the calls.
    func record(
        _ change: Marks.Change, of visitor: Visitor, now: Date,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        database.asyncWrite(
            { [limits] db in
                try db.execute(
                    sql: "INSERT OR IGNORE INTO visitor VALUES (?, ?)",
                    arguments: [visitor.id, now.timeIntervalSince1970])
                if db.changesCount > 0 { try Self.forgetSome(limits.visitors, db) }
                try Self.write(change, visitor, limits.marks, db)
            }, completion: { _, result in completion(result) })
    }

    /// Waits until all changes recorded before are written.
    func flush() async {
        _ = try? await perform { _ in }
    }

    private func perform<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        // Not the async methods of the library: a page that is closed meanwhile would cancel them midway.
        try await withCheckedThrowingContinuation { continuation in
            database.asyncWrite(body) { _, result in continuation.resume(with: result) }
        }
    }

    private static func forgetSome(_ limit: Int, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM visitor WHERE id IN (
                    SELECT id FROM visitor ORDER BY seen LIMIT max(0, (SELECT count(*) FROM visitor) - ?))
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
