import Foundation
import PostgreSQL

/// The tables of a shared database, and the statements on them.
///
/// They are in a schema of their own, so that the database may be used by others, too.
enum ReaderTables {
    /// The statement that begins to receive the announcements of changes, which contain the id of a visitor.
    static let listening: StaticString = "LISTEN gazette_marks"

    private static let day = 24 * 3600.0
    /// The key of the lock for the removal of visitors: one more than that of the migrations.
    static let removalLock = PostgreSQLValue.int(0x67_61_7A_65_74_74_66)

    // MARK: - Reading

    static func marks(
        of visitor: Visitor, _ limits: Marks.Limits, _ now: Date, _ session: PostgreSQLSession
    ) throws(PostgreSQLError) -> Marks {
        let id = PostgreSQLValue.bytes(visitor.id)
        var limits = limits
        let own = try session.query("SELECT saved_limit FROM gazette.account WHERE visitor = $1", [id]).first?.int(0)
        if let own { limits.saved = own }
        guard let seen = try session.query("SELECT seen FROM gazette.visitor WHERE id = $1", [id]).first?.double(0)
        else { return Marks(limits: limits) }
        // The time of the last visit is updated once a day.
        if now.timeIntervalSince1970 - seen > day {
            try session.query(
                "UPDATE gazette.visitor SET seen = $2 WHERE id = $1 AND seen < $2",
                [id, .double(now.timeIntervalSince1970)])
        }
        let reads = try session.query("SELECT entry FROM gazette.read WHERE visitor = $1 ORDER BY turn", [id])
        let saved = try session.query(
            "SELECT entry, title, path, original, source, date FROM gazette.saved WHERE visitor = $1", [id])
        return Marks(
            limits: limits, reads: reads.compactMap { $0.text(0).flatMap(Entry.Key.init) },
            saved: saved.compactMap { row in
                guard let key = row.text(0), let title = row.text(1), let path = row.text(2), let date = row.double(5)
                else { return nil }
                return Marks.Saved(
                    key: key, title: title, path: path, original: row.text(3), source: row.text(4), seconds: date)
            })
    }

    // MARK: - Writing

    /// Writes changes of a visitor and announces them.
    ///
    /// - Returns: Whether all were made: an entry is not saved if other processes have filled the list meanwhile.
    static func write(
        _ items: [UnwrittenChanges.Item], of visitor: Visitor, _ limits: ReaderLimits, _ session: PostgreSQLSession
    ) throws(PostgreSQLError) -> Bool {
        let id = PostgreSQLValue.bytes(visitor.id)
        let date = items.map(\.date).max() ?? .distantPast
        let (isNew, isComplete) = try session.transaction { () throws(PostgreSQLError) in
            // It locks the row in any case: the changes of a visitor are made one after the other.
            let added = try session.query(
                """
                INSERT INTO gazette.visitor AS known (id, seen) VALUES ($1, $2)
                ON CONFLICT (id) DO UPDATE SET seen = excluded.seen WHERE known.seen < excluded.seen - 86400
                RETURNING xmax = 0
                """, [id, .double(date.timeIntervalSince1970)])
            var isComplete = true
            for item in items where try !write(item.change, id, limits.marks, session) { isComplete = false }
            try session.query("SELECT pg_notify('gazette_marks', $1)", [.text(visitor.id.hexadecimal)])
            return (added.first?.bool(0) == true, isComplete)
        }
        if isNew {
            // Accounts don't count, and keep their marks. In a transaction of its own, which waits for no visitor whose
            // marks are being changed. Two at the same time would remove too many.
            try session.transaction { () throws(PostgreSQLError) in
                try session.query("SELECT pg_advisory_xact_lock($1)", [removalLock])
                try session.query(
                    """
                    DELETE FROM gazette.visitor WHERE id IN (
                        SELECT id FROM gazette.visitor
                        WHERE id NOT IN (SELECT visitor FROM gazette.account) ORDER BY seen
                        LIMIT greatest(0, (
                            SELECT count(*) FROM gazette.visitor
                            WHERE id NOT IN (SELECT visitor FROM gazette.account)) - $1::bigint)
                        FOR UPDATE SKIP LOCKED)
                    """, [.int(limits.visitors)])
            }
        }
        return isComplete
    }

