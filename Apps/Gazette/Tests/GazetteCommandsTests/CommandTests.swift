import Emulator
import Foundation
import Freshet
import FreshetTesting
import Testing

/// The command `gazette` as a user runs it: a process with its outputs and exit code.
@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
    private func gazette(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> RunningCommand.Outcome {
        try await run(arguments, environment: environment, input: input)
    }

    private func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> RunningCommand.Outcome {
        try await Command.run(arguments, environment: environment, input: input)
    }

    // MARK: - Reading

    @Test(
        "The country of the headlines by default",
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de"), (["LC_ALL": "fr_FR", "LANG": "de_DE.UTF-8"], "fr"),
            (["LC_ALL": "", "LANG": "en_GB@euro"], "gb"), (["LANG": "is_IS.UTF-8"], "us"),
            (["LANG": "de_DE.UTF-8", "GAZETTE_COUNTRY": "it"], "it"),
        ])
    func countryByDefault(environment: [String: String], country: String) async throws {
        let chosen = try await gazette("headlines", "--country", country)
        #expect(chosen.code == 0 && !chosen.output.isEmpty)
        #expect(try await gazette("headlines", environment: environment).output == chosen.output)
        let today = try await gazette("today", environment: environment)
        #expect(today.output.contains(chosen.output.prefix { $0 != "\t" }))
    }

    @Test func aCountryOfTheEnvironmentIsChecked() async throws {
        let outcome = try await gazette("headlines", environment: ["GAZETTE_COUNTRY": "xx"])
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("GAZETTE_COUNTRY must be the two-letter code of a country, such as de."))
    }

    @Test func twentyHeadlinesByDefaultOneALine() async throws {
        let outcome = try await gazette("headlines")
        #expect(outcome.code == 0)
        #expect(outcome.lines.count == 20)
        #expect(outcome.lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 4 })
        #expect(!outcome.output.contains("[Removed]"))
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.error.isEmpty)
    }

    @Test func pagesFollowEachOtherWithoutGapsOrRepeats() async throws {
        let whole = try await gazette("headlines", "--limit", "60")
        let first = try await gazette("headlines", "--limit", "30")
        let second = try await gazette("headlines", "--limit", "30", "--page", "2")
        #expect(whole.lines == first.lines + second.lines)
        #expect(Set(whole.lines).count == 60)
    }

    @Test(
        "JSON is one array and nothing else",
        arguments: [
            ["headlines", "--category", "science"], ["search", "\"climate change\" -sport", "--limit", "5"],
            ["sources"],
            ["sources", "--filter", "no such name"],
        ])
    func json(arguments: [String]) async throws {
        let process = try await run(arguments + ["--json"])
        #expect(process.code == 0)
        let array = try #require(try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [[String: Any]])
        #expect(array.isEmpty == arguments.contains("no such name"))
        #expect(array.allSatisfy { $0["title"] is String && $0["url"] is String })
    }

    @Test func sourcesAreFilteredByName() async throws {
        let outcome = try await gazette("sources", "--filter", "TIMES")
        #expect(outcome.lines.count >= 4)
        #expect(outcome.lines.allSatisfy { $0.split(separator: "\t")[0].lowercased().contains("times") })
    }

    @Test(arguments: ["telescope\n", "telescope\r\n", "telescope"])
    func aSearchComesFromStandardInput(input: String) async throws {
        let outcome = try await gazette("search", "-", "--limit", "3", "--verbose", input: input)
        #expect(outcome.lines.count == 3)
        #expect(outcome.error.contains("q=telescope&") || outcome.error.contains("q=telescope "))
    }

    @Test func nothingFoundIsSaidBeside() async throws {
        let outcome = try await gazette("search", "xyzzyplugh")
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("No article matches"))
    }

    // MARK: - Failing

    @Test(
        "Keys in trouble",
        arguments: [
            ("invalid", 77, "Your API key is invalid or incorrect."), ("disabled", 77, "disabled"),
            ("limited", 75, "too many requests"),
            ("exhausted", 75, "no more requests"), ("broken", 69, "went wrong"),
        ] as [(String, Int32, String)])
    func keys(key: String, code: Int32, message: String) async throws {
        let outcome = try await gazette("headlines", "--emulator", environment: ["NEWSAPI_KEY": key])
        #expect(outcome.code == code)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains(message))
        // The service's own message says to try again later.
        #expect(outcome.error.split(separator: "\n").count == (key == "broken" ? 1 : 2))
    }

    @Test func aRefusedConnectionNamesItsHost() async throws {
        let server = try await LoopbackServer.start { _ in .text("") }
        let address = server.baseURL
        await server.stop()
        let outcome = try await gazette("headlines", "--base-url", address)
        #expect(outcome.code == 69)
        #expect(outcome.error.contains("127.0.0.1"))
    }

    @Test func aSilentServerEndsWithTheTimeout() async throws {
        let server = try await LoopbackServer.start { _ in .silence }
        let outcome = try await gazette("headlines", "--base-url", server.baseURL, "--timeout", "0.3")
        #expect(outcome.code == 69)
        #expect(outcome.error.contains("0.3 s"))
        await server.stop()
    }

    @Test(
        "Unreadable responses are reported with the place",
        arguments: [
            ("application/json", "{\"status\":\"ok\",\"articles\":[{]}", "line 1"),
            ("text/html", "<html>Hello", "<html>Hello"),
            ("application/json", "{\"status\":\"ok\",\"articles\":7}", "articles"),
            ("text/plain", "not json", "not json"),
        ])
    func unreadable(type: String, body: String, place: String) async throws {
        let server = try await LoopbackServer.start { _ in .data(Data(body.utf8), type: type) }
        let outcome = try await gazette("headlines", "--base-url", server.baseURL)
        #expect(outcome.code == 65)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains(place), "\(outcome.error)")
        await server.stop()
    }

    @Test(
        "Wrong usage",
        arguments: [
            ["headlines", "--colour"], ["headlines", "--limit", "0"], ["headlines", "--page", "x"], ["hedlines"],
            ["search"],
            ["headlines", "--source", "a", "--country", "us"], ["search", ""], ["headlines", "--country", "xx"],
            ["headlines", "--timeout", "-1"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 64, "\(outcome.error)")
        #expect(outcome.output.isEmpty)
        #expect(!outcome.error.isEmpty)
    }

    @Test func aMistypedCommandGetsAGuess() async throws {
        #expect(try await gazette("serach", "x").error.contains("Did you mean 'search'?"))
        #expect(try await gazette("hn", "itme", "1").error.contains("Did you mean 'hn item'?"))
    }

    @Test("Help on what does not exist is an error", arguments: [["help", "nope"], ["help", "hn", "nope"]])
    func unknownHelp(arguments: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("There is no command"))
    }

    @Test func helpShowsExamplesAndExitCodes() async throws {
        let help = try await gazette("help")
        #expect(help.code == 0)
        #expect(help.output.contains("gazette headlines --category science"))
        for code in ["64", "65", "69", "74", "75", "77", "130"] { #expect(help.output.contains("  \(code)")) }
        #expect(try await gazette("help", "search").output.contains("EXAMPLE") == false)
        #expect(try await gazette("headlines", "--help").output.contains("gazette headlines"))
        #expect(try await gazette("--version").output.hasPrefix("gazette 0."))
        #expect(try await gazette("--generate-completion-script", "bash").output.contains("complete"))
    }

    @Test func theKeyIsShownNowhere() async throws {
        let server = try await LoopbackServer.start { _ in
            .json(#"{"status":"error","code":"x","message":"no"}"#, status: 400)
        }
        let outcome = try await gazette(
            "headlines", "--verbose", "--base-url", server.baseURL, environment: ["NEWSAPI_KEY": "hush-hush"])
        #expect(server.requests.first?.header("x-api-key") == "hush-hush")
        #expect(!(outcome.output + outcome.error).contains("hush"))
        await server.stop()
    }

    // MARK: - Stopping

    @Test func controlCEndsTheCallAndTheProcess() async throws {
        let server = try await LoopbackServer.start { _ in .silence }
        let command = RunningCommand(["headlines", "--base-url", server.baseURL])
        try command.start()
        try await server.wait { $0.openExchanges == 1 }
        command.interrupt()
        try await server.wait { $0.openExchanges == 0 }
        let outcome = await command.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.error.isEmpty)
        #expect(outcome.output.isEmpty)
        await server.stop()
    }

    @Test func whatWasReadIsNotAskedForAgain() async throws {
        let server = try await LoopbackServer.start { _ in
            .json(#"{"status":"ok","totalResults":1,"articles":[{"source":{"id":null,"name":"A"},"title":"Kept"}]}"#)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())").path
        // A server that has stopped has no port any more.
        let address = "http://127.0.0.1:\(server.port)"
        func headlines(_ options: String...) async throws -> RunningCommand.Outcome {
            let arguments = ["headlines", "--base-url", address] + options
            return try await Command.run(arguments, environment: ["NEWSAPI_KEY": "any", "XDG_CACHE_HOME": folder])
        }
        let unread = try await headlines("--offline")
        #expect(unread.code == 69)
        #expect(unread.error.contains("Go online"))
        let first = try await headlines()
        let second = try await headlines("--verbose")
        #expect(first.output.contains("Kept"))
        #expect(second.output == first.output)
        #expect(second.error.contains("served fresh"))
        #expect(server.requests.count == 1)
        _ = try await headlines("--refresh")
        #expect(server.requests.count == 2)
        _ = try await headlines("--max-age", "1h")
        #expect(server.requests.count == 2)
        _ = try await headlines("--max-age", "0")
        #expect(server.requests.count == 3)
        await server.stop()
        let offline = try await headlines("--offline")
        #expect(offline.output == first.output)
        #expect(offline.error == "Stored copy, loaded just now.\n")
        #expect(second.error.contains("Stored copy") == false)
        let contradiction = try await headlines("--offline", "--refresh")
        #expect(contradiction.code == 64)
    }

    @Test func theEmulatorsTimeCanBeChosen() async throws {
        let day = try await gazette("headlines", "--json", environment: ["GAZETTE_EMULATOR_TIME": "2026-02-01"])
        #expect(day.code == 0)
        #expect(day.output.contains("2026-01-31T"))
        #expect(!day.output.contains("2026-02-02T"))
        let option = try await gazette("emulate", "--port", "0", "--time", "tomorrow")
        #expect(option.code == 64)
        #expect(option.error.contains("--time"))
        let variable = try await gazette("headlines", environment: ["GAZETTE_EMULATOR_TIME": "tomorrow"])
        #expect(variable.code == 64)
        #expect(variable.error.contains("GAZETTE_EMULATOR_TIME"))
    }

    @Test func theEmulatorRunsAlone() async throws {
        let emulator = RunningCommand(["emulate", "--port", "0"])
        try emulator.start()
        let line = await emulator.firstLine()
        let lastWord: Substring = try #require(line.split(separator: " ").last)
        let address = String(lastWord)
        let outcome = try await gazette("headlines", "--base-url", address, environment: ["NEWSAPI_KEY": "any"])
        #expect(outcome.lines.count == 20)
        #expect(try await gazette("headlines", "--base-url", address).code == 77)
        let help = try await gazette("help", "emulate")
        #expect(help.output.contains("NEWSAPI_KEY=any gazette headlines --base-url"))
        let port = try #require(address.split(separator: ":").last)
        let taken = try await gazette("emulate", "--port", String(port))
        #expect(taken.code == 69)
        #expect(taken.error.contains("Choose another --port"))
        emulator.terminate()
        #expect(await emulator.outcome().code == 0)
    }
}
