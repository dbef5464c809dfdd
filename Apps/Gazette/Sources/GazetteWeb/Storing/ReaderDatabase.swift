import Foundation
import PostgreSQL

/// A database that stores what belongs to readers besides their marks: accounts, sessions, and budgets of requests.
///
/// SQLite and PostgreSQL run the same statements: there is one text of each, in the part of SQL that both understand.
protocol ReaderDatabase: Sendable {
    /// Runs statements in one transaction, which is rolled back when the body throws.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value

    /// Announces to the other processes that sessions of an account have ended.
    func announceEnd(of visitor: Visitor) async throws

    /// Announces to the other processes that feeds have new items, or that a reader has changed something about them.
    ///
    /// - Parameter visitor: The reader; `nil` if feeds of any may have new items.
    func announceFeeds(of visitor: Visitor?) async throws
}

/// The kinds of databases.
enum DatabaseKind: Sendable {
    case sqlite, postgreSQL
}

/// A connection that runs the statements of a transaction.
protocol StatementRunner {
    var kind: DatabaseKind { get }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, fixed at compile time. Its tables are in the schema `gazette`, which SQLite leaves out.
    ///   - values: The values for `$1`, `$2`, …, each of which occurs in the statement.
    func rows(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> [any StatementRow]
}

extension StatementRunner {
    /// Runs a statement that returns nothing of interest.
    func run(_ sql: StaticString, _ values: [PostgreSQLValue]) throws { _ = try rows(sql, values) }

    /// Runs the statement of the database's kind: searches of words have no common one.
    func rows(
        sqlite: StaticString, postgreSQL: StaticString, _ values: [PostgreSQLValue]
    ) throws -> [any StatementRow] {
        try rows(kind == .sqlite ? sqlite : postgreSQL, values)
    }
}

/// A row of a result, by the position of its columns.
protocol StatementRow {
    func text(_ column: Int) -> String?
    func int(_ column: Int) -> Int?
    func double(_ column: Int) -> Double?
    func bytes(_ column: Int) -> Data?
}

extension PostgreSQLRow: StatementRow {}

extension PostgreSQLReaderStore: ReaderDatabase {
    private struct Runner: StatementRunner {
        let kind = DatabaseKind.postgreSQL
        let session: PostgreSQLSession

        func rows(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> [any StatementRow] {
            try session.query(sql, values)
        }
    }

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        try await runOnce { session throws(PostgreSQLError) in
            try session.transaction { () throws(PostgreSQLError) in
                do {
                    return try body(Runner(session: session))
                } catch let error as PostgreSQLError {
                    throw error
                } catch {
                    throw PostgreSQLError(.rejected, String(describing: error))
                }
            }
        }
    }

    func announceEnd(of visitor: Visitor) async throws {
        let text = Self.endMark + visitor.id.hexadecimal
        try await transaction { try $0.run("SELECT pg_notify('gazette_marks', $1)", [.text(text)]) }
    }

    func announceFeeds(of visitor: Visitor?) async throws {
        let text = Self.feedsMark + (visitor?.id.hexadecimal ?? "")
        try await transaction { try $0.run("SELECT pg_notify('gazette_marks', $1)", [.text(text)]) }
    }
}
