import ArgumentParser
import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import GazetteCommands

/// The command as a person sees it, in a terminal, and what others get.
@Suite(.timeLimit(.minutes(5)))
struct TerminalTests {
    private func onTerminal(
        _ arguments: String..., columns: Int = 80, environment: [String: String] = [:]
    ) async throws -> String {
        let terminal = try PseudoTerminal(columns: columns)
        let outcome = try await Command.run(arguments, environment: environment, terminal: terminal)
        #expect(outcome.code == 0)
        return outcome.output
    }

    private func run(
        _ arguments: [String], environment: [String: String] = [:], file: String? = nil
    ) async throws -> RunningCommand.Outcome {
        try await Command.run(arguments, environment: environment, file: file)
    }

    @Test func inventedContentsAreMarkedForPeopleAlone() async throws {
        let text = try await onTerminal("headlines", "--limit", "2")
        #expect(text.contains("Sample data, invented by the built-in emulator."))
        #expect(try await !onTerminal("headlines", "--limit", "2", "--json").contains("Sample data"))
        let piped = try await run(["headlines", "--limit", "2"])
        #expect(piped.error.isEmpty)
        #expect(!piped.output.contains("Sample data"))
    }

    @Test func aDumbTerminalGetsNoControlSequences() async throws {
        #expect(try await onTerminal("headlines", "--limit", "2").contains("\u{1B}[K"))
        let text = try await onTerminal("headlines", "--limit", "2", environment: ["TERM": "dumb"])
        #expect(text.contains("TITLE"))
        #expect(!text.contains("\u{1B}"))
    }

    @Test func forcedColourIsInWhatIsPiped() async throws {
        let plain = try await run(["headlines", "--limit", "3"])
        let coloured = try await run(["headlines", "--limit", "3"], environment: ["FORCE_COLOR": "1"])
        #expect(coloured.output.contains("\u{1B}[2m"))
        #expect(coloured.output.replacing(#/\u{1B}\[[0-9]*m/#, with: "") == plain.output)
        let details = try await run(["meal", "52764"], environment: ["FORCE_COLOR": "1"])
        #expect(details.output.hasPrefix("\u{1B}[2mtitle\u{1B}[0m\t"))
        let refused = try await run(["headlines"], environment: ["FORCE_COLOR": "1", "NO_COLOR": "1"])
        #expect(!refused.output.contains("\u{1B}"))
    }

