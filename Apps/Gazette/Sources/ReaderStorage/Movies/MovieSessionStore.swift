package import Foundation
package import Freshet
import NIOConcurrencyHelpers
import PostgreSQL
package import TMDb

/// The sessions of TMDb in which visitors are signed in, so that each process knows them, and after a restart.
///
/// A session is what TMDb gave for the password. The password itself is not stored: the process at which the visitor
/// has signed in has it in memory, to make another session when TMDb has ended this one.
package struct MovieSessionTable: Sendable {
    package let database: any ReaderDatabase

    package init(database: any ReaderDatabase) {
        self.database = database
    }

    static let schema: StaticString = """
        CREATE TABLE gazette.movie_session (
            visitor bytea NOT NULL PRIMARY KEY,
            id text NOT NULL,
            account text NOT NULL,
            token text NOT NULL,
            requested double precision NOT NULL);
        CREATE INDEX movie_session_by_requested ON gazette.movie_session (requested);
        """

    /// How long a session is kept, as a visitor's other data.
    private static let lifetime: TimeInterval = 365 * 24 * 3600

    package func session(of visitor: Visitor) async throws -> StoredToken<TMDb.Session>? {
        try await database.transaction { runner in
            let row = try runner.rows(
                "SELECT id, account, token, requested FROM gazette.movie_session WHERE visitor = $1",
                [.bytes(visitor.id)]
            ).first
            guard let row, let id = row.text("id").flatMap(UUID.init), let account = row.text("account"),
                let token = row.text("token"), let requested = row.double("requested")
            else { return nil }
            return StoredToken(
                id: id, account: account, token: TMDb.Session(id: token),
                requested: Date(timeIntervalSince1970: requested))
        }
    }

    /// Stores a session, unless another one than `old` is stored.
    package func write(
        _ token: StoredToken<TMDb.Session>, of visitor: Visitor, replacing old: UUID?
    ) async throws -> Bool {
        try await database.transaction { runner in
            let requested = token.requested.timeIntervalSince1970
            try runner.run(
                "DELETE FROM gazette.movie_session WHERE requested < $1", [.double(requested - Self.lifetime)])
            if let old {
                let known = try runner.rows(
                    "SELECT id FROM gazette.movie_session WHERE visitor = $1", [.bytes(visitor.id)]
                ).first
                guard known?.text("id") == old.uuidString else { return false }
            }
            try runner.run(
                """
                INSERT INTO gazette.movie_session (visitor, id, account, token, requested) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (visitor) DO UPDATE SET id = excluded.id, account = excluded.account,
                    token = excluded.token, requested = excluded.requested
                """,
                [
                    .bytes(visitor.id), .text(token.id.uuidString), .text(token.account), .text(token.token.id),
                    .double(requested),
                ])
            return true
        }
    }

    package func erase(_ visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run("DELETE FROM gazette.movie_session WHERE visitor = $1", [.bytes(visitor.id)])
        }
    }
}

/// The row of one visitor, as the store of a session.
package final class MovieSessionStore: TokenStore {
    private let table: MovieSessionTable
    private let visitor: Visitor
    private let found: StoredToken<TMDb.Session>?
    private let lastID: NIOLockedValueBox<UUID?>

    /// - Parameter found: The stored session; `nil` for none.
    package init(_ table: MovieSessionTable, of visitor: Visitor, found: StoredToken<TMDb.Session>?) {
        self.table = table
        self.visitor = visitor
        self.found = found
        lastID = NIOLockedValueBox(found?.id)
    }

    /// Whether a stored session is the one that was found, or that was written last here: no other process has changed
    /// it.
    package func isLatest(_ stored: StoredToken<TMDb.Session>) -> Bool { lastID.withLockedValue { $0 == stored.id } }

    package func account() -> String? { found?.account }

    package func read() async throws(TokenStoreError) -> StoredToken<TMDb.Session>? {
        try await Self.run { try await table.session(of: visitor) }
    }

    package func write(_ token: StoredToken<TMDb.Session>, replacing old: UUID?) async throws(TokenStoreError) -> Bool {
        let isWritten = try await Self.run { try await table.write(token, of: visitor, replacing: old) }
        if isWritten { lastID.withLockedValue { $0 = token.id } }
        return isWritten
    }

    package func erase() async throws(TokenStoreError) {
        try await Self.run { try await table.erase(visitor) }
    }

    /// Runs an operation of the database.
    package static func run<Value>(_ body: () async throws -> Value) async throws(TokenStoreError) -> Value {
        do {
            return try await body()
        } catch {
            throw TokenStoreError("The database is unavailable at the moment.", underlying: error)
        }
    }
}
