#if SQLite
public import Foundation
public import FreshetCore
import GRDB

/// A cache store in a SQLite file, which several processes may share.
///
/// ```swift
/// let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
/// let cache = HTTPCache(store: SQLiteCacheStore(file: folder.appending(path: "news/responses.sqlite")))
/// let news = Client(News(), cache: cache)
/// ```
///
/// A response is stored in one transaction: a process that is killed only loses the response it was
/// storing. A damaged file is renamed to `….damaged` and replaced by a new one. The file is opened
/// at its first use, and only its owner may read it. A hit alone writes nothing: uses are written
/// together with the next stored response.
///
/// Only a store that is made with ``init(file:byteLimit:storesCookies:)`` can write `Set-Cookie`
/// fields.
public final class SQLiteCacheStore: SynchronousCacheStore {
    /// The length of the pieces in which bodies are stored, in bytes.
    static let chunkBytes = 64 << 10

    private let file: SQLiteFile
    package let byteLimit: Int
    private let storesCookies: Bool
    private let uses = RecentUses()
    private let memo = StoredRows.memo()

    /// Makes a store on a file.
    ///
    /// - Parameters:
    ///   - file: The file. It is created with its folder if it doesn't exist. SQLite creates two
    ///     more files next to it.
    ///   - byteLimit: The maximum total size of all responses in bytes, 256 MiB by default. The
    ///     least recently used are removed first.
    public convenience init(file: URL, byteLimit: Int = 256 << 20) {
        self.init(file: file, byteLimit: byteLimit, storesCookies: false)
    }

    /// Makes a store on a file, with or without the `Set-Cookie` fields of responses.
    ///
    /// ```swift
    /// let store = SQLiteCacheStore(file: file, byteLimit: 64 << 20, storesCookies: true)
    /// let news = Client(News(), cache: HTTPCache(store: store))
    /// ```
    ///
    /// RFC 9111 §3.1 requires a cache to store all fields. `Set-Cookie` fields contain secrets,
    /// such as a session identifier, which a copy of the file would disclose, so by default they
    /// are only kept in memory. With this option, they are written to the file in plain text. Only
    /// the file's owner may read it, and removed data is overwritten with zeros.
    ///
    /// - Parameters:
    ///   - file: The file. It is created with its folder if it doesn't exist. SQLite creates two
    ///     more files next to it.
    ///   - byteLimit: The maximum total size of all responses in bytes, 256 MiB by default. The
    ///     least recently used are removed first.
    ///   - storesCookies: Whether `Set-Cookie` fields are written. If `false`, fields that the file
    ///     already contains are removed together with their responses, or when these are next
    ///     confirmed.
    public init(file: URL, byteLimit: Int = 256 << 20, storesCookies: Bool) {
        self.file = SQLiteFile(url: file, pageLimit: nil, overwritesRemoved: storesCookies)
        self.byteLimit = byteLimit
        self.storesCookies = storesCookies
    }

    /// Makes a store as if the disk had room for only a number of pages of 4 KiB each.
    package init(file: URL, byteLimit: Int = 256 << 20, pageLimit: Int) {
        self.file = SQLiteFile(url: file, pageLimit: pageLimit, overwritesRemoved: false)
        self.byteLimit = byteLimit
        storesCookies = false
    }

    package var isOnDisk: Bool { true }

