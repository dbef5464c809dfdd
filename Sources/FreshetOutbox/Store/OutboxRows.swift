#if SQLite
import Foundation
import GRDB

typealias OutboxDatabase = Database

/// The SQL statements for the rows of an outbox.
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
        try repair(db, old)
        try db.cachedStatement(sql: "UPDATE write SET \(changes) \(isOf)")
            .execute(arguments: StatementArguments(values) + identity(of: old))
        return db.changesCount == 1
    }

    /// Selects the row of a write under its key. Only the sequence of a damaged write is certain.
    private static let isOf = "WHERE sequence = ? AND (? OR id = ? AND key = ?)"

    private static func identity(of write: QueuedWrite) -> StatementArguments {
        [write.sequence, write.isDamaged, write.id.uuidString, write.key]
    }

    /// Makes the index of a damaged write agree with its row.
    private static func repair(_ db: Database, _ write: QueuedWrite) throws {
        if write.isDamaged { try db.execute(sql: "REINDEX write") }
    }

    /// Stores that the request of a write is about to be sent.
    ///
    /// - Returns: Whether there is a row with its id and key.
    static func beginSending(_ db: Database, _ write: QueuedWrite, _ request: SentRequest) throws -> Bool {
        try update(db, write)
        guard db.changesCount == 1 else { return false }
        let columns = columns(of: request)
        let changes = columns.map { "\($0.0) = ?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "UPDATE write SET \(changes) WHERE sequence = ?")
            .execute(arguments: StatementArguments(columns.map(\.1) + [write.sequence]))
        return true
    }

    /// Stores the queue's changes to a write.
    static func update(_ db: Database, _ write: QueuedWrite) throws {
        try db.cachedStatement(
            sql: """
                UPDATE write SET phase = ?, arrival = ?, attempts = ?, conflicts = ?, created = ?, firstSent = ?,
                notBefore = ?, wait = ?, error = ?, cancelledBy = ? \(isOf)
                """
        ).execute(
            arguments: [
                write.phase.rawValue, write.arrival.rawValue, write.attempts, write.conflicts,
                write.created.timeIntervalSinceReferenceDate, write.firstSent?.timeIntervalSinceReferenceDate,
                write.notBefore?.timeIntervalSinceReferenceDate, write.wait / .seconds(1), write.error,
                write.cancelledBy?.uuidString,
            ] + identity(of: write))
        guard db.changesCount == 1, write.arrival == .unsent else { return }
        // A later attempt counts as the first one.
        try db.cachedStatement(
            sql: """
                UPDATE write SET method = NULL, path = NULL, isAbsolute = NULL, query = NULL, contentType = NULL,
                body = NULL, requestChecksum = NULL WHERE sequence = ? AND method IS NOT NULL
                """
        ).execute(arguments: [write.sequence])
    }

    /// Gives a write a new key. Its request is also made again.
    static func setKey(_ db: Database, _ write: QueuedWrite, _ key: String) throws {
        guard var row = try Self.write(db, write.sequence) else { return }
        row.key = key
        _ = try update(db, row, was: write)
    }

    static func remove(_ db: Database, _ write: QueuedWrite) throws {
        try repair(db, write)
        try db.cachedStatement(sql: "DELETE FROM write \(isOf)").execute(arguments: identity(of: write))
    }

    /// Gives a write that was never sent another position.
    static func move(_ db: Database, from former: Int64, to sequence: Int64, id: UUID) throws {
        try db.cachedStatement(sql: "UPDATE write SET sequence = ? WHERE sequence = ? AND id = ? AND arrival = 0")
            .execute(arguments: [sequence, former, id.uuidString])
    }

    static func write(_ db: Database, _ sequence: Int64) throws -> StoredWrite? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM write WHERE sequence = ?"), arguments: [sequence])
            .map(write(of:))
    }

    static func write(_ db: Database, id: UUID) throws -> StoredWrite? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM write WHERE id = ?"), arguments: [id.uuidString]
        ).map(write(of:))
    }

    /// The facts about a write without its content.
    struct Head {
        var version: Int
        var arrival: QueuedWrite.Arrival
        /// The input, if it is short.
        var input: Data
    }

    /// Returns the facts about a write, if its row still has its key.
    ///
    /// - Parameter limit: The maximum number of bytes of an input that is returned.
    static func head(_ db: Database, of write: QueuedWrite, inputLimit limit: Int = 0) throws -> Head? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT version, arrival, CASE WHEN length(input) <= ? THEN input ELSE x'' END AS input FROM write
                    WHERE sequence = ? AND id = ? AND key = ?
                    """), arguments: [limit, write.sequence, write.id.uuidString, write.key]
        ).map { row in
            Head(
                version: row["version"], arrival: QueuedWrite.Arrival(rawValue: row["arrival"]) ?? .open,
                input: row["input"])
        }
    }

    static func contains(_ db: Database, id: UUID) throws -> Bool {
        let found = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM write WHERE id = ?"), arguments: [id.uuidString])
        return found != nil
    }

    /// Passes all writes to a closure in their order, one at a time, so that only one is in memory.
    static func forEach(_ db: Database, _ body: (StoredWrite) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM write ORDER BY sequence")
        while let row = try rows.next() {
            try body(write(of: row))
        }
    }

    private static func columns(of write: StoredWrite) throws -> ([String], [(any DatabaseValueConvertible)?]) {
        let (queued, request) = (write.queued, write.request)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let validator = write.validator.isEmpty ? nil : try encoder.encode(write.validator)
        let all: [(String, (any DatabaseValueConvertible)?)] = [
            ("id", queued.id.uuidString), ("name", queued.name), ("version", write.version), ("input", write.input),
            ("key", write.key), ("account", queued.account), ("scope", queued.scope),
            ("replaceKey", queued.replaceKey), ("rule", queued.rule.rawValue), ("validator", validator),
            ("phase", queued.phase.rawValue), ("arrival", queued.arrival.rawValue), ("attempts", queued.attempts),
            ("conflicts", queued.conflicts), ("created", queued.created.timeIntervalSinceReferenceDate),
            ("firstSent", queued.firstSent?.timeIntervalSinceReferenceDate),
            ("notBefore", queued.notBefore?.timeIntervalSinceReferenceDate), ("wait", queued.wait / .seconds(1)),
            ("error", queued.error), ("cancelledBy", queued.cancelledBy?.uuidString), ("checksum", write.checksum),
        ]
        let columns = all + Self.columns(of: request)
        return (columns.map(\.0), columns.map(\.1))
    }

    private static func columns(of request: SentRequest?) -> [(String, (any DatabaseValueConvertible)?)] {
        [
            ("method", request?.method), ("path", request?.path), ("isAbsolute", request?.isAbsolute),
            ("query", request?.query), ("contentType", request?.contentType), ("body", request?.body),
            ("requestChecksum", request?.checksum),
        ]
    }

    /// Reads a row. A row that differs from the stored bytes is a damaged write, and only its
    /// sequence is certain.
    private static func write(of row: Row) -> StoredWrite {
        let sequence: Int64 = row["sequence"]
        func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
            Value.fromDatabaseValue(row[column] as DatabaseValue)
        }
        func date(_ column: String) -> Date? {
            (value(column) as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }
        }
        let id = value("id").flatMap { UUID(uuidString: $0) }
        var queued = QueuedWrite(
            sequence: sequence, id: id ?? UUID(sequence: sequence), name: value("name") ?? "",
            created: date("created") ?? Date(timeIntervalSinceReferenceDate: 0))
        queued.account = value("account") ?? ""
        queued.scope = value("scope")
        queued.replaceKey = value("replaceKey")
        // Unknown values come from damage or from a later build. The defaults hold writes back rather than
        // send them.
        queued.rule = value("rule").flatMap { WriteFailureRule(rawValue: $0) } ?? .holds
        queued.phase = value("phase").flatMap { QueuedWrite.Phase(rawValue: $0) } ?? .unconfirmed
        queued.arrival = value("arrival").flatMap { QueuedWrite.Arrival(rawValue: $0) } ?? .open
        queued.attempts = value("attempts") ?? 0
        queued.conflicts = value("conflicts") ?? 0
        queued.firstSent = date("firstSent")
        queued.notBefore = date("notBefore")
        queued.wait = .seconds(value("wait") ?? 0.0)
        queued.error = value("error")
        queued.cancelledBy = value("cancelledBy").flatMap { UUID(uuidString: $0) }
        var write = StoredWrite(
            queued: queued, version: value("version") ?? 0, input: value("input") ?? Data(), key: value("key") ?? "")
        if let validator = value("validator") as Data? {
            write.validator = (try? JSONDecoder().decode([String: String].self, from: validator)) ?? [:]
        }
        if let method = value("method") as String?, let path = value("path") as String? {
            write.request = SentRequest(
                method: method, path: path, isAbsolute: value("isAbsolute") ?? false, query: value("query"),
                contentType: value("contentType"), body: value("body"))
        }
        write.queued.bytes = write.cost
        // Rows of an earlier version have no checksums.
        let sums: (own: Int64?, request: Int64?) = (value("checksum"), value("requestChecksum"))
        if id == nil || sums.own.map({ $0 != write.checksum }) ?? false
            || sums.request.map({ $0 != write.request?.checksum }) ?? false
        {
            write.queued.isDamaged = true
            write.queued.phase = .unreadable
        }
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
    /// - Parameter number: The number of an outcome. Only later outcomes are returned.
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
