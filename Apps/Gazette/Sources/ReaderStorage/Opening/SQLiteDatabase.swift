import Foundation
import GRDB
import NIOConcurrencyHelpers
import PostgreSQL

/// A SQLite file of one process.
///
/// All reads and writes pass through one queue, so that what is read contains everything that was written before.
package final class SQLiteDatabase: ReaderDatabase {
    private let queue: DatabaseQueue

    /// Opens a file, or a database in memory without a path, and makes the tables that are missing.
    ///
    /// - Throws: A `DatabaseError` when the file is no database, is broken or can't be written.
    package init(path: String? = nil, pageLimit: Int = DataFolder.pageLimit) throws {
        var configuration = Configuration()
        if path != nil { configuration.journalMode = .wal }
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA max_page_count = \(pageLimit)")
        }
        queue =
            try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
            ?? DatabaseQueue(configuration: configuration)
        try Migrations.ofFile.migrate(queue)
    }

    /// Opens the file in a folder, which is made if it is missing.
    package convenience init(folder: DataFolder, pageLimit: Int = DataFolder.pageLimit) throws {
        try folder.prepare()
        try self.init(path: try folder.privateFile(DataFolder.database), pageLimit: pageLimit)
    }

    /// There are no connections.
    package func close() {}

    // MARK: - Statements

    private struct Runner: StatementRunner {
        let kind = DatabaseKind.sqlite
        let db: Database

        func rows(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> [any StatementRow] {
            let statement = try db.cachedStatement(sql: SQLiteDatabase.statement(sql))
            let arguments = StatementArguments(values.map(SQLiteDatabase.value))
            guard statement.columnCount > 0 else {
                try statement.execute(arguments: arguments)
                return []
            }
            return try Row.fetchAll(statement, arguments: arguments).map { SQLiteRow(row: $0) }
        }

        /// There are no other processes.
        func announce(_ announcement: Announcement) throws {}
    }

    private struct SQLiteRow: StatementRow {
        let row: Row

        func text(_ column: String) -> String? { value(column) }
        func int(_ column: String) -> Int? { value(column) }
        func double(_ column: String) -> Double? { value(column) }
        func bytes(_ column: String) -> Data? { value(column) }

        private func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
            assert(row.hasColumn(column), "The statement has no column \(column).")
            return row[column]
        }
    }

    package func transaction<Value: Sendable>(
        isIdempotent: Bool, _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        // Not the async methods of the library: a page that is closed meanwhile would cancel them midway.
        try await withCheckedThrowingContinuation { continuation in
            queue.asyncWrite({ db in try body(Runner(db: db)) }, completion: { continuation.resume(with: $1) })
        }
    }

    /// Runs statements in one transaction before anybody else uses the file.
    package func perform<Value>(_ body: (any StatementRunner) throws -> Value) throws -> Value {
        try queue.write { db in try body(Runner(db: db)) }
    }

    /// A file that is full or can't be read may be usable later. A value that breaks a rule of a table breaks it each time.
    package func meaning(of error: any Error) -> DatabaseFailure {
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH, .SQLITE_RANGE: .permanent
        default: .temporary
        }
    }

    /// There are no other processes.
    package func listen(_ receive: @escaping @Sendable (DatabaseNews) -> Void) {}

    // By the address of their text, which is a constant of the program: to replace its names takes longer than to run it.
    private static let statements = NIOLockedValueBox<[UInt: String]>([:])

    /// Returns a statement with numbered parameters: SQLite takes those with a dollar sign as names.
    private static func statement(_ sql: StaticString) -> String {
        statements.withLockedValue { statements in
            let key = UInt(bitPattern: sql.utf8Start)
            if let known = statements[key] { return known }
            let statement = text(sql).replacing("$", with: "?")
            statements[key] = statement
            return statement
        }
    }

    /// A file has no schemas.
    package static func text(_ sql: StaticString) -> String { sql.description.replacing("gazette.", with: "") }

    private static func value(_ value: PostgreSQLValue) -> (any DatabaseValueConvertible)? {
        switch value {
        case .text(let text): text
        case .bytes(let data): data
        case .int(let number): number
        case .double(let number): number
        case .null: nil
        }
    }
}
