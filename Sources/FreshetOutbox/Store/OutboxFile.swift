#if SQLite
import FreshetDigests
import Foundation
import FreshetCore
import GRDB

/// The file of an outbox. It is used by one thread at a time.
///
/// Only its owner may read it. Removed data is overwritten with zeros.
final class OutboxFile: Sendable {
    /// The version of the tables. A file of a later version is not opened, and stays as it is.
    static let version = migrations.count

    /// The statements that migrate the tables of each version to the next.
    private static let migrations = [tables, checks]

    /// The columns and the table that reveal damage: a checksum per row, and the number of all
    /// commits.
    private static let checks = """
        ALTER TABLE write ADD COLUMN checksum INTEGER;
        ALTER TABLE write ADD COLUMN requestChecksum INTEGER;
        CREATE TABLE ledger (commits INTEGER NOT NULL);
        INSERT INTO ledger VALUES (0);
        UPDATE outcome SET input = x'' WHERE error IS NOT NULL OR response IS NULL;
        """

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
    let queue: DatabaseQueue
    private let count: CommitCount
    /// The files that the connection has open.
    private let identities: [String: FileIdentity]

    /// Opens a file, or makes a new one.
    ///
    /// - Parameters:
    ///   - synchronous: Whether each change is on the disk when it is committed (`PRAGMA synchronous`).
    ///   - pageLimit: The maximum number of pages in the file, to imitate a full disk; `nil` for no
    ///     limit.
    ///   - mayReplace: Whether a damaged file may be set aside, which it must not be while another
    ///     outbox uses it.
    init(
        _ url: URL, synchronous: OutboxSettings.Synchronous, pageLimit: Int? = nil, mayReplace: Bool = true
    ) throws(OutboxError) {
        do {
            try PrivateFile.makeFolder(of: url)
            count = try CommitCount(of: url)
            // Read before the file is opened, since another process may commit in between.
            let noted = FileIdentity(url.path)?.isEmpty ?? true ? 0 : count.noted
            do {
                let opened = try Self.open(url, synchronous, pageLimit)
                damaged = mayReplace ? try Self.recover(opened, url, noted: noted) : nil
                queue = opened
            } catch let error as DatabaseError where error.isDamage && mayReplace {
                damaged = try Self.setAside(url)
                queue = try Self.open(url, synchronous, pageLimit)
            }
            if mayReplace { count.note(try queue.read(Self.commits)) }
            let paths = [url.path, url.path + "-wal"]
            identities = Dictionary(
                uniqueKeysWithValues: paths.compactMap { path in
                    FileIdentity(path).map { (path, $0) }
                })
            salt = try queue.read { db in try Data.fetchOne(db, sql: "SELECT bytes FROM salt").map(Array.init) ?? [] }
        } catch {
            throw Self.problem(error, url)
        }
        self.url = url
    }

    /// Runs a transaction. If it fails, none of its changes are stored.
    ///
    /// - Parameter isPromise: Whether the app relies on the stored data: the transaction then fails
    ///   if the file was removed. Otherwise, the writes in a removed file are still sent.
    func write<Value>(isPromise: Bool = false, _ body: (Database) throws -> Value) throws(OutboxError) -> Value {
        do {
            let (value, commits) = try queue.write { db in
                let value = try body(db)
                if isPromise, identities.contains(where: { !$1.isOf($0) }) {
                    throw OutboxError.store("\(url.lastPathComponent) was removed or replaced: open the outbox again")
                }
                try db.cachedStatement(sql: "UPDATE ledger SET commits = commits + 1").execute()
                return (value, try Self.commits(db))
            }
            count.note(commits)
            return value
        } catch {
            throw Self.problem(error, url)
        }
    }

    private static func commits(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT commits FROM ledger")) ?? 0
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(OutboxError) -> Value {
        do { return try queue.read(body) } catch { throw Self.problem(error, url) }
    }

    /// A number that changes when another connection changes the file.
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

    /// Returns a digest of an account, which can't be compared with the digests of other files.
    func digest(ofAccount identity: String) -> String {
        identity.isEmpty ? "" : HMACSHA256(key: salt).authenticationCode(for: identity.utf8).hexadecimalText
    }

    // MARK: - Opening

    private static func open(
        _ url: URL, _ synchronous: OutboxSettings.Synchronous, _ pageLimit: Int?
    ) throws -> DatabaseQueue {
        let manager = FileManager.default
        // The file is private from the beginning. A file that another process has just created
        // stays as it is.
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
            // This takes effect only before a file has a table. Each commit then frees the space of
            // removed rows.
            try db.execute(sql: "PRAGMA auto_vacuum = FULL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA journal_size_limit = \(1 << 20)")
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        // GRDB sets this to NORMAL together with the journal mode.
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = \(synchronous == .full ? "FULL" : "NORMAL")")
        }
        let isOld = try queue.write { db in
            try check(db)
            return try migrate(db)
        }
        // Vacuuming applies `auto_vacuum` to an existing file. If another process uses the file,
        // that fails until the next time.
        if isOld { try? queue.vacuum() }
        if let pageLimit {
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
        }
        return queue
    }

    private static func check(_ db: Database) throws {
        let found = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
        guard found == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found.first) }
    }

    /// Returns whether the file is one of an earlier version.
    private static func migrate(_ db: Database) throws -> Bool {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw OutboxError.store("the file was made by a later version of the app")
        }
        guard found < version else { return false }
        for changes in migrations[found...] { try db.execute(sql: changes) }
        try db.execute(sql: "PRAGMA user_version = \(version)")
        return found > 0
    }

    /// Finds out whether commits were lost, for example by a damaged or missing log, which SQLite
    /// doesn't report.
    ///
    /// If so, a copy of the file and its log is set aside. The remaining writes stay, but may have
    /// been sent already.
    private static func recover(_ queue: DatabaseQueue, _ url: URL, noted: Int64) throws -> URL? {
        guard try queue.read(commits) < noted else { return nil }
        let aside = freeName(beside: url)
        // Copied by SQLite: opening and closing the file here would release the process's POSIX
        // locks on it.
        try queue.vacuum(into: aside.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: aside.path)
        if FileManager.default.fileExists(atPath: url.path + "-wal") {
            try FileManager.default.copyItem(atPath: url.path + "-wal", toPath: aside.path + ".log")
        }
        try queue.write { db in
            try db.execute(
                sql: "UPDATE write SET arrival = 2, firstSent = coalesce(firstSent, created) WHERE phase = 'waiting'")
        }
        return aside
    }

    /// A name that isn't taken by a file set aside earlier.
    private static func freeName(beside url: URL) -> URL {
        var number = 1
        func name() -> String { url.path + ".damaged" + (number == 1 ? "" : "-\(number)") }
        while FileManager.default.fileExists(atPath: name()) { number += 1 }
        return URL(fileURLWithPath: name())
    }

    /// Renames a damaged file together with SQLite's additional files. A file that was set aside
    /// earlier isn't replaced.
    private static func setAside(_ url: URL) throws -> URL {
        let (manager, aside) = (FileManager.default, freeName(beside: url))
        try manager.moveItem(atPath: url.path, toPath: aside.path)
        for ending in ["-wal", "-shm"] where manager.fileExists(atPath: url.path + ending) {
            try manager.moveItem(atPath: url.path + ending, toPath: aside.path + ending)
        }
        return aside
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
