#if SQLite
import Foundation
import FreshetCore
import GRDB

/// An open file: its connections, and the salt of the identities in it.
struct OpenedFile: Sendable {
    let pool: DatabasePool
    let salt: IdentitySalt
}

/// The file of a store, which is opened at its first use and replaced if it is damaged.
actor SQLiteFile {
    /// The version of the tables and of how secrets in them are stored.
    ///
    /// A file of version 2 is migrated. A file of any version other than these two is emptied.
    private static let version = 3

    private static let tables = """
        CREATE TABLE entry (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            url TEXT NOT NULL,
            identity TEXT NOT NULL,
            variant TEXT NOT NULL,
            response BLOB NOT NULL,
            bodyBytes INTEGER NOT NULL,
            cost INTEGER NOT NULL,
            used INTEGER NOT NULL,
            UNIQUE (url, identity, variant)
        );
        CREATE INDEX byUse ON entry (used);
        CREATE INDEX byIdentity ON entry (identity);
        CREATE TABLE salt (bytes BLOB NOT NULL);
        CREATE TABLE chunk (
            entry INTEGER NOT NULL REFERENCES entry (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (entry, position)
        );
        CREATE TABLE total (bytes INTEGER NOT NULL);
        INSERT INTO total VALUES (0);
        CREATE TRIGGER added AFTER INSERT ON entry BEGIN UPDATE total SET bytes = bytes + NEW.cost; END;
        CREATE TRIGGER removed AFTER DELETE ON entry BEGIN UPDATE total SET bytes = bytes - OLD.cost; END;
        CREATE TRIGGER changed AFTER UPDATE OF cost ON entry BEGIN
            UPDATE total SET bytes = bytes + NEW.cost - OLD.cost;
        END;
        """

    nonisolated let url: URL
    private let pageLimit: Int?
    private let overwritesRemoved: Bool
    private nonisolated let file = Lock<OpenedFile?>(nil)
    /// The identity of the opened file: other processes may replace the file at the path.
    private var inode: UInt64?

    /// - Parameter overwritesRemoved: Whether SQLite overwrites removed data with zeros.
    init(url: URL, pageLimit: Int?, overwritesRemoved: Bool) {
        self.url = url
        self.pageLimit = pageLimit
        self.overwritesRemoved = overwritesRemoved
    }

    /// The file, if it is already open.
    nonisolated var ifOpen: OpenedFile? { file.withLock { $0 } }

    /// Returns the open file. If opening fails, the next use tries again.
    func opened() throws -> OpenedFile {
        if let ifOpen { return ifOpen }
        let opened: OpenedFile
        do {
            opened = try open()
        } catch let error as DatabaseError where error.isDamage {
            moveAside()
            opened = try open()
        }
        file.withLock { $0 = opened }
        return opened
    }

    /// Closes a damaged file and renames it.
    func setAside(_ damaged: DatabasePool) {
        // Another call may have done so already.
        guard ifOpen?.pool === damaged else { return }
        file.withLock { $0 = nil }
        try? damaged.close()
        moveAside()
    }

    private func open() throws -> OpenedFile {
        let manager = FileManager.default
        try PrivateFile.makeFolder(of: url)
        if !manager.fileExists(atPath: url.path) { try create() }
        // SQLite gives its additional files the same permissions.
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        inode = inodeOfPath

        let pool = try retryingWhileBusy { try DatabasePool(path: url.path, configuration: configuration) }
        let salt = try pool.write { db in
            try Self.makeTables(db)
            return try Data.fetchOne(db, sql: "SELECT bytes FROM salt") ?? Data()
        }
        return OpenedFile(pool: pool, salt: IdentitySalt(salt))
    }

    /// Creates an empty store in one step: other processes see it only when it is complete and uses write-ahead
    /// logging.
    private func create() throws {
        let manager = FileManager.default
        let draft = url.path + ".new-\(UUID().uuidString)"
        defer { for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: draft + ending) } }
        try PrivateFile.create(URL(fileURLWithPath: draft))
        var configuration = configuration
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.write(Self.makeTables)
        try queue.close()
        do {
            // Unlike a rename, a link fails if the path exists, so it can't replace the file of another
            // process.
            try manager.linkItem(atPath: draft, toPath: url.path)
        } catch {
            // Another process has created the file in the meantime: use its file.
            guard manager.fileExists(atPath: url.path) else { throw error }
        }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "Freshet.cache"
        configuration.maximumReaderCount = 4
        // Another process may be writing.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { [pageLimit, overwritesRemoved] db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            if overwritesRemoved { try db.execute(sql: "PRAGMA secure_delete = ON") }
            if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
        }
        return configuration
    }

    private static func makeTables(_ db: Database) throws {
        try makeResponseTables(db)
        // Also adds the table to files of this version that were made before the table existed.
        try db.execute(
            sql: "CREATE TABLE IF NOT EXISTS invalidation (name TEXT PRIMARY KEY, date REAL NOT NULL) WITHOUT ROWID")
    }

    private static func makeResponseTables(_ db: Database) throws {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version")
        guard found != version else { return }
        if found == 2 { return try addSalt(db) }
        let old = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
        for name in old { try db.execute(sql: "DROP TABLE \(name.quotedDatabaseIdentifier)") }
        try db.execute(sql: tables)
        try db.execute(sql: "INSERT INTO salt VALUES (randomblob(\(IdentitySalt.byteCount)))")
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Migrates a file of version 2 to version 3, and keeps its responses.
    private static func addSalt(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE INDEX byIdentity ON entry (identity);
                CREATE TABLE salt (bytes BLOB NOT NULL);
                INSERT INTO salt VALUES (randomblob(\(IdentitySalt.byteCount)));
                """)
        let salt = IdentitySalt(try Data.fetchOne(db, sql: "SELECT bytes FROM salt") ?? Data())
        for identity in try String.fetchAll(db, sql: "SELECT DISTINCT identity FROM entry WHERE identity <> ''") {
            try db.execute(
                sql: "UPDATE entry SET identity = ? WHERE identity = ?", arguments: [salt.salted(identity), identity])
        }
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Opens a file, and retries while SQLite reports it as busy despite the timeout. That happens
    /// while the last process that had it open cleans up (https://sqlite.org/wal.html, "Sometimes
    /// Queries Return SQLITE_BUSY In WAL Mode").
    private func retryingWhileBusy<Result>(_ open: () throws -> Result) throws -> Result {
        let end = ContinuousClock.now + .seconds(5)
        while true {
            do {
                return try open()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private func moveAside() {
        // Another process may have replaced the file already; leave its file alone.
        guard inode == nil || inode == inodeOfPath else { return }
        let manager = FileManager.default
        let damaged = url.path + ".damaged"
        try? manager.removeItem(atPath: damaged)
        try? manager.moveItem(atPath: url.path, toPath: damaged)
        for ending in ["-wal", "-shm"] { try? manager.removeItem(atPath: url.path + ending) }
    }

    private var inodeOfPath: UInt64? {
        (try? FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}
#endif