    @Test("Ids are there on narrow terminals", arguments: [["hn"], ["people"], ["movies"]])
    func ids(arguments: [String]) async throws {
        let json = try await run(arguments + ["--limit", "3", "--json"])
        let records = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        let ids = try #require(records).map { "\($0["id"] ?? "")" }
        #expect(ids.count == 3)
        let terminal = try PseudoTerminal(columns: 60)
        let rows = try await Command.run(arguments + ["--limit", "3", "--no-color"], terminal: terminal).output.split(
            whereSeparator: \.isNewline)
        for id in ids { #expect(rows.contains { $0.hasSuffix(" \(id)") }, "\(id)") }
    }

    #if os(Linux)
    @Test("A full disk is a failure", arguments: [["headlines"], ["help"], ["--version"], ["movies", "--json"]])
    func fullDisk(arguments: [String]) async throws {
        let outcome = try await run(arguments, file: "/dev/full")
        #expect(outcome.code == 74)
        #expect(outcome.error == "gazette: The output can't be written: No space left on device.\n")
    }
    #endif

    @Test(
        "A mistake of the reader is named, with what to do",
        arguments: [
            (["headlines", "--page", "50"], "Use a lower --page"),
            (["headlines", "--category", "zzz"], "is one of: business, "),
            (["headlines", "--country", "xx"], "is one of: ae, "),
            (["sources", "--language", "zz"], "is one of: ar, "),
            (["search", "x", "--from", "yesterday"], "--from must be a day or a time, such as 2026-11-01"),
            (["search", "x", "--to", "2026-11"], "--to must be a day or a time"),
            (["headlines", "--source", "no-such-source"], "gazette sources"),
            (["meal", "xx"], "gazette meals search risotto"), (["hn", "item", "1"], "gazette hn"),
            (["headlines", "--base-url", "nowhere"], "--base-url must be an address, such as http://"),
            (["headlines", "--max-age", "1h", "--offline"], "--max-age can't be combined with"),
        ])
    func mistake(arguments: [String], advice: String) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains(advice), "\(outcome.error)")
    }

    @Test(
        "What a search did not find is named, with what to try",
        arguments: [
            (["headlines", "--query", "zzzqq"], "No headline matches “zzzqq”. Try fewer words."),
            (
                ["search", "zzzqq", "--language", "en"],
                "No article matches “zzzqq”. Try fewer words or different ones, or without --language."
            ),
            (["sources", "--filter", "zzzqq"], "No source matches “zzzqq”. Try fewer letters."),
            (["hn", "search", "zzzqq"], "Nothing matches “zzzqq”. Try fewer words, or another --kind."),
            (["movies", "search", "zzzqq"], "No movie matches “zzzqq”. Try fewer words."),
            (["meals", "search", "zzzqq"], "No meal matches “zzzqq”. Try fewer letters."),
            (["people", "--filter", "zzzqq"], "No person matches “zzzqq”. Try fewer letters."),
            (["people", "--page", "9"], "No person on page 9. Try a lower --page."),
        ])
    func noResults(arguments: [String], note: String) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error == note + "\n")
    }

    @Test func notesAreFoldedToTheTerminal() async throws {
        let text = try await onTerminal("search", "zzzqq", "--language", "en", "--no-color", columns: 40)
        let lines = text.replacing("\u{1B}[K", with: "\n").split(whereSeparator: \.isNewline)
        #expect(lines.contains("No article matches “zzzqq”. Try fewer"))
        #expect(lines.allSatisfy { TerminalText.width(String($0)) <= 40 })
    }

    @Test func theDoctorsAdviceIsWhole() async throws {
        let text = try await onTerminal("doctor", "--no-color", columns: 40)
        #expect(text.contains(#/SERVICE +OUTCOME/#))
        #expect(text.contains("NewsAPI.org: Set NEWSAPI_KEY to read"))
        #expect(!text.contains("ADVICE"))
        let piped = try await run(["doctor"])
        #expect(piped.lines.first?.hasSuffix("\tSet NEWSAPI_KEY to read from the real service.") == true)
    }

    /// The examples of all commands that print and end by themselves.
    private static let examples = examples(of: Gazette.self).filter { example in
        ![
            "<", "NAME", " ID", " FILE", "open", "tui", "serve", "inspect", "emulate", "account", "members", "outbox",
            "sync", "backup", "restore",
            // What they print depends on those before; they have a test of their own.
            "gazette feeds", "gazette read",
        ].contains { example.contains($0) }
    }

    private static func examples(of command: any ParsableCommand.Type) -> [String] {
        let own = command.configuration.usage?.split(separator: "\n").map(String.init) ?? []
        return own + command.configuration.subcommands.flatMap { examples(of: $0) }
    }

    @Test("The examples of the help find something", arguments: examples)
    func example(_ example: String) async throws {
        let words = example.matches(of: #/'[^']*'|"[^"]*"|\S+/#).dropFirst().map { word in
            let text = String(word.output)
            return text.hasPrefix("'") || text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
        }
        let outcome = try await run(words, environment: ["GAZETTE_EMULATOR_TIME": "2026-11-20T12:00:00Z"])
        #expect(outcome.code == 0)
        #expect(!outcome.output.isEmpty, "\(outcome.error)")
    }

    private struct Web: Service {
        let baseURL: String
    }

    @Test func picturesComeFromAChosenServerToo() async throws {
        let emulator = RunningCommand(["emulate", "--port", "0"])
        try emulator.start()
        let address = try #require(await emulator.firstLine().split(separator: " ").last.map(String.init))
        let serve = RunningCommand(
            ["serve", "--port", "0", "--base-url", address], environment: ["TMDB_KEY": "any", "NEWSAPI_KEY": "any"])
        try serve.start()
        let web = try #require(await serve.firstLine().split(separator: " ").last.map(String.init))
        let client = Client(Web(baseURL: String(web.dropLast())), transport: DefaultTransport.shared, cache: nil)
        let page = String(decoding: try await client.value(for: Request<Web, Data>("movies")), as: UTF8.self)
        let pictures = page.matches(of: #/src="\/(picture\/[^"]+)"/#).map { String($0.1) }
        #expect(pictures.count > 5)
        var arrived = 0
        for picture in pictures.prefix(6) {
            if let data = try? await client.value(for: Request<Web, Data>(RequestPath(picture))), !data.isEmpty {
                arrived += 1
            }
        }
        // A few pictures of the emulator are forbidden, as on real servers.
        #expect(arrived >= 4)
        serve.terminate()
        emulator.terminate()
        _ = await serve.outcome()
        _ = await emulator.outcome()
    }
}
