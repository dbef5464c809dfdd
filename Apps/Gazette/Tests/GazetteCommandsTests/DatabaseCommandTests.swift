import Foundation
import Testing

/// `gazette serve` with a database that can't be used: a clear reason, an exit code, and no password.
@Suite(.timeLimit(.minutes(2)))
struct DatabaseCommandTests {
    private static func serve(
        _ options: String..., environment: [String: String] = [:]
    ) async throws -> RunningCommand.Outcome {
        try await Command.run(["serve", "--port", "0"] + options, environment: environment)
    }

    @Test(
        "Addresses that are none",
        arguments: ["mysql://ann:hush@host/name", "hush", "host=hush", ""])
    func usage(address: String) async throws {
        let outcome = try await Self.serve("--database", address)
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("postgres://"))
        #expect(!outcome.error.contains("hush"))
    }

    @Test func anAddressThatCanNotBeReadIsNotRepeated() async throws {
        let outcome = try await Self.serve(environment: ["GAZETTE_DATABASE": "postgres://ann:hush%4@host/name"])
        // Without libpq, no address can be read.
        #expect(outcome.code == 64 || outcome.error.contains("libpq"))
        #expect(!outcome.error.contains("hush"))
    }

    @Test("A server that does not answer", arguments: [true, false])
    func unreachable(isOption: Bool) async throws {
        let address = "postgres://ann:hush@127.0.0.1:1/name"
        let outcome =
            isOption
            ? try await Self.serve("--database", address)
            : try await Self.serve(environment: ["GAZETTE_DATABASE": address])
        #expect(outcome.code == 69)
        #expect(outcome.error.contains("database"))
        #expect(!(outcome.error + outcome.output).contains("hush"))
    }

    @Test func aLogInJSONHasNoOtherLines() async throws {
        let outcome = try await Self.serve(
            "--log-format", "json", "--database", "postgres://ann@127.0.0.1:1/name")
        let lines = outcome.error.split(separator: "\n")
        let objects = lines.compactMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
        #expect(!lines.isEmpty && objects.count == lines.count, "\(outcome.error)")
        #expect(objects.last?["level"] == "error" && objects.last?["message"]?.contains("database") == true)
    }

    @Test func theDoctorReportsTheDatabaseWithoutItsPassword() async throws {
        let outcome = try await Command.run(
            ["doctor"], environment: ["GAZETTE_DATABASE": "postgres://ann:hush@127.0.0.1:1/name"])
        #expect(outcome.code == 69)
        #expect(outcome.lines.last?.hasPrefix("Database\tpostgres://") == true)
        #expect(!(outcome.output + outcome.error).contains("hush"))
    }

    @Test func aFolderAndADatabaseContradictEachOther() async throws {
        let outcome = try await Self.serve("--data", "/tmp/x", "--database", "postgres://host/name")
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("--data can't be combined with --database"))
    }
}
