#if SQLite
import Foundation
import FreshetCore
import GRDB

/// The file of an outbox. It is used by one thread at a time.
///
/// Only its owner may read it. What is removed from it is overwritten with zeros.
final class OutboxFile: Sendable {
    /// The version of the tables. A file of a later version is not opened, and stays as it is.
    static let version = 1

    private static let tables = """
        CREATE TABLE write (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            input BLOB NOT NULL,
            key TEXT NOT NULL,
            account TEXT NOT NULL,
            scope TEXT,
            replaceKey TEXT,
            rule TEXT NOT NULL,
            validator BLOB,
            phase TEXT NOT NULL,
            arrival INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            conflicts INTEGER NOT NULL,
            created REAL NOT NULL,
            firstSent REAL,
            notBefore REAL,
            wait REAL NOT NULL,
            error TEXT,
            cancelledBy TEXT,
            method TEXT,
            path TEXT,
            isAbsolute INTEGER,
            query TEXT,
            contentType TEXT,
            body BLOB
        );
        CREATE TABLE outcome (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            input BLOB NOT NULL,
            date REAL NOT NULL,
            error TEXT,
            other TEXT,
            response BLOB
        );
        CREATE TABLE salt (bytes BLOB NOT NULL);
        INSERT INTO salt VALUES (randomblob(32));
        """

    let url: URL
    /// The salt of the digests of accounts.
    let salt: [UInt8]
    /// The name under which a damaged file was set aside when this one was opened.
    let damaged: URL?
    private let queue: DatabaseQueue

    /// Opens a file, or makes a new one.
    ///
    /// - Parameters:
    ///   - synchronous: Whether each change is on the disk when it is committed (`PRAGMA synchronous`).
    ///   - pageLimit: The most pages of the file, as on a full disk; `nil` for no limit.
    ///   - mayReplace: Whether a damaged file is set aside: not if another outbox uses it.
    init(
        _ url: URL, synchronous: OutboxSettings.Synchronous, pageLimit: Int? = nil, mayReplace: Bool = true
    ) throws(OutboxError) {
        do {
            try PrivateFile.makeFolder(of: url)
            var damaged: URL?
            do {
                queue = try Self.open(url, synchronous, pageLimit)
            } catch let error as DatabaseError where error.isDamage && mayReplace {
                damaged = try Self.setAside(url)
                queue = try Self.open(url, synchronous, pageLimit)
            }
            self.damaged = damaged
            salt = try queue.read { db in try Data.fetchOne(db, sql: "SELECT bytes FROM salt").map(Array.init) ?? [] }
        } catch {
            throw Self.problem(error, url)
        }
        self.url = url
    }

    /// Runs a transaction. If it fails, nothing of it is stored.
    func write<Value>(_ body: (Database) throws -> Value) throws(OutboxError) -> Value {
        do { return try queue.write(body) } catch { throw Self.problem(error, url) }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(OutboxError) -> Value {
        do { return try queue.read(body) } catch { throw Self.problem(error, url) }
    }

    /// A number that changes when another connection has changed the file.
    func dataVersion() -> Int? {
        try? queue.read { db in try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) }
    }

    func close() {
        try? queue.close()
    }

    /// Moves all changes from the log to the file itself.
    func checkpoint() throws {
        try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    }

    /// Returns a digest of an account, which can't be compared with those of other files.
    func digest(ofAccount identity: String) -> String {
        identity.isEmpty ? "" : HMACSHA256(key: salt).authenticationCode(for: identity.utf8).hexadecimalText
    }

    // MARK: - Opening

    private static func open(
        _ url: URL, _ synchronous: OutboxSettings.Synchronous, _ pageLimit: Int?
    ) throws -> DatabaseQueue {
        let manager = FileManager.default
        // Private from the beginning. A file that another process has just made stays as it is.
        guard let handle = FileHandle(privateFile: url.path) else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        try handle.close()
        // SQLite gives its additional files the same permissions.
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        var configuration = Configuration()
        configuration.label = "Freshet.outbox"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = \(synchronous == .full ? "FULL" : "NORMAL")")
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.write { db in
            try check(db)
            try migrate(db)
        }
        if let pageLimit {
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
        }
        return queue
    }

    private static func check(_ db: Database) throws {
        let found = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
        guard found == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found.first) }
    }

    private static func migrate(_ db: Database) throws {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw OutboxError.store("the file was made by a later version of the app")
        }
        guard found < version else { return }
        try db.execute(sql: tables)
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Renames a damaged file, with what SQLite keeps beside it. It replaces none that was set aside before.
    private static func setAside(_ url: URL) throws -> URL {
        let manager = FileManager.default
        var number = 1
        func name() -> String { url.path + ".damaged" + (number == 1 ? "" : "-\(number)") }
        while manager.fileExists(atPath: name()) { number += 1 }
        try manager.moveItem(atPath: url.path, toPath: name())
        for ending in ["-wal", "-shm"] where manager.fileExists(atPath: url.path + ending) {
            try manager.moveItem(atPath: url.path + ending, toPath: name() + ending)
        }
        return URL(fileURLWithPath: name())
    }

    private static func problem(_ error: any Error, _ url: URL) -> OutboxError {
        if let error = error as? OutboxError { return error }
        guard let error = error as? DatabaseError else {
            let reason = error as NSError
            return .store("\(url.lastPathComponent): \(reason.domain) \(reason.code)")
        }
        // The message leaves out the statement and its arguments.
        return .store("\(url.lastPathComponent): \(error.message ?? "SQLite \(error.extendedResultCode.rawValue)")")
    }
}

extension DatabaseError {
    fileprivate var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
#endif
