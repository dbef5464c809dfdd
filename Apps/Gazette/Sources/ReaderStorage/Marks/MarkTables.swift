import Foundation
import PostgreSQL

/// The statements on visitors, and on what they have read and saved.
enum MarkTables {
    // MARK: - Reading

    /// Marks with the time of the visit before.
    struct Stored: Sendable {
        let marks: Marks
        /// The time of the last visit that was noted, in seconds since 1970; `nil` for an unknown visitor.
        let seen: Double?
    }

    static func marks(
        of visitor: Visitor, _ limits: Marks.Limits, _ runner: any StatementRunner
    ) throws -> Stored {
        let id = PostgreSQLValue.bytes(visitor.id)
        var limits = limits
        let own = try runner.rows("SELECT saved_limit FROM gazette.account WHERE visitor = $1", [id])
        limits.saved = own.first?.int("saved_limit") ?? limits.saved
        guard let seen = try runner.rows("SELECT seen FROM gazette.visitor WHERE id = $1", [id]).first?.double("seen")
        else { return Stored(marks: Marks(limits: limits), seen: nil) }
        let reads = try runner.rows("SELECT entry FROM gazette.read WHERE visitor = $1 ORDER BY turn", [id])
        let saved = try runner.rows(
            "SELECT entry, title, path, original, source, date FROM gazette.saved WHERE visitor = $1", [id])
        let marks = Marks(
            limits: limits, reads: reads.compactMap { $0.text("entry").flatMap(Entry.Key.init) },
            saved: saved.compactMap { row in
                guard let key = row.text("entry"), let title = row.text("title"), let path = row.text("path"),
                    let date = row.double("date")
                else { return nil }
                return Marks.Saved(
                    key: key, title: title, path: path, original: row.text("original"), source: row.text("source"),
                    seconds: date)
            })
        return Stored(marks: marks, seen: seen)
    }

    /// Notes that a visitor has come.
    static func note(_ visitor: Visitor, _ now: Date, _ runner: any StatementRunner) throws {
        try runner.run(
            "UPDATE gazette.visitor SET seen = $2 WHERE id = $1 AND seen < $2",
            [.bytes(visitor.id), .double(now.timeIntervalSince1970)])
    }

    // MARK: - Writing

    /// What has become of changes.
    struct Outcome: Sendable {
        var isNewVisitor = false
        /// Whether all were made: an entry is not saved if other processes have filled the list meanwhile.
        var isComplete = true
        /// Whether some of them were about items of feeds.
        var concernsFeeds = false
    }

    /// Writes changes of a visitor, and announces them.
    static func write(
        _ items: [UnwrittenChanges.Item], of visitor: Visitor, _ limits: Marks.Limits, _ runner: any StatementRunner
    ) throws -> Outcome {
        var outcome = Outcome()
        let marks = items.compactMap { item in item.change.withoutFeeds.map { ($0, item.date) } }
        if let date = marks.map(\.1).max() {
            outcome.isNewVisitor = try add(visitor, date, runner)
            for (change, _) in marks where try !write(change, .bytes(visitor.id), limits, runner) {
                outcome.isComplete = false
            }
            try runner.announce(.marks(visitor))
        }
        for item in items {
            if try UnreadTable.write(item.change, of: visitor, runner) { outcome.concernsFeeds = true }
            try PositionTable.write(item.change, item.date, of: visitor, runner)
        }
        if outcome.concernsFeeds { try runner.announce(.feeds(visitor)) }
        return outcome
    }

    /// Adds a visitor, and returns whether it was unknown.
    private static func add(_ visitor: Visitor, _ date: Date, _ runner: any StatementRunner) throws -> Bool {
        let id = PostgreSQLValue.bytes(visitor.id)
        let isNew = try runner.rows("SELECT 1 FROM gazette.visitor WHERE id = $1", [id]).isEmpty
        // It locks the row in any case: the changes of a visitor are made one after the other.
        try runner.run(
            """
            INSERT INTO gazette.visitor (id, seen) VALUES ($1, $2)
            ON CONFLICT (id) DO UPDATE SET seen = excluded.seen WHERE visitor.seen < excluded.seen - 86400
            """, [id, .double(date.timeIntervalSince1970)])
        return isNew
    }

    private static func write(
        _ change: Marks.Change, _ visitor: PostgreSQLValue, _ limits: Marks.Limits, _ runner: any StatementRunner
    ) throws -> Bool {
        switch change {
        case .read(let keys):
            // A key that occurs twice has its last turn.
            _ = try runner.rows(
                sqlite: "INSERT INTO read (visitor, entry) SELECT $1, value FROM json_each($2) ORDER BY key",
                postgreSQL: """
                    INSERT INTO gazette.read (visitor, entry)
                    SELECT CAST($1 AS bytea), entry
                    FROM json_array_elements_text(CAST($2 AS json)) WITH ORDINALITY AS list (entry, place)
                    GROUP BY entry ORDER BY max(place)
                    ON CONFLICT (visitor, entry) DO UPDATE SET turn = excluded.turn
                    """, [visitor, list(keys)])
            try runner.run(
                """
                DELETE FROM gazette.read WHERE visitor = $1 AND turn <= (
                    SELECT turn FROM gazette.read WHERE visitor = $1 ORDER BY turn DESC LIMIT 1 OFFSET $2)
                """, [visitor, .int(limits.reads)])
        case .unread(let keys):
            _ = try runner.rows(
                sqlite: "DELETE FROM read WHERE visitor = $1 AND entry IN (SELECT value FROM json_each($2))",
                postgreSQL: """
                    DELETE FROM gazette.read WHERE visitor = $1
                        AND entry IN (SELECT json_array_elements_text(CAST($2 AS json)))
                    """, [visitor, list(keys)])
        case .save(let entry, let date): return try save(entry, date, visitor, limits, runner)
        case .remove(let key):
            try runner.run(
                "DELETE FROM gazette.saved WHERE visitor = $1 AND entry = $2", [visitor, .text(key.description)])
        case .readAll, .position: break
        }
        return true
    }

