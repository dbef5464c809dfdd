import Foundation
import FreshetTesting
import Synchronization

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

    /// The databases of tests that have ended. Others use them again: the server takes longer to make one than most
    /// tests take.
    private static let free = Mutex<[String]>([])

    /// Runs a body with an empty database that no other test uses meanwhile.
    static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        let known = free.withLock { $0.popLast() }
        let name = known ?? "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        let database = try TestDatabase(name)
        if known == nil { try await database.make() } else { try await database.clear() }
        defer { free.withLock { $0.append(name) } }
        try await body(database)
    }

    private init(_ name: String) throws {
        let server = Self.server ?? ""
        self.name = name
        administrator = PostgreSQLPool(try PostgreSQLAddress(server), limits: .hasty)
        text = server.replacing("/postgres?", with: "/\(name)?")
        address = try PostgreSQLAddress(text)
        other = PostgreSQLPool(address, limits: .hasty)
    }

    private func make() async throws {
        try await administrator.run(isIdempotent: false) { [name] session throws(PostgreSQLError) in
            try session.execute(text: "CREATE DATABASE \(name)")
        }
    }

    /// Ends what still uses the database, and removes everything in it.
    private func clear() async throws {
        try await administrator.run(isIdempotent: true) { [name] session throws(PostgreSQLError) in
            try session.execute(text: "ALTER DATABASE \(name) WITH ALLOW_CONNECTIONS true")
            _ = try session.query(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1", [.text(name)])
        }
        try await other.run(isIdempotent: true) { session throws(PostgreSQLError) in
            try session.execute("DROP SCHEMA IF EXISTS gazette, public CASCADE")
            try session.execute("CREATE SCHEMA public")
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

    /// Waits until stores receive announcements: what is announced before is lost.
    func waitForListeners(_ count: Int) async throws {
        func listeners() async throws -> Int {
            let rows = try await query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN %' AND state = 'idle'
                """)
            return rows.first?.int(0) ?? 0
        }
        try await eventually(outside: "the database reports what listens") { try await listeners() >= count }
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
        try await eventually(outside: "the database reports what waits for a lock") { try await blocked() >= count }
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
