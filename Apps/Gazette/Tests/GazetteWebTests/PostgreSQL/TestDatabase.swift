import Foundation

@testable import PostgreSQL

/// A database of a test, on the server that scripts/with-postgresql has started.
struct TestDatabase: Sendable {
    /// The address of the server; `nil` where there is none, and the tests with a database are skipped.
    static let server = ProcessInfo.processInfo.environment["GAZETTE_TEST_DATABASE"]
    static var isAvailable: Bool { server != nil }
    /// The address of the same server that demands TLS and a password; `nil` where there is no openssl.
    static let tlsServer = ProcessInfo.processInfo.environment["GAZETTE_TEST_DATABASE_TLS"]

    let name: String
    /// The address, as users write it.
    let text: String
    let address: PostgreSQLAddress
    /// Statements that the tests run themselves, as another client of the database.
    let other: PostgreSQLPool
    private let administrator: PostgreSQLPool

    /// Runs a body with a new database, and removes it.
    static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        let database = try await TestDatabase()
        do {
            try await body(database)
        } catch {
            try await database.remove()
            throw error
        }
        try await database.remove()
    }

    private init() async throws {
        let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        let server = Self.server ?? ""
        // The server makes one database after the other.
        administrator = PostgreSQLPool(try PostgreSQLAddress(server), limits: .hasty)
        try await administrator.run(isIdempotent: false) { session throws(PostgreSQLError) in
            try session.execute(text: "CREATE DATABASE \(name)")
        }
        self.name = name
        text = server.replacing("/postgres?", with: "/\(name)?")
        address = try PostgreSQLAddress(text)
        other = PostgreSQLPool(address, limits: .hasty)
    }

    private func remove() async throws {
        try await administrator.run(isIdempotent: true) { [name] session throws(PostgreSQLError) in
            try session.execute(text: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        }
    }

    /// Runs a statement as another client of the database.
    @discardableResult
    func query(_ sql: StaticString, _ values: [PostgreSQLValue] = []) async throws -> [PostgreSQLRow] {
        try await other.run(isIdempotent: true) { session throws(PostgreSQLError) in try session.query(sql, values) }
    }

    /// Ends all connections to the database, but not the one that does it.
    func endConnections() async throws {
        try await administrator.run(isIdempotent: true) { [name] session throws(PostgreSQLError) in
            _ = try session.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
                [.text(name)])
        }
    }

    /// Sets whether the database can be reached.
    func setReachable(_ isReachable: Bool) async throws {
        try await administrator.run(isIdempotent: true) { [name] session throws(PostgreSQLError) in
            try session.execute(text: "ALTER DATABASE \(name) WITH ALLOW_CONNECTIONS \(isReachable)")
        }
        if !isReachable { try await endConnections() }
    }

    /// Waits until statements of other clients wait for locks.
    func waitForBlocked(_ count: Int) async throws {
        func blocked() async throws -> Int {
            let rows = try await query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """)
            return rows.first?.int(0) ?? 0
        }
        while try await blocked() < count { await Task.yield() }
    }
}

extension PostgreSQLLimits {
    /// Limits that a slow machine does not reach, and attempts to connect that follow each other without a pause.
    static var hasty: PostgreSQLLimits {
        var limits = PostgreSQLLimits()
        limits.pause = (.milliseconds(1), .milliseconds(1))
        limits.connectTimeout = .seconds(60)
        limits.statementTimeout = .seconds(60)
        limits.waitingTime = .seconds(60)
        return limits
    }
}
