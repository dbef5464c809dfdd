import Emulator
import Foundation
import Testing

/// Changes of a movie account that are made while the service can't be reached.
@Suite(.timeLimit(.minutes(5)))
struct OutboxCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-outbox-\(UUID())")

    private func emulator(port: Int = 0) async throws -> RunningEmulator {
        var configuration = EmulatorConfiguration()
        configuration.port = port
        configuration.accountsFile = folder.appending(path: "accounts.json")
        return try await Emulator(configuration).start()
    }

    private func run(_ port: Int, _ arguments: String...) async throws -> RunningCommand.Outcome {
        let environment = [
            "XDG_DATA_HOME": folder.path, "TMDB_PASSWORD": "hush", "TMDB_KEY": "any",
            "TMDB_BASE_URL": "http://127.0.0.1:\(port)",
        ]
        return try await Command.run(arguments, environment: environment)
    }

    @Test func whatIsChangedOfflineIsStoredAndSentBySync() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await emulator()
        let port = first.port
        #expect(try await run(port, "account", "sign-in", "ann").code == 0)
        #expect(try await run(port, "outbox").error == "All changes have been sent.\n")
        #expect(try await run(port, "sync").code == 0)
        await first.stop()

        for rating in ["6", "8.5"] {
            let rated = try await run(port, "account", "rate", "10007", rating)
            #expect(rated.code == 0 && rated.output.isEmpty)
            #expect(
                rated.error
                    == "Stored, not sent yet: Set your rating of movie 10007 to \(rating). The movie service can't be reached. Send it with: gazette sync\n"
            )
        }
        let listed = try await run(port, "account", "watchlist", "--add", "10007", "--add", "10008")
        #expect(listed.code == 0 && listed.error.components(separatedBy: "Stored, not sent yet").count == 3)
        // A file that only its owner can read.
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/gazette")
        let file = try #require(files.first { $0.hasPrefix("outbox-") && $0.hasSuffix(".sqlite") })
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/gazette/\(file)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let list = try await run(port, "outbox", "list")
        #expect(list.code == 0 && list.lines.count == 3)
        #expect(list.lines.first?.contains("\tSet your rating of movie 10007 to 8.5\t") == true)
        let json = try await run(port, "outbox", "list", "--json")
        #expect(json.output.contains("\"title\" : \"Set your rating of movie 10007 to 8.5\""))
        let offline = try await run(port, "sync", "--timeout", "1")
        #expect(offline.code == 75 && offline.error.hasPrefix("3 unsent changes. The movie service"))
        let id = try #require(list.lines.last?.prefix { $0 != "\t" })
        let retried = try await run(port, "outbox", "retry", String(id), "--timeout", "1")
        #expect(retried.code == 75, "\(retried.error)")
        #expect(try await run(port, "outbox", "discard", "zz").code == 64)
        #expect(try await run(port, "outbox", "discard").code == 64)
        let discarded = try await run(port, "outbox", "discard", String(id))
        #expect(discarded.code == 0)
        #expect(discarded.error == "Discarded: Add movie 10008 to your watchlist.\n")

        let second = try await emulator(port: port)
        let synced = try await run(port, "sync")
        #expect(synced.code == 0 && synced.error == "All changes have been sent.\n")
        #expect(try await run(port, "outbox").error == "All changes have been sent.\n")
        let ratings = try await run(port, "account", "ratings")
        #expect(ratings.lines.count == 1 && ratings.output.contains("10007"))
        #expect(try await run(port, "account", "watchlist").lines.count == 1)
        await second.stop()
    }

    @Test func aChangeThatTheServiceRefusesIsNotStored() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let emulator = try await emulator()
        #expect(try await run(emulator.port, "account", "sign-in", "ann").code == 0)
        #expect(try await run(emulator.port, "account", "rate", "99", "8").code != 0)
        #expect(try await run(emulator.port, "outbox").error == "All changes have been sent.\n")
        await emulator.stop()
    }
}
