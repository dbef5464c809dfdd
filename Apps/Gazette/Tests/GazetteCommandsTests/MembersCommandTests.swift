import Foundation
import Testing

@testable import GazetteCommands
@testable import GazetteWeb

/// `gazette members` and `gazette serve --accounts`.
@Suite(.timeLimit(.minutes(2)))
struct MembersCommandTests {
    private static let password = "a lamp, a lake, a ladder"

    /// Runs a body with a folder, and a function that runs a command with it.
    private static func with(
        _ body: (_ run: @escaping ([String], String?) async throws -> RunningCommand.Outcome) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body { arguments, input in
            try await Command.run(arguments + ["--data", folder.path], input: input ?? "")
        }
    }

    @Test func accountsAreMadeListedAndRemoved() async throws {
        try await Self.with { run in
            let made = try await run(["members", "add", "ann", "--admin"], Self.password + "\n")
            #expect(made.code == 0 && !(made.output + made.error).contains(Self.password))
            let link = try await run(["members", "add", "ben", "--link"], nil)
            #expect(link.lines.first?.hasPrefix("http://127.0.0.1:8080/invitation/") == true)
            #expect(
                try await run(["members"], nil).lines.map { $0.split(separator: "\t").prefix(2) } == [
                    ["ann", "administrator"], ["ben", "reader"],
                ])
            #expect(try await run(["members", "reset", "ann"], nil).code == 0)
            #expect(try await run(["members", "invite"], nil).code == 0)
            #expect(try await run(["members", "remove", "BEN"], nil).code == 0)
            #expect(try await run(["members", "list", "--json"], nil).output.contains("\"admin\" : true"))
        }
    }

    @Test(
        "What is refused",
        arguments: [
            (["add", "ann"], "short\n", "too short"), (["add", "a b", "--link"], nil, "A name has"),
            (["remove", "cay"], nil, "There is no account cay."), (["reset", "cay"], nil, "There is no account cay."),
            (["add", "ann"], "", "A password is needed."), (["add", "zoë", "--link"], nil, "whose name looks like it"),
        ] as [([String], String?, String)])
    func refusals(arguments: [String], input: String?, text: String) async throws {
        try await Self.with { run in
            #expect(try await run(["members", "add", "zoe", "--link"], nil).code == 0)
            let outcome = try await run(["members"] + arguments, input)
            #expect(outcome.code != 0 && outcome.error.contains(text), "\(outcome.error)")
        }
    }

    @Test(
        "Options of the server",
        arguments: [
            (["--accounts", "all"], "invitation or open"),
            (["--account-header", "X-Forwarded-User"], "--account-header needs --accounts"),
            (["--accounts", "open", "--account-header", "X-Forwarded-User"], "needs --trusted-proxies"),
            (["--accounts", "open", "--account-header", "no name"], "name of a header field"),
        ])
    func options(arguments: [String], text: String) async throws {
        let outcome = try await Command.run(["serve", "--port", "0"] + arguments)
        #expect(outcome.code == 64 && outcome.error.contains(text), "\(outcome.error)")
    }

    @Test func keysAreShownByTheirEndAlone() {
        #expect(AccountOptions.end(of: "0123456789abcdef") == "…cdef")
        #expect(AccountOptions.end(of: "short") == "…")
    }
}
