import Foundation
import FreshetTesting
import GazetteWeb
import Testing

@testable import GazetteCommands
@testable import ReaderStorage

/// What is wrong in the configuration file or the environment is an error, and never passed over.
@Suite(.timeLimit(.minutes(5)))
struct ConfigurationFileTests {
    @Test(
        "Mistakes are named by their keys",
        arguments: [
            (#"{"newsapi":{"key":123}}"#, "newsapi.key must be a string in quotation marks, not a number."),
            (#"{"newsapi":{"kye":"secret"}}"#, "There is no setting newsapi.kye. Did you mean newsapi.key?"),
            (#"{"newsap":{"key":"secret"}}"#, "There is no setting newsap. Did you mean newsapi?"),
            (#"{"gazette":{"colour":1}}"#, "There is no setting gazette.colour. The settings are: gazette.live, "),
            (
                #"{"gazette":{"timeout":"abc"}}"#,
                "gazette.timeout must be a number of seconds above 0, such as 20, not a"
            ),
            (#"{"gazette":{"timeout":0}}"#, "gazette.timeout must be a number of seconds above 0, such as 20."),
            (#"{"gazette":{"live":"yes"}}"#, "gazette.live must be true or false, not a string."),
            (#"{"gazette":{"live":null}}"#, "gazette.live must be true or false, not null."),
            (#"{"gazette":[]}"#, #"gazette must be an object, such as {"gazette": {"live": …}}, not a list."#),
            (#"{"tmdb":{"baseUrl":"nowhere"}}"#, "tmdb.baseUrl must be an address, such as"),
            (#"{"gazette":{"emulatorTime":"soon"}}"#, "gazette.emulatorTime must be a day or a time, such as"),
            (#"{"gazette":{"database":"mysql://u:secret@h/n"}}"#, "gazette.database must be a database address"),
            (#"{"gazette":{"feedNetworks":"10.0.0.0/33"}}"#, "gazette.feedNetworks must be addresses and ranges,"),
            (#"{"gazette":{"trustedProxies":"localhost"}}"#, "gazette.trustedProxies must be addresses and ranges,"),
            (
                #"{"hackernews":{"key":"x"}}"#,
                "There is no setting hackernews.key. The settings are: hackernews.baseUrl, hackernews.requestsPerDay."
            ),
            ("[]", "It must be a JSON object"),
            ("{\n  \"gazette\": {,}\n}", "It isn't JSON. An unexpected character at line 2, column 15."),
            ("", "It isn't JSON. An unexpected end at line 1, column 1."),
        ])
    func mistake(content: String, expected: String) throws {
        let mistakes = ConfigurationFile.mistakes(in: Data(content.utf8))
        #expect(mistakes.count == 1)
        #expect(try #require(mistakes.first).hasPrefix(expected))
        #expect(!mistakes.joined().contains("secret"))
    }

    @Test func allMistakesAreReportedTogether() {
        let content = #"{"newsapi":{"kye":1,"key":2},"gazette":{"live":3}}"#
        #expect(ConfigurationFile.mistakes(in: Data(content.utf8)).count == 3)
    }

    @Test func whatIsRightHasNone() {
        let content = """
            {"newsapi": {"key": "k", "baseUrl": "https://a.example/v2"}, "jsonplaceholder": {"baseUrl": "http://[::1]:8"},
             "gazette": {"live": false, "timeout": 0.5, "data": "/tmp/x", "emulatorTime": "2026-03-14"}}
            """
        #expect(ConfigurationFile.mistakes(in: Data(content.utf8)) == [])
        #expect(ConfigurationFile.mistakes(in: Data("{}".utf8)) == [])
    }

    @Test func everySettingHasItsVariable() {
        let variables = SettingName.all.map(\.variable)
        #expect(variables.contains("NEWSAPI_KEY") && variables.contains("HACKERNEWSSEARCH_BASE_URL"))
        #expect(variables.contains("GAZETTE_EMULATOR_TIME"))
        // As OpenTelemetry names them.
        #expect(variables.contains("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"))
        #expect(variables.contains("OTEL_TRACES_SAMPLER_ARG"))
        #expect(SettingName.mistakes(in: ["GAZETTE_TIMEOUT": "", "GAZETTE_LIVE": "yes", "NEWSAPI_KEY": "1"]) == [])
        #expect(
            SettingName.mistakes(in: ["GAZETTE_LIVE": "perhaps"]) == ["GAZETTE_LIVE must be true or false."])
    }

    @Test(
        "The folders follow the environment",
        arguments: [
            (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c"),
            (["HOME": "/h"], "/h/.config"),
            (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config"),
            (["XDG_CONFIG_HOME": "here", "HOME": "/h"], "/h/.config"),
            (["XDG_DATA_HOME": "/d", "HOME": ""], "\(NSHomeDirectory())/.config"),
            ([:], "\(NSHomeDirectory())/.config"),
        ])
    func folder(environment: [String: String], expected: String) {
        #expect(UserFolder.configuration.url(in: environment).appending(path: "x").path == expected + "/x")
    }

    @Test func otherFoldersFollowTheHome() {
        let environment = ["HOME": "/h"]
        #expect(UserFolder.state.url(in: environment).path == "/h/.local/state")
        #if !canImport(Darwin)
        #expect(UserFolder.data.url(in: environment).path == "/h/.local/share")
        #expect(UserFolder.cache.url(in: environment).path == "/h/.cache")
        #endif
    }

    @Test func theFileOfTheHomeIsRead() async throws {
        let outcome = try await gazette("headlines", file: "no", below: "HOME", at: ".config/gazette/config.json")
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("/.config/gazette/config.json has a mistake:"))
    }

    /// Runs the command with a configuration file in a folder that a variable names.
    private func gazette(
        _ arguments: String..., file content: String, below variable: String = "XDG_CONFIG_HOME",
        at place: String = "gazette/config.json"
    ) async throws -> RunningCommand.Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())")
        let path = folder.appending(path: place)
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = ["XDG_CONFIG_HOME": ""].merging([variable: folder.path]) { $1 }
        return try await Command.run(arguments, environment: environment)
    }

    @Test(
        "The command ends with a mistake",
        arguments: [#"{"newsapi":{"kye":"hush"}}"#, #"{"newsapi":{"key":1234567}}"#, "no"])
    func wrongFile(content: String) async throws {
        let outcome = try await gazette("headlines", file: content)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("/gazette/config.json has a mistake:"))
        #expect(!outcome.error.contains("hush") && !outcome.error.contains("1234567"))
        #expect(!outcome.error.contains("Error Domain"))
    }

    @Test func theEnvironmentIsCheckedToo() async throws {
        let outcome = try await Command.run(["headlines"], environment: ["GAZETTE_TIMEOUT": "abc"])
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("GAZETTE_TIMEOUT must be a number of seconds above 0, such as 20."))
    }

    @Test func whatTheFileSaysIsUsed() async throws {
        let server = try await LoopbackServer.start { _ in .silence }
        let content = #"{"newsapi":{"baseUrl":"\#(server.baseURL)","key":"k"},"gazette":{"timeout":1}}"#
        let outcome = try await gazette("headlines", file: content)
        #expect(outcome.code == 69)
        #expect(outcome.error.contains("1 s"))
        await server.stop()
    }
}
