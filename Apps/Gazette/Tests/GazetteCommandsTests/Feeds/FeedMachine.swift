import Foundation
import Testing

/// A machine without feeds, on which commands run one after another.
struct FeedMachine: Sendable {
    static let origin = "https://feeds.example/feeds"

    let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID())")

    /// The folders of the machine, and the time of the emulator.
    var environment: [String: String] {
        [
            "XDG_DATA_HOME": folder.appending(path: "data").path,
            "XDG_STATE_HOME": folder.appending(path: "state").path,
            "XDG_CACHE_HOME": folder.appending(path: "cache").path,
        ]
    }

    /// Runs a body with a machine, whose files are removed afterwards.
    static func with(_ body: (FeedMachine) async throws -> Void) async throws {
        let machine = FeedMachine()
        try FileManager.default.createDirectory(at: machine.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: machine.folder) }
        try await body(machine)
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "") async throws -> RunningCommand.Outcome {
        try await Command.run(arguments, environment: environment, input: input)
    }

    /// Runs a command in a terminal, and returns what it shows, in lines.
    func show(
        _ arguments: String..., columns: Int = 80, variables: [String: String] = [:]
    ) async throws -> [String] {
        let terminal = try PseudoTerminal(columns: columns)
        let outcome = try await Command.run(
            arguments, environment: environment.merging(variables) { $1 }, terminal: terminal)
        #expect(outcome.code == 0, "\(outcome.output)")
        return outcome.output.replacing("\u{1B}[K", with: "\n").split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Runs a command with `--json`, and returns its records.
    func records(_ arguments: String...) async throws -> [[String: Any]] {
        let outcome = try await Command.run(arguments + ["--json"], environment: environment)
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(value as? [[String: Any]], "\(outcome.error)")
    }

    /// Adds a feed of the emulator.
    func add(_ site: String, folder: String? = nil) async throws {
        let outcome = try await Command.run(
            ["feeds", "add", "\(Self.origin)/\(site)/"] + (folder.map { ["--folder", $0] } ?? []),
            environment: environment)
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    /// Writes a list of feeds at some addresses, and returns its path.
    func list(of addresses: [String]) throws -> String {
        let outlines = addresses.map { "<outline type=\"rss\" xmlUrl=\"\($0)\"/>" }
        let text = "<opml version=\"2.0\"><head/><body>\(outlines.joined())</body></opml>"
        let file = folder.appending(path: "list.opml")
        try Data(text.utf8).write(to: file)
        return file.path
    }
}