    /// Returns the entries stored under a key.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func entries(for key: CacheKey) async throws(CacheStoreError) -> [CacheEntry] {
        try await read { [memo] db, salt in
            try StoredRows.entries(db, of: key, salted: salt.salted(key.identity), memo: memo)
        }
    }

    package func storedResponse(
        for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> Int?
    ) -> (entry: CacheEntry, body: Data)? {
        // A failure isn't lost: the asynchronous read that follows fails as well, and reports it.
        guard let file = file.ifOpen else { return nil }
        let salted = file.salt.salted(key.identity)
        let stored = try? file.pool.unsafeRead { db -> (CacheEntry, Data)? in
            let entries = try StoredRows.entries(db, of: key, salted: salted, memo: memo)
            guard let index = choose(entries) else { return nil }
            return try StoredRows.body(db, of: entries[index]).map { (entries[index], $0) }
        }
        guard let stored else { return nil }
        uses.note(stored.0.id)
        return stored
    }

    /// Returns the body of an entry; `nil` if it was removed or replaced.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func body(of entry: CacheEntry) async throws(CacheStoreError) -> Data? {
        let body = try await read { db, _ in try StoredRows.body(db, of: entry) }
        if body != nil { uses.note(entry.id) }
        return body
    }

    /// Stores a response.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func insert(_ entry: CacheEntry, body: Data) async throws(CacheStoreError) {
        let (uses, byteLimit, storesCookies) = (uses.take(), byteLimit, storesCookies)
        try await write { db, salt in
            let salted = salt.salted(entry.key.identity)
            try StoredRows.note(db, uses: uses)
            try StoredRows.remove(db, variant: entry, salted: salted)
            // After the removal: the response that the entry replaces is outdated even if the new one is
            // too large.
            guard entry.cost <= byteLimit else { return }
            try StoredRows.insert(db, entry, salted: salted, body: body, storesCookies: storesCookies)
            try StoredRows.removeLeastUsed(db, byteLimit: byteLimit)
        }
    }

    /// Replaces the fields and times of an entry.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func update(_ entry: CacheEntry) async throws(CacheStoreError) {
        try await write { [storesCookies] db, _ in try StoredRows.update(db, entry, storesCookies: storesCookies) }
    }

    /// Removes an entry.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func remove(_ entry: CacheEntry) async throws(CacheStoreError) {
        try await write { db, _ in
            try db.execute(sql: "DELETE FROM entry WHERE id = ?", arguments: [entry.id.uuidString])
        }
    }

    /// Removes all responses of an address.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func removeAll(at url: String) async throws(CacheStoreError) {
        try await write { db, _ in try db.execute(sql: "DELETE FROM entry WHERE url = ?", arguments: [url]) }
    }

    /// Removes the responses of all addresses with a prefix.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func removeAll(withPrefix prefix: String) async throws(CacheStoreError) {
        try await write { db, _ in
            try db.execute(
                // Not `LIKE`, whose wildcards `%` and `_` occur in addresses.
                sql: "DELETE FROM entry WHERE substr(url, 1, length(?)) = ?", arguments: [prefix, prefix])
        }
    }

    /// Removes the responses of an account.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func removeAll(identity: String) async throws(CacheStoreError) {
        try await write { db, salt in try StoredRows.removeAll(db, salted: salt.salted(identity)) }
    }

    /// Returns the entries of all addresses with a prefix.
    ///
    /// The identities in their keys are digests made with the file's salt: look up responses with
    /// the keys of requests, not with these.
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func entries(withPrefix prefix: String) async throws(CacheStoreError) -> [CacheEntry] {
        try await read { [memo] db, _ in
            try StoredRows.entries(db, where: "substr(url, 1, length(?)) = ?", [prefix, prefix], memo: memo)
        }
    }

    /// Returns the number and the total size of the stored responses.
    ///
    /// ```swift
    /// let usage = try await store.usage()
    /// print("\(usage.entries) responses, \(usage.bytes) bytes")
    /// ```
    ///
    /// - Throws: ``CacheStoreError`` if the file can't be read or written.
    public func usage() async throws(CacheStoreError) -> CacheUsage {
        try await read { db, _ in
            CacheUsage(
                entries: try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0,
                bytes: try StoredRows.bytes(db))
        }
    }

    // MARK: - Access

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database, IdentitySalt) throws -> Value
    ) async throws(CacheStoreError) -> Value {
        // Reads run on the calling thread: a read takes no longer than a thread switch, and with
        // write-ahead logging it never waits for a writer.
        try await using { file in try Self.readHere(file, body) }
    }

    /// Reads without a transaction: each read is a single statement, except for the two numbers of `usage()`, which
    /// need not be consistent.
    private static func readHere<Value>(
        _ file: OpenedFile, _ body: (Database, IdentitySalt) throws -> Value
    ) throws -> Value {
        try file.pool.unsafeRead { db in try body(db, file.salt) }
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database, IdentitySalt) throws -> Value
    ) async throws(CacheStoreError) -> Value {
        try await using { file in try await file.pool.write { db in try body(db, file.salt) } }
    }

    private func using<Value: Sendable>(
        _ body: (OpenedFile) async throws -> Value
    ) async throws(CacheStoreError) -> Value {
        do {
            let opened = try await file.opened()
            do {
                return try await body(opened)
            } catch let error as DatabaseError where error.isDamage {
                await file.setAside(opened.pool)
                throw error
            }
        } catch {
            throw CacheStoreError("\(file.url.path): \(Self.text(of: error))", underlying: error)
        }
    }

    private static func text(of error: any Error) -> String {
        guard let error = error as? DatabaseError else { return error.localizedDescription }
        // The message leaves out the statement and its arguments, which contain addresses.
        let text = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        return error.isDamage ? "\(text); the file was set aside" : text
    }
}

/// The entries used since the last response was stored. They are kept in memory so that a hit alone
/// writes nothing.
private final class RecentUses: Sendable {
    private static let limit = 4096

    private struct State {
        var last = 0
        /// The number of the last use of each entry.
        var uses: [UUID: Int] = [:]
    }

    private let state = Lock(State())

    func note(_ id: UUID) {
        state.withLock { state in
            guard state.uses.count < Self.limit || state.uses[id] != nil else { return }
            state.last += 1
            state.uses[id] = state.last
        }
    }

    /// Removes and returns the entries, the least recently used first.
    func take() -> [UUID] {
        let uses = state.withLock { state in
            defer { state = State() }
            return state.uses
        }
        return uses.sorted { $0.value < $1.value }.map(\.key)
    }
}

extension SQLiteCacheStore: InvalidationStore {
    /// The largest number of stored names of invalidations.
    package static let invalidationLimit = 4096

    package func invalidations() async throws(CacheStoreError) -> [String: Date] {
        try await read { db, _ in
            let rows = try Row.fetchAll(db, sql: "SELECT name, date FROM invalidation")
            return Dictionary(rows.map { ($0[0], Date(timeIntervalSinceReferenceDate: $0[1])) }) { $1 }
        }
    }

    package func noteInvalidation(of names: [String], at date: Date) async throws(CacheStoreError) {
        guard !names.isEmpty else { return }
        try await write { db, _ in
            let sql = "INSERT OR REPLACE INTO invalidation VALUES (?, ?)"
            let seconds = date.timeIntervalSinceReferenceDate
            for name in names { try db.execute(sql: sql, arguments: [name, seconds]) }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM invalidation") ?? 0
            // Forgetting single names could show stale data as fresh. The empty name, which means
            // everything, only costs requests.
            guard count > Self.invalidationLimit else { return }
            try db.execute(sql: "DELETE FROM invalidation")
            try db.execute(sql: sql, arguments: ["", seconds])
        }
    }
}

extension DatabaseError {
    var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
#endif
