import Foundation
import NIOConcurrencyHelpers
package import PostgreSQL

/// A PostgreSQL database that several processes share.
final class PostgreSQLDatabase: ReaderDatabase {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let pool: PostgreSQLPool
    private let listener = NIOLockedValueBox<PostgreSQLListener?>(nil)

    /// Makes the connections when they are needed.
    init(_ address: PostgreSQLAddress, limits: PostgreSQLLimits) {
        self.address = address
        self.limits = limits
        pool = PostgreSQLPool(address, limits: limits)
    }

    /// Makes the tables and keys that are missing.
    func prepare() async throws(PostgreSQLError) -> SigningKeys {
        try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
            try Migrations.migrate(session)
            return SigningKeys(
                visitors: try Self.key("visitors", session), pictures: try Self.key("pictures", session))
        }
    }

    private static func key(_ name: String, _ session: PostgreSQLSession) throws(PostgreSQLError) -> Data {
        // A process that makes the key at the same time is waited for; then it is found.
        try session.query(
            "INSERT INTO gazette.key (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            [.text(name), .bytes(.random(count: SigningKeys.byteCount))])
        let key = try session.query("SELECT bytes FROM gazette.key WHERE name = $1", [.text(name)]).first?.bytes(0)
        guard let key, key.count == SigningKeys.byteCount else {
            throw PostgreSQLError(.rejected, "The signing key \(name) in the database is damaged.")
        }
        return key
    }

    func close() {
        listener.withLockedValue { $0.take() }?.close()
        pool.close()
    }

    // MARK: - Statements

    private struct Runner: StatementRunner {
        let kind = DatabaseKind.postgreSQL
        let session: PostgreSQLSession

        func rows(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> [any StatementRow] {
            try session.query(sql, values)
        }

        func announce(_ announcement: Announcement) throws {
            try session.query("SELECT pg_notify('gazette_marks', $1)", [.text(announcement.description)])
        }
    }

    func transaction<Value: Sendable>(
        isIdempotent: Bool, _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        try await pool.run(isIdempotent: isIdempotent) { session throws(PostgreSQLError) in
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

    func meaning(of error: any Error) -> DatabaseFailure {
        guard let error = error as? PostgreSQLError, error.isTransient else { return .permanent }
        return error.isOfConnection ? .unreachable : .temporary
    }

    // MARK: - Other processes

    func listen(_ receive: @escaping @Sendable (DatabaseNews) -> Void) {
        let new = PostgreSQLListener(address, limits: limits, "LISTEN gazette_marks") { [weak self] event in
            switch event {
            case .listening:
                self?.pool.retryNow()
                receive(.listening)
            case .notification(let text, let sender):
                // Anyone who may use the database can send notifications.
                guard let self, !pool.owns(sender), let announcement = Announcement(text) else { return }
                receive(.announced(announcement))
            case .failed(let error): receive(.interrupted(error))
            }
        }
        listener.withLockedValue { $0 = new }
    }
}

extension PostgreSQLRow: StatementRow {}
