import Foundation
import Testing

@testable import PostgreSQL

/// Statements on connections that get lost, and on too few of them.
@Suite(.enabled(if: TestDatabase.isAvailable), .timeLimit(.minutes(1)))
struct PostgreSQLPoolTests {
    private static func error<Value>(_ body: () async throws -> Value) async -> PostgreSQLError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? PostgreSQLError
        }
    }

    @Test(
        "Values come back as they were",
        arguments: [
            "", "plain", "O'Reilly", #"'; DROP TABLE value; --"#, #"\'; SELECT 1"#, #"{"a","b"}"#, "$1", "$$", "%s",
            "\u{1}\u{7F}\u{85}\u{2028}\u{FEFF}\u{FFFF}\u{10FFFF}", "👩‍👩‍👧‍👦 e\u{301}", "NULL", "\\x00",
            String(repeating: "ä", count: 1_000_000),
        ])
    func texts(text: String) async throws {
        try await TestDatabase.with { database in
            try await database.query("CREATE TABLE value (text text, bytes bytea, number float8, count bigint)")
            try await database.query(
                "INSERT INTO value VALUES ($1, $2, $3, $4)",
                [.text(text), .bytes(Data(text.utf8) + [0, 255]), .double(1_800_000_000.1), .int(.min)])
            try await database.query(
                "INSERT INTO value VALUES ($1, $2, $3, $4)", [.null, .bytes(Data()), .null, .null])
            let rows = try await database.query("SELECT text, bytes, number, count FROM value ORDER BY number")
            try #require(rows.count == 2)
            #expect(rows[0].text(0)?.utf8.elementsEqual(text.utf8) == true)
            #expect(rows[0].bytes(1) == Data(text.utf8) + [0, 255])
            #expect(rows[0].double(2) == 1_800_000_000.1)
            #expect(rows[0].int(3) == .min)
            #expect(rows[1].text(0) == nil && rows[1].double(2) == nil && rows[1].int(3) == nil)
            #expect(rows[1].bytes(1) == Data())
        }
    }

    @Test func statementsAreNotCompiled() async throws {
        try await TestDatabase.with { database in
            let row = try await database.query("SHOW jit").first
            #expect(row?.text(0) == "off")
        }
    }

    @Test func aTextThatCanNotBeStoredIsNotSent() async throws {
        try await TestDatabase.with { database in
            let error = await Self.error { try await database.query("SELECT $1::text", [.text("a\u{0}b")]) }
            #expect(error?.kind == .invalidValue)
            let row = try await database.query("SELECT 1").first
            #expect(row?.int(0) == 1)
        }
    }

    @Test func anErrorOfTheServerHasItsCode() async throws {
        try await TestDatabase.with { database in
            let error = await Self.error { try await database.query("SELECT 1 / $1::int", [.int(0)]) }
            #expect(error?.kind == .rejected)
            #expect(error?.state == "22012")
            #expect(error?.isTransient == false)
        }
    }

    @Test func aFailedTransactionChangesNothingAndLeavesTheConnectionUsable() async throws {
        try await TestDatabase.with { database in
            try await database.query("CREATE TABLE value (number int PRIMARY KEY)")
            let pool = PostgreSQLPool(database.address, limits: .hasty)
            let error = await Self.error {
                try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
                    try session.transaction { () throws(PostgreSQLError) in
                        try session.query("INSERT INTO value VALUES ($1)", [.int(1)])
                        try session.query("INSERT INTO value VALUES ($1)", [.int(1)])
                    }
                }
            }
            #expect(error?.state == "23505")
            let count = try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
                try session.query("SELECT count(*) FROM value").first?.int(0)
            }
            #expect(count == 0)
        }
    }

    @Test("A connection that is lost while a statement runs", arguments: [true, false])
    func lost(isIdempotent: Bool) async throws {
        try await TestDatabase.with { database in
            let pool = PostgreSQLPool(database.address, limits: .hasty)
            // Held until the first attempt was ended.
            let holder = try PostgreSQLSession(to: database.address)
            try holder.query("SELECT pg_advisory_lock(1)")
            let attempt = Task { () -> PostgreSQLError? in
                await Self.error {
                    try await pool.run(isIdempotent: isIdempotent) { session throws(PostgreSQLError) in
                        try session.query("SELECT pg_advisory_lock(1)")
                    }
                }
            }
            try await database.waitForBlocked(1)
            try await database.query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """)
            if isIdempotent {
                try await database.waitForBlocked(1)
                try holder.query("SELECT pg_advisory_unlock(1)")
                #expect(await attempt.value == nil)
            } else {
                #expect(await attempt.value?.kind == .connectionLost)
            }
        }
    }

    @Test func aConnectionThatEndedWhileItWasNotUsedIsReplaced() async throws {
        try await TestDatabase.with { database in
            let pool = PostgreSQLPool(database.address, limits: .hasty)
            for _ in 0..<3 {
                let number = try await pool.run(isIdempotent: false) { session throws(PostgreSQLError) in
                    try session.query("SELECT pg_backend_pid()").first?.int(0) ?? 0
                }
                #expect(pool.owns(Int32(number)))
                // The server's process is gone once the call that ends it sees it so.
                try await database.query("SELECT pg_terminate_backend($1, 10000)", [.int(number)])
            }
        }
    }

    @Test func aStatementThatTakesTooLongIsCancelled() async throws {
        try await TestDatabase.with { database in
            var limits = PostgreSQLLimits.hasty
            limits.statementTimeout = .milliseconds(20)
            let pool = PostgreSQLPool(database.address, limits: limits)
            let error = await Self.error {
                try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
                    try session.query("SELECT pg_sleep(60)")
                }
            }
            #expect(error?.state == "57014")
            #expect(error?.isTransient == true)
        }
    }

    @Test func manyOperationsShareFewConnections() async throws {
        try await TestDatabase.with { database in
            let pool = PostgreSQLPool(database.address)
            let processes = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<300 {
                    group.addTask {
                        try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
                            try session.query("SELECT pg_backend_pid()").first?.int(0) ?? 0
                        }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect((1...4).contains(processes.count))
        }
    }

    @Test func operationsAfterTheEndFail() async throws {
        try await TestDatabase.with { database in
            let pool = PostgreSQLPool(database.address)
            pool.close()
            let error = await Self.error {
                try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in
                    try session.query("SELECT 1")
                }
            }
            #expect(error?.kind == .closed)
        }
    }

    @Test func aListenerComesBack() async throws {
        try await TestDatabase.with { database in
            let (events, continuation) = AsyncStream.makeStream(of: PostgreSQLListener.Event.self)
            let listener = PostgreSQLListener(database.address, limits: .hasty, "LISTEN test") {
                continuation.yield($0)
            }
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == .listening)
            try await database.query("SELECT pg_notify('test', $1)", [.text("one")])
            guard case .notification("one", let sender)? = await iterator.next() else {
                Issue.record("There is no notification.")
                return
            }
            #expect(database.other.owns(sender))
            try await database.query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND query = 'LISTEN test'
                """)
            guard case .failed(let error)? = await iterator.next() else {
                Issue.record("The loss is not reported.")
                return
            }
            #expect(error.kind == .connectionLost)
            #expect(await iterator.next() == .listening)
            listener.close()
        }
    }
}
