import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import GazetteCommands

/// What a reader sees first, and how to go on from a list.
@Suite(.timeLimit(.minutes(5)))
struct TodayTests {
    private let state = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())").path

    private func run(
        _ arguments: [String], environment: [String: String] = [:], terminal: PseudoTerminal? = nil
    ) async throws -> RunningCommand.Outcome {
        try await Command.run(
            arguments, environment: environment.merging(["XDG_STATE_HOME": state]) { $1 }, terminal: terminal)
    }

    // MARK: - The overview

    @Test func bareItPrintsThreeLinesOfEachSection() async throws {
        let outcome = try await run([])
        #expect(outcome.code == 0)
        #expect(outcome.error.isEmpty)
        let fields = outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        #expect(fields.allSatisfy { $0.count == 4 && $0[3].hasPrefix("http") })
        let sections = Dictionary(grouping: fields) { $0[0] }.mapValues(\.count)
        #expect(sections == ["News": 3, "Hacker News": 3, "Movies": 3, "Meals": 3])
        let json = try await run(["today", "--json"])
        let records = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(records?.count == 12)
    }

    @Test("It fits terminals of all widths", arguments: [40, 60, 80, 100])
    func widths(width: Int) async throws {
        let terminal = try PseudoTerminal(columns: width, lines: 60)
        let outcome = try await run(["--no-color"], terminal: terminal)
        let text = outcome.output.replacing("\r\u{1B}[K", with: "\n").replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Sample data") }
        for line in lines { #expect(TerminalText.width(String(line)) <= width, "\(line)") }
        #expect(lines.contains { $0.hasPrefix("Hacker News") && $0.hasSuffix("gazette hn") })
        #expect(lines.contains { $0.hasPrefix("12  ") })
        #expect(lines.contains { $0.contains("gazette help") })
        #expect(text.contains("Sample data"))
    }

    @Test func itFitsAScreenOf24LinesWithThePrompt() async throws {
        let terminal = try PseudoTerminal(columns: 80, lines: 24)
        let outcome = try await run([], terminal: terminal)
        let lines = outcome.output.components(separatedBy: "\r\n")
        #expect(lines.count <= 24, "\(lines.count)")
    }

    @Test func theHelpFits80Columns() async throws {
        let help = try await run(["--help"]).output
        #expect(help.contains("\n  --base-url URL         the server at that address\n"))
        for line in help.split(separator: "\n") where !line.contains("/") { #expect(line.count <= 80, "\(line)") }
        // The rest of a folded row begins at the margin.
        let tables = help.split(separator: "SERVER")[1].split(separator: "USAGE")[0].split(separator: "\n")
        let folded = tables.filter { $0.first?.isLowercase == true }
        #expect(folded.isEmpty, "\(folded)")
    }

    @Test func aSectionThatFailsCostsItselfOnly() async throws {
        let outcome = try await run([], environment: ["TMDB_BASE_URL": "http://127.0.0.1:9", "TMDB_KEY": "any"])
        #expect(outcome.code == 0)
        #expect(outcome.lines.count == 9)
        #expect(outcome.error.hasPrefix("Movies is missing: "))
        let none = try await run(["--base-url", "http://127.0.0.1:9"])
        #expect(none.code == 69)
        #expect(none.output.isEmpty)
    }

    // MARK: - Opening

    @Test func theThirdOfTheLastListIsOpened() async throws {
        let none = try await run(["open", "1"])
        #expect(none.code == 64)
        #expect(none.error.contains("Print one first, for example with: gazette headlines"))
        let list = try await run(["headlines", "--limit", "4"])
        let third = try #require(list.lines[2].split(separator: "\t").last)
        let opened = try await run(["open", "3", "--print"])
        #expect(opened.output == "\(third)\n")
        let beyond = try await run(["open", "5"])
        #expect(beyond.code == 64)
        #expect(beyond.error.contains("The last list has 4 items. Choose a number from 1 to 4."))
        // Another list takes its place; one without addresses does not.
        _ = try await run(["people", "--limit", "2", "--json"])
        _ = try await run(["meals", "areas"])
        #expect(try await run(["open", "2", "--print"]).output != opened.output)
        #expect(try await run(["open", "3"]).error.contains("2 items"))
    }

    @Test func theListIsForItsOwnerAlone() async throws {
        _ = try await run(["headlines", "--limit", "1"])
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(state)/gazette/last-list.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(state)/gazette") == ["last-list.json"])
    }

    #if os(Linux)
    @Test func theBrowserGetsTheAddress() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The script stands for the browser; reading waits until it writes.
        let told = folder.appending(path: "told").path
        #expect(mkfifo(told, 0o600) == 0)
        let script = folder.appending(path: "xdg-open").path
        let content = Data("#!/bin/sh\nprintf %s \"$1\" > \(told)\n".utf8)
        try content.write(to: URL(filePath: script))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let list = try await run(["movies", "--limit", "2"])
        let second = try #require(list.lines[1].split(separator: "\t").last)
        let path = "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let outcome = try await run(["open", "2"], environment: ["PATH": path, "DISPLAY": ":0"])
        #expect(outcome.output == "\(second)\n")
        let address = await blocking { FileHandle(forReadingAtPath: told)?.readDataToEndOfFile() ?? Data() }
        #expect(String(decoding: address, as: UTF8.self) == second)
    }
    #endif

    // MARK: - Pager

    @Test func longListsAreShownInThePagerOfATerminal() async throws {
        let pager = ["PAGER": "sed 's/^/> /'"]
        let arguments = ["headlines", "--limit", "30", "--no-color"]
        func text(_ arguments: [String], _ environment: [String: String], lines: Int = 24) async throws -> String {
            let terminal = try PseudoTerminal(columns: 80, lines: lines)
            return try await run(arguments, environment: environment, terminal: terminal).output
        }
        #expect(try await text(arguments, pager).contains("> 30  "))
        #expect(try await !text(arguments + ["--no-pager"], pager).contains("> "))
        #expect(try await !text(arguments, pager, lines: 50).contains("> "))
        #expect(try await !text(arguments, pager.merging(["TERM": "dumb"]) { $1 }).contains("> "))
        let without = try await text(arguments, ["PAGER": "no-such-pager"])
        #expect(without.contains("30  "))
        #expect(try await run(arguments, environment: pager).output.contains("> ") == false)
    }

    @Test func theUsualPagerIsLess() {
        #expect(Pager.command([:])?.hasSuffix("less -FRX") == true)
        #expect(Pager.command(["PAGER": "most -w"]) == "most -w")
        #expect(Pager.command(["PAGER": ""]) == nil)
        #expect(Pager.command(["PAGER": "cat"]) == nil)
    }

    // MARK: - Completion

    @Test("Values of options are completed", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let script = try await run(["--generate-completion-script", shell]).output
        for value in ["technology", "relevancy", "popularity"] { #expect(script.contains(value)) }
    }
}