    private static func write(
        _ change: Marks.Change, _ visitor: PostgreSQLValue, _ limits: Marks.Limits, _ session: PostgreSQLSession
    ) throws(PostgreSQLError) -> Bool {
        switch change {
        case .read(let keys):
            // A key that occurs twice has its last turn.
            try session.query(
                """
                INSERT INTO gazette.read (visitor, entry)
                SELECT $1::bytea, entry FROM unnest(string_to_array($2, ' ')) WITH ORDINALITY AS list (entry, place)
                GROUP BY entry ORDER BY max(place)
                ON CONFLICT (visitor, entry) DO UPDATE SET turn = excluded.turn
                """, [visitor, list(keys)])
            try session.query(
                """
                DELETE FROM gazette.read WHERE visitor = $1 AND turn <= (
                    SELECT turn FROM gazette.read WHERE visitor = $1 ORDER BY turn DESC OFFSET $2::bigint LIMIT 1)
                """, [visitor, .int(limits.reads)])
        case .unread(let keys):
            try session.query(
                "DELETE FROM gazette.read WHERE visitor = $1 AND entry = ANY (string_to_array($2, ' '))",
                [visitor, list(keys)])
        case .save(let entry, let date):
            let key = PostgreSQLValue.text(entry.key.description)
            let saved = try session.query(
                """
                INSERT INTO gazette.saved (visitor, entry, title, path, original, source, date)
                SELECT $1::bytea, $2::text, $3::text, $4::text, $5::text, $6::text, $7::double precision
                WHERE (SELECT count(*) FROM gazette.saved WHERE visitor = $1::bytea)
                    < coalesce((SELECT saved_limit FROM gazette.account WHERE visitor = $1::bytea), $8::bigint)
                ON CONFLICT DO NOTHING RETURNING true
                """,
                [
                    visitor, key, .text(entry.title), .text(entry.path), .text(entry.original?.absoluteString),
                    .text(entry.source), .double(date.timeIntervalSince1970), .int(limits.saved),
                ])
            guard saved.isEmpty else { return true }
            return try !session.query(
                "SELECT true FROM gazette.saved WHERE visitor = $1 AND entry = $2", [visitor, key]
            ).isEmpty
        case .remove(let key):
            try session.query(
                "DELETE FROM gazette.saved WHERE visitor = $1 AND entry = $2", [visitor, .text(key.description)])
        }
        return true
    }

    /// Keys contain no blanks.
    private static func list(_ keys: [Entry.Key]) -> PostgreSQLValue {
        .text(keys.map(\.description).joined(separator: " "))
    }

    /// Removes some of the expired visitors.
    ///
    /// - Returns: Whether there may be more.
    static func expire(
        _ age: TimeInterval, _ now: Date, _ session: PostgreSQLSession
    ) throws(PostgreSQLError) -> Bool {
        let batch = 500
        let removed = try session.query(
            """
            DELETE FROM gazette.visitor WHERE id IN (
                SELECT id FROM gazette.visitor WHERE seen < $1 AND id NOT IN (SELECT visitor FROM gazette.account)
                ORDER BY seen LIMIT $2::bigint FOR UPDATE SKIP LOCKED)
            RETURNING true
            """, [.double(now.timeIntervalSince1970 - age), .int(batch)])
        return removed.count == batch
    }

    // MARK: - Keys

    /// Returns the signing keys, which the first process makes.
    static func keys(_ session: PostgreSQLSession) throws(PostgreSQLError) -> SigningKeys {
        SigningKeys(visitors: try key("visitors", session), pictures: try key("pictures", session))
    }

    private static func key(_ name: String, _ session: PostgreSQLSession) throws(PostgreSQLError) -> Data {
        // A process that makes the key at the same time is waited for; then it is found.
        try session.query(
            "INSERT INTO gazette.key (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            [.text(name), .bytes(.random(count: SigningKeys.byteCount))])
        let key = try session.query("SELECT bytes FROM gazette.key WHERE name = $1", [.text(name)]).first?.bytes(0)
        guard let key, key.count == SigningKeys.byteCount else {
            throw PostgreSQLError(.rejected, "The signing key \(name) in the database is broken.")
        }
        return key
    }
}
