import Testing

@testable import PostgreSQL

/// Addresses of databases, which never appear with their password.
@Suite(.enabled(if: TestDatabase.isAvailable))
struct PostgreSQLAddressTests {
    @Test(
        "How an address is shown",
        arguments: [
            ("postgres://ann:secret@db.example:6432/name?sslmode=verify-full", "postgres://ann@db.example:6432/name"),
            ("postgresql://db.example/reader?user=ann&password=secret", "postgres://ann@db.example/reader"),
            ("postgres://ann:secret%40%3A@[::1]:5432/reader", "postgres://ann@[::1]:5432/reader"),
            ("postgres://ann:secret@/reader?host=/run/postgresql", "postgres://ann@/reader?host=/run/postgresql"),
            ("postgres://one:1,two:2/reader", "postgres://one,two:1,2/reader"),
            ("postgres://", "postgres:///"),
        ])
    func description(text: String, shown: String) throws {
        let address = try PostgreSQLAddress(text)
        #expect(address.description == shown)
        #expect("\(address)" == shown)
    }

    @Test(
        "What is no address, which is not repeated",
        arguments: [
            "", "secret", "mysql://u:secret@host/name", "host=secret dbname=x", "postgres://u:secret%4@host/",
            "postgres://u:secret@[::1/name", "postgres://u:secret@host:port/name?nonsense=1",
            "postgres://u@h/\u{0}secret", "POSTGRES://u:secret@host/",
        ])
    func invalid(text: String) {
        #expect {
            try PostgreSQLAddress(text)
        } throws: { error in
            let error = error as? PostgreSQLError
            return error?.kind == .invalidAddress && error?.description.contains("secret") == false
        }
    }

    @Test func aPasswordIsRemovedFromMessages() throws {
        let address = try PostgreSQLAddress("postgres://ann:hush@host/name?sslpassword=key")
        #expect(address.cleaned("FATAL: hush\n\tis not the key\n") == "FATAL: …; is not the …")
    }

    @Test func nobodyAnswers() async throws {
        let pool = PostgreSQLPool(try PostgreSQLAddress("postgres://ann:hush@127.0.0.1:1/name"))
        await #expect {
            try await pool.run(isIdempotent: true) { session throws(PostgreSQLError) in try session.query("SELECT 1") }
        } throws: { error in
            let error = error as? PostgreSQLError
            return error?.kind == .unreachable && error?.description.contains("127.0.0.1") == true
                && error?.description.contains("hush") == false
        }
    }
}
