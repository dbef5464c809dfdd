import Foundation
import Testing

@testable import PostgreSQL

/// Encrypted connections, as the address demands them, beside the library's own TLS in one process.
@Suite(.enabled(if: TestDatabase.tlsServer != nil), .timeLimit(.minutes(1)))
struct PostgreSQLTLSTests {
    private let server = TestDatabase.tlsServer ?? ""

    private func connect(_ text: String) throws(PostgreSQLError) -> PostgreSQLSession {
        try PostgreSQLSession(to: try PostgreSQLAddress(text))
    }

    private func failure(_ text: String) -> PostgreSQLError? {
        do throws(PostgreSQLError) {
            _ = try connect(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func aCertificateThatIsTrustedIsAccepted() throws {
        let session = try connect(server)
        let rows = try session.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        #expect(rows.first?.bool(0) == true)
        // More than one record of TLS, in both directions.
        let text = String(repeating: "ä", count: 500_000)
        #expect(try session.query("SELECT $1::text", [.text(text)]).first?.text(0) == text)
    }

    @Test func aCertificateForAnotherNameIsRefused() {
        let error = failure(server.replacing("localhost", with: "127.0.0.1"))
        #expect(error?.kind == .unreachable)
        #expect(error?.message.contains("certificate") == true)
    }

    @Test func aCertificateOfNobodyKnownIsRefused() {
        let error = failure(server.replacing("/root.crt", with: "/data/none.crt"))
        #expect(error?.kind == .unreachable)
    }

    @Test func aServerThatDemandsTLSIsNotUsedWithout() {
        let error = failure(server.replacing("sslmode=verify-full", with: "sslmode=disable"))
        #expect(error?.kind == .unreachable)
    }

    @Test func aWrongPasswordIsReportedAndNotRepeated() {
        let error = failure(server.replacing(":secret@", with: ":hush-hush@"))
        #expect(error?.kind == .unreachable)
        #expect(error?.message.contains("password authentication failed") == true)
        #expect(error?.message.contains("hush") == false)
    }
}
