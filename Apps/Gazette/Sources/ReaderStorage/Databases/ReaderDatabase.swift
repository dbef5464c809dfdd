package import Foundation
package import PostgreSQL

/// A database that stores what belongs to readers: their marks, accounts, sessions and feeds, and budgets of requests.
///
/// There are two: a SQLite file, which needs nothing to be set up and belongs to one process, and a PostgreSQL
/// database, which several processes share. Both run the same statements: there is one text of each, in the part of SQL
/// that both understand.
package protocol ReaderDatabase: Sendable {
    /// Runs statements in one transaction, which is rolled back when the body throws.
    ///
    /// - Parameter isIdempotent: Whether the body may run again where nobody knows whether the transaction was carried
    ///   out.
    func transaction<Value: Sendable>(
        isIdempotent: Bool, _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value

    /// Returns what an error of a transaction means.
    func meaning(of error: any Error) -> DatabaseFailure

    /// Sets the receiver of what other processes announce. It is called on any thread, and must not block.
    func listen(_ receive: @escaping @Sendable (DatabaseNews) -> Void)

    /// Ends the connections.
    func close()
}

/// What an error of a database means for the same transaction.
package enum DatabaseFailure: Sendable {
    /// It fails each time.
    case permanent
    /// It may succeed later.
    case temporary
    /// It may succeed later, and the database was not reached.
    case unreachable
}

/// What a database reports of other processes.
package enum DatabaseNews: Sendable {
    /// Announcements are received from now on; earlier ones may have been missed.
    case listening
    case announced(Announcement)
    /// Announcements can't be received for now.
    case interrupted(any Error)
}

/// The kinds of databases.
package enum DatabaseKind: Sendable {
    case sqlite, postgreSQL
}

extension ReaderDatabase {
    /// Runs statements in one transaction, once.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        try await transaction(isIdempotent: false, body)
    }

    /// Announces something to the other processes.
    package func announce(_ announcement: Announcement) async throws {
        try await transaction { try $0.announce(announcement) }
    }
}

/// A connection that runs the statements of a transaction.
package protocol StatementRunner {
    var kind: DatabaseKind { get }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, fixed at compile time. Its tables are in the schema `gazette`, which SQLite leaves out.
    ///   - values: The values for `$1`, `$2`, …, each of which occurs in the statement.
    func rows(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> [any StatementRow]

    /// Announces something to the other processes when the transaction has ended.
    func announce(_ announcement: Announcement) throws
}

extension StatementRunner {
    /// Runs a statement that returns nothing of interest.
    package func run(_ sql: StaticString, _ values: [PostgreSQLValue]) throws { _ = try rows(sql, values) }

    /// Runs the statement of the database's kind, where there is no common one.
    package func rows(
        sqlite: StaticString, postgreSQL: StaticString, _ values: [PostgreSQLValue]
    ) throws -> [any StatementRow] {
        try rows(kind == .sqlite ? sqlite : postgreSQL, values)
    }
}

/// A row of a result, by the names of its columns.
package protocol StatementRow {
    func text(_ column: String) -> String?
    func int(_ column: String) -> Int?
    func double(_ column: String) -> Double?
    func bytes(_ column: String) -> Data?
}
