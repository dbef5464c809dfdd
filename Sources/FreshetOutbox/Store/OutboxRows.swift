#if SQLite
import Foundation
import GRDB

typealias OutboxDatabase = Database

/// The rows of an outbox, as SQL.
enum OutboxRows {
    // MARK: - Writes

    /// Inserts a write, and returns it with its sequence.
    static func insert(_ db: Database, _ write: StoredWrite) throws -> StoredWrite {
        let (columns, values) = try columns(of: write)
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        try db.cachedStatement(sql: "INSERT INTO write (\(columns.joined(separator: ", "))) VALUES (\(marks))")
            .execute(arguments: StatementArguments(values))
        var stored = write
        stored.queued.sequence = db.lastInsertedRowID
        return stored
    }

    /// Stores a write in place.
    ///
    /// - Parameter old: The write whose id and key the row must have.
    /// - Returns: Whether there was such a row.
    static func update(_ db: Database, _ write: StoredWrite, was old: QueuedWrite) throws -> Bool {
        let (columns, values) = try columns(of: write)
        let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "UPDATE write SET \(changes) WHERE sequence = ? AND id = ? AND key = ?")
            .execute(arguments: StatementArguments(values + [old.sequence, old.id.uuidString, old.key]))
        return db.changesCount == 1
    }

    /// Stores what the queue has changed of a write.
    static func update(_ db: Database, _ write: QueuedWrite) throws {
        try db.cachedStatement(
            sql: """
                UPDATE write SET phase = ?, arrival = ?, attempts = ?, conflicts = ?, created = ?, firstSent = ?,
                notBefore = ?, wait = ?, error = ?, cancelledBy = ? WHERE sequence = ? AND id = ? AND key = ?
                """
        ).execute(
            arguments: [
                write.phase.rawValue, write.arrival.rawValue, write.attempts, write.conflicts,
                write.created.timeIntervalSinceReferenceDate, write.firstSent?.timeIntervalSinceReferenceDate,
                write.notBefore?.timeIntervalSinceReferenceDate, write.wait / .seconds(1), write.error,
                write.cancelledBy?.uuidString, write.sequence, write.id.uuidString,
                write.key,
            ])
        guard db.changesCount == 1, write.arrival == .unsent else { return }
        // A later attempt is a first one.
        try db.cachedStatement(
            sql: """
                UPDATE write SET method = NULL, path = NULL, isAbsolute = NULL, query = NULL, contentType = NULL,
                body = NULL WHERE sequence = ? AND method IS NOT NULL
                """
        ).execute(arguments: [write.sequence])
    }

    /// Gives a write a new key. Its request is made again, too.
    static func setKey(_ db: Database, _ write: QueuedWrite, _ key: String) throws {
        try db.cachedStatement(sql: "UPDATE write SET key = ? WHERE sequence = ? AND id = ? AND key = ?")
            .execute(arguments: [key, write.sequence, write.id.uuidString, write.key])
    }

    static func remove(_ db: Database, _ write: QueuedWrite) throws {
        try db.cachedStatement(sql: "DELETE FROM write WHERE sequence = ? AND id = ? AND key = ?")
            .execute(arguments: [write.sequence, write.id.uuidString, write.key])
    }

    static func write(_ db: Database, _ sequence: Int64) throws -> StoredWrite? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM write WHERE sequence = ?"), arguments: [sequence])
            .flatMap(write(of:))
    }

    static func write(_ db: Database, id: UUID) throws -> StoredWrite? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM write WHERE id = ?"), arguments: [id.uuidString]
        ).flatMap(write(of:))
    }

    /// Passes all writes in their order, one after another, so that no more than one is in memory.
    static func forEach(_ db: Database, _ body: (StoredWrite) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM write ORDER BY sequence")
        while let row = try rows.next() {
            if let write = write(of: row) { try body(write) }
        }
    }

    private static func columns(of write: StoredWrite) throws -> ([String], [(any DatabaseValueConvertible)?]) {
        let (queued, request) = (write.queued, write.request)
        let validator = write.validator.isEmpty ? nil : try JSONEncoder().encode(write.validator)
        let all: [(String, (any DatabaseValueConvertible)?)] = [
            ("id", queued.id.uuidString), ("name", queued.name), ("version", write.version), ("input", write.input),
            ("key", write.key), ("account", queued.account), ("scope", queued.scope),
            ("replaceKey", queued.replaceKey), ("rule", queued.rule.rawValue), ("validator", validator),
            ("phase", queued.phase.rawValue), ("arrival", queued.arrival.rawValue), ("attempts", queued.attempts),
            ("conflicts", queued.conflicts), ("created", queued.created.timeIntervalSinceReferenceDate),
            ("firstSent", queued.firstSent?.timeIntervalSinceReferenceDate),
            ("notBefore", queued.notBefore?.timeIntervalSinceReferenceDate), ("wait", queued.wait / .seconds(1)),
            ("error", queued.error), ("cancelledBy", queued.cancelledBy?.uuidString), ("method", request?.method),
            ("path", request?.path), ("isAbsolute", request?.isAbsolute), ("query", request?.query),
            ("contentType", request?.contentType), ("body", request?.body),
        ]
        return (all.map(\.0), all.map(\.1))
    }

    private static func write(of row: Row) -> StoredWrite? {
        guard let id = UUID(uuidString: row["id"]) else { return nil }
        func date(_ column: String) -> Date? {
            (row[column] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }
        }
        var queued = QueuedWrite(
            sequence: row["sequence"], id: id, name: row["name"],
            created: date("created") ?? Date(timeIntervalSinceReferenceDate: 0))
        queued.account = row["account"]
        queued.scope = row["scope"]
        queued.replaceKey = row["replaceKey"]
        queued.rule = WriteFailureRule(rawValue: row["rule"]) ?? .holds
        queued.phase = QueuedWrite.Phase(rawValue: row["phase"]) ?? .unconfirmed
        queued.arrival = QueuedWrite.Arrival(rawValue: row["arrival"]) ?? .open
        queued.attempts = row["attempts"]
        queued.conflicts = row["conflicts"]
        queued.firstSent = date("firstSent")
        queued.notBefore = date("notBefore")
        queued.wait = .seconds(row["wait"] as Double)
        queued.error = row["error"]
        queued.cancelledBy = (row["cancelledBy"] as String?).flatMap { UUID(uuidString: $0) }
        var write = StoredWrite(queued: queued, version: row["version"], input: row["input"], key: row["key"])
        if let validator = row["validator"] as Data? {
            write.validator = (try? JSONDecoder().decode([String: String].self, from: validator)) ?? [:]
        }
        if let method = row["method"] as String?, let path = row["path"] as String? {
            write.request = SentRequest(
                method: method, path: path, isAbsolute: row["isAbsolute"] ?? false, query: row["query"],
                contentType: row["contentType"], body: row["body"])
        }
        write.queued.bytes = write.cost
        return write
    }

    // MARK: - Outcomes

    static func insert(_ db: Database, _ outcome: StoredOutcome, limit: Int) throws {
        let response = try outcome.response.map { try JSONEncoder().encode($0) }
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO outcome (id, name, version, input, date, error, other, response)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                outcome.id.uuidString, outcome.name, outcome.version, outcome.input,
                outcome.date.timeIntervalSinceReferenceDate, outcome.error, outcome.other?.uuidString, response,
            ])
        try db.cachedStatement(
            sql: "DELETE FROM outcome WHERE number <= (SELECT max(number) FROM outcome) - ?"
        ).execute(arguments: [limit])
    }

    /// Returns the outcomes in their order.
    ///
    /// - Parameter number: The number of an outcome: only those after it are returned.
    static func outcomes(_ db: Database, after number: Int64 = 0) throws -> [StoredOutcome] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM outcome WHERE number > ? ORDER BY number"), arguments: [number]
        ).compactMap(outcome(of:))
    }

    static func lastOutcome(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(number) FROM outcome")) ?? 0
    }

    static func outcome(_ db: Database, id: UUID) throws -> StoredOutcome? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM outcome WHERE id = ?"), arguments: [id.uuidString]
        ).flatMap(outcome(of:))
    }

    static func removeOutcome(_ db: Database, id: UUID) throws {
        try db.cachedStatement(sql: "DELETE FROM outcome WHERE id = ?").execute(arguments: [id.uuidString])
    }

    private static func outcome(of row: Row) -> StoredOutcome? {
        guard let id = UUID(uuidString: row["id"]) else { return nil }
        return StoredOutcome(
            id: id, name: row["name"], version: row["version"], input: row["input"],
            date: Date(timeIntervalSinceReferenceDate: row["date"]), error: row["error"],
            other: (row["other"] as String?).flatMap { UUID(uuidString: $0) },
            response: (row["response"] as Data?).flatMap { try? JSONDecoder().decode(StoredAnswer.self, from: $0) })
    }
}
#endif
