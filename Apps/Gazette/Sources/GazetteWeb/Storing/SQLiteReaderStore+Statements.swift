import Foundation
import GRDB
import NIOConcurrencyHelpers
import PostgreSQL

extension SQLiteReaderStore: ReaderDatabase {
    private struct Runner: StatementRunner {
        let kind = DatabaseKind.sqlite
        let db: Database

        func rows(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> [any StatementRow] {
            let statement = try db.cachedStatement(sql: SQLiteReaderStore.statement(sql))
            let arguments = StatementArguments(values.map(SQLiteReaderStore.value))
            guard statement.columnCount > 0 else {
                try statement.execute(arguments: arguments)
                return []
            }
            return try Row.fetchAll(statement, arguments: arguments).map { SQLiteRow(row: $0) }
        }
    }

    private struct SQLiteRow: StatementRow {
        let row: Row

        func text(_ column: Int) -> String? { row[column] }
        func int(_ column: Int) -> Int? { row[column] }
        func double(_ column: Int) -> Double? { row[column] }
        func bytes(_ column: Int) -> Data? { row[column] }
    }

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        try await perform { db in try body(Runner(db: db)) }
    }

    /// There are no other processes.
    func announceEnd(of visitor: Visitor) async throws {}
    func announceFeeds(of visitor: Visitor?) async throws {}

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
    static func text(_ sql: StaticString) -> String { sql.description.replacing("gazette.", with: "") }

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