    private static func save(
        _ entry: Entry, _ date: Date, _ visitor: PostgreSQLValue, _ limits: Marks.Limits, _ runner: any StatementRunner
    ) throws -> Bool {
        let key = PostgreSQLValue.text(entry.key.description)
        let known = try runner.rows(
            """
            SELECT (SELECT count(*) FROM gazette.saved WHERE visitor = $1 AND entry = $2) AS known,
                (SELECT count(*) FROM gazette.saved WHERE visitor = $1) AS count,
                (SELECT saved_limit FROM gazette.account WHERE visitor = $1) AS saved_limit
            """, [visitor, key]
        ).first
        guard known?.int("known") == 0 else { return true }
        guard known?.int("count") ?? 0 < known?.int("saved_limit") ?? limits.saved else { return false }
        try runner.run(
            """
            INSERT INTO gazette.saved (visitor, entry, title, path, original, source, date)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                visitor, key, .text(entry.title), .text(entry.path), .text(entry.original?.absoluteString),
                .text(entry.source), .double(date.timeIntervalSince1970),
            ])
        return true
    }

    /// Keys as an array of JSON. They have no characters that it escapes.
    private static func list(_ keys: [Entry.Key]) -> PostgreSQLValue {
        .text("[" + keys.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    }

    // MARK: - Removing visitors

    /// The key of the lock for the removal of visitors: one more than that of the migrations.
    static let removalLock = PostgreSQLValue.int(0x67_61_7A_65_74_74_66)
    private static let batch = 500

    /// Removes those whose last visit is oldest, if there are too many. Accounts don't count, and keep their marks.
    ///
    /// A transaction of its own: it waits for no visitor whose marks are being changed.
    static func removeOldest(keeping limit: Int, _ runner: any StatementRunner) throws {
        // Two processes at the same time would remove too many.
        if runner.kind == .postgreSQL { try runner.run("SELECT pg_advisory_xact_lock($1)", [removalLock]) }
        let rows = try runner.rows(
            "SELECT count(*) AS count FROM gazette.visitor WHERE id NOT IN (SELECT visitor FROM gazette.account)", [])
        guard let count = rows.first?.int("count"), count > limit else { return }
        try remove(
            runner.rows(
                sqlite: """
                    SELECT id FROM gazette.visitor WHERE id NOT IN (SELECT visitor FROM gazette.account)
                    ORDER BY seen LIMIT $1
                    """,
                postgreSQL: """
                    SELECT id FROM gazette.visitor WHERE id NOT IN (SELECT visitor FROM gazette.account)
                    ORDER BY seen LIMIT $1 FOR UPDATE SKIP LOCKED
                    """, [.int(count - limit)]), runner)
    }

    /// Removes some of the visitors who have not come for a time, in seconds.
    ///
    /// - Returns: Whether there may be more.
    static func removeExpired(_ age: TimeInterval, _ now: Date, _ runner: any StatementRunner) throws -> Bool {
        let expired = try runner.rows(
            sqlite: """
                SELECT id FROM gazette.visitor WHERE seen < $1 AND id NOT IN (SELECT visitor FROM gazette.account)
                ORDER BY seen LIMIT $2
                """,
            postgreSQL: """
                SELECT id FROM gazette.visitor WHERE seen < $1 AND id NOT IN (SELECT visitor FROM gazette.account)
                ORDER BY seen LIMIT $2 FOR UPDATE SKIP LOCKED
                """, [.double(now.timeIntervalSince1970 - age), .int(batch)])
        try remove(expired, runner)
        return expired.count == batch
    }

    private static func remove(_ visitors: [any StatementRow], _ runner: any StatementRunner) throws {
        for visitor in visitors.compactMap({ $0.bytes("id") }) {
            try runner.run("DELETE FROM gazette.visitor WHERE id = $1", [.bytes(visitor)])
        }
    }

    // MARK: - Tables

    /// The first tables of a file; what has been released never changes.
    static let schemaOfSQLite: StaticString = """
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
        """

    /// The same, and the signing keys, in a shared database.
    static let schemaOfPostgreSQL: StaticString = """
        CREATE TABLE gazette.visitor (id bytea PRIMARY KEY, seen double precision NOT NULL);
        CREATE INDEX visitor_by_seen ON gazette.visitor (seen);
        CREATE TABLE gazette.read (
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            entry text NOT NULL,
            turn bigint GENERATED BY DEFAULT AS IDENTITY,
            PRIMARY KEY (visitor, entry));
        CREATE INDEX read_by_turn ON gazette.read (visitor, turn);
        CREATE TABLE gazette.saved (
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            entry text NOT NULL,
            title text NOT NULL,
            path text NOT NULL,
            original text,
            source text,
            date double precision NOT NULL,
            PRIMARY KEY (visitor, entry));
        CREATE TABLE gazette.key (name text PRIMARY KEY, bytes bytea NOT NULL);
        """
}
