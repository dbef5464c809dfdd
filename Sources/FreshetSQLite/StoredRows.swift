#if SQLite
import Foundation
import FreshetCore
import FreshetJSON
import GRDB

/// The SQL statements for the rows in which responses are stored.
enum StoredRows {
    /// A cache of recently decoded responses without bodies, by their stored bytes.
    typealias Memo = Cache<Data, StoredResponse>

    static func memo() -> Memo { Memo(lifetime: nil, entryLimit: 256, costLimit: 1 << 20) }

    private static let decoder = FreshetJSONDecoder()

    /// - Parameter salted: The identity of the key as it is stored.
    static func entries(_ db: Database, of key: CacheKey, salted: String, memo: Memo) throws -> [CacheEntry] {
        try entries(db, where: "url = ? AND identity = ?", [key.url, salted], key: key, memo: memo)
    }

    static func entries(
        _ db: Database, where condition: String, _ arguments: StatementArguments, key: CacheKey? = nil, memo: Memo
    ) throws -> [CacheEntry] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, url, identity, response, bodyBytes FROM entry WHERE \(condition)"),
            arguments: arguments)
        var entries: [CacheEntry] = []
        while let row = try rows.next() {
            guard let id = UUID(uuidString: row[0]), let response = response(of: row[3], memo),
                let bodyBytes = Int.fromDatabaseValue(row[4]), bodyBytes >= 0
            else { continue }
            entries.append(
                CacheEntry(
                    id: id, key: key ?? CacheKey(url: row[1], identity: row[2]), response: response,
                    bodyBytes: bodyBytes))
        }
        return entries
    }

    private static func response(of bytes: Data, _ memo: Memo) -> StoredResponse? {
        if let known = memo[bytes] { return known }
        guard let response = try? decoder.decode(StoredResponse.self, from: bytes) else { return nil }
        memo.insert(response, forKey: bytes, cost: bytes.count)
        return response
    }

    /// Returns the complete body; `nil` if it is missing.
    static func body(_ db: Database, of entry: CacheEntry) throws -> Data? {
        // An empty body has a row without bytes.
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT chunk.bytes FROM entry LEFT JOIN chunk ON chunk.entry = entry.number WHERE entry.id = ?
                    ORDER BY chunk.position
                    """), arguments: [entry.id.uuidString])
        var body: Data?
        while let row = try rows.next() {
            let bytes = row[0] as Data? ?? Data()
            if body == nil { body = bytes } else { body?.append(bytes) }
        }
        return body?.count == entry.bodyBytes ? body : nil
    }

    static func insert(
        _ db: Database, _ entry: CacheEntry, salted: String, body: Data, storesCookies: Bool
    ) throws {
        try run(
            db,
            """
            INSERT INTO entry (id, url, identity, variant, response, bodyBytes, cost, used)
            VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM entry))
            """,
            [
                entry.id.uuidString, entry.key.url, salted, variant(of: entry),
                try encoder(storesCookies).encode(entry.response), body.count, entry.cost,
            ])
        let number = db.lastInsertedRowID
        for (position, offset) in stride(from: 0, to: body.count, by: SQLiteCacheStore.chunkBytes).enumerated() {
            let start = body.startIndex + offset
            let end = min(start + SQLiteCacheStore.chunkBytes, body.endIndex)
            try run(
                db, "INSERT INTO chunk (entry, position, bytes) VALUES (?, ?, ?)",
                [number, position, body[start..<end]])
        }
        try run(
            db,
            """
            DELETE FROM entry WHERE number IN (
                SELECT number FROM entry WHERE url = ? AND identity = ? ORDER BY number DESC LIMIT -1 OFFSET ?)
            """, [entry.key.url, salted, CacheEntry.variantLimit])
    }

    static func update(_ db: Database, _ entry: CacheEntry, storesCookies: Bool) throws {
        try run(
            db, "UPDATE entry SET response = ?, cost = ? WHERE id = ?",
            [try encoder(storesCookies).encode(entry.response), entry.cost, entry.id.uuidString])
    }

    private static func encoder(_ storesCookies: Bool) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.userInfo[.storesCookies] = storesCookies
        return encoder
    }

    /// Removes the stored response that an entry is about to replace.
    static func remove(_ db: Database, variant entry: CacheEntry, salted: String) throws {
        try run(
            db, "DELETE FROM entry WHERE url = ? AND identity = ? AND variant = ?",
            [entry.key.url, salted, variant(of: entry)])
    }

    /// Removes the responses of an account: the rows whose identity is this one, or begins with it and a plus sign.
    ///
    /// The comma follows the plus sign in ASCII, so it ends the range of the identities with that prefix.
    static func removeAll(_ db: Database, salted: String) throws {
        try run(
            db, "DELETE FROM entry WHERE identity = ? OR identity >= ? AND identity < ?",
            [salted, "\(salted)+", "\(salted),"])
    }

    /// Marks entries as recently used, in the order of their use.
    static func note(_ db: Database, uses: [UUID]) throws {
        for id in uses {
            try run(
                db, "UPDATE entry SET used = (SELECT max(used) + 1 FROM entry) WHERE id = ?",
                [id.uuidString])
        }
    }

    static func removeLeastUsed(_ db: Database, byteLimit: Int) throws {
        var bytes = try bytes(db)
        while bytes > byteLimit {
            let oldest = try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT number, max(0, CAST(cost AS INTEGER)) FROM entry ORDER BY used LIMIT 1"))
            guard let oldest else { return }
            try run(db, "DELETE FROM entry WHERE number = ?", [oldest[0] as Int64])
            bytes -= oldest[1] as Int
        }
    }

    /// The total size of all entries in bytes. It is never negative or a floating-point number,
    /// even if the file is damaged.
    static func bytes(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT max(0, CAST(bytes AS INTEGER)) FROM total")) ?? 0
    }

    /// Runs a statement that is prepared once per connection.
    private static func run(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Returns the request fields that select the response, as canonical text.
    private static func variant(of entry: CacheEntry) -> String {
        entry.response.selectors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    }
}
#endif
