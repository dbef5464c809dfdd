import Foundation
import Testing

/// Signing in to the movie service of the emulator, and what people do with their account.
@Suite(.timeLimit(.minutes(5)))
struct AccountCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-accounts-\(UUID())").path

    private func run(_ arguments: String..., password: String = "hush") async throws -> RunningCommand.Outcome {
        let environment = ["XDG_DATA_HOME": folder, "TMDB_PASSWORD": password]
        return try await Command.run(["account"] + arguments, environment: environment)
    }

    @Test func anAccountRatesAndListsUntilItSignsOut() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let early = try await run("rate", "10007", "8.5")
        #expect(early.code == 77 && early.error.contains("gazette account sign-in"))

        let signIn = try await run("sign-in", "ann", "--remember")
        #expect(signIn.code == 0 && signIn.error == "Signed in as ann.\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/gazette").sorted()
        #expect(files.contains("session-emulator.json"))
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/gazette/session-emulator.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await run().output == "ann\n")

        #expect(try await run("rate", "10007", "8.5").error == "Rated 8.5.\n")
        let ratings = try await run("ratings")
        #expect(ratings.lines.count == 1 && ratings.output.contains("10007"))
        #expect(try await run("rate", "10007", "8.3").code == 64)
        #expect(try await run("rate", "10007", "none").error == "The rating was removed.\n")
        for list in ["watchlist", "favourites"] {
            #expect(try await run(list, "--add", "10007").lines.count == 1)
            let empty = try await run(list, "--remove", "10007")
            #expect(empty.code == 0 && empty.output.isEmpty && empty.error.contains("Nothing is listed"))
        }

        #expect(try await run("sign-out").error == "Signed out.\n")
        #expect(try await run("watchlist").code == 77)
        #expect(try await run("sign-out").error == "You are not signed in.\n")
    }

    @Test func aWrongPasswordIsReported() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = try await run("sign-in", "ann", password: "wrong")
        #expect(outcome.code == 77 && outcome.error.contains("Invalid username and/or password"))
        #expect(!outcome.error.contains("TMDB_KEY"))
        #expect(try await run().code == 77)
    }
}
