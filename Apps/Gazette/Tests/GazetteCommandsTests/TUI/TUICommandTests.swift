import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import GazetteCommands

/// The screen in a terminal, typed at as a reader does.
@Suite(.timeLimit(.minutes(5)))
struct TUICommandTests {
    /// What the screen writes when it gives the terminal back.
    private static let restored = "\u{1B}[?25h\u{1B}[?1049l"

    /// A running screen, with all that it has written so far.
    private final class Session {
        let terminal: PseudoTerminal
        let command: RunningCommand
        let before: termios
        private(set) var output = ""

        /// - Parameter leadsSession: Whether the command leads the session of the terminal, as without a shell.
        init(
            _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 130,
            leadsSession: Bool = false
        ) throws {
            terminal = try PseudoTerminal(columns: columns, lines: 30)
            before = terminal.attributes
            command = RunningCommand(
                ["tui"] + arguments, environment: environment, terminal: terminal, leadsSession: leadsSession)
            try command.start()
        }

        /// Waits until a text was written since the last wait.
        func wait(for text: String) async throws {
            while !output.contains(text) {
                let data = await terminal.next()
                try #require(!data.isEmpty, "The screen ended without “\(text)”.")
                output += String(decoding: data, as: UTF8.self)
            }
            output = output.range(of: text).map { String(output[$0.upperBound...]) } ?? ""
        }

        func end() async -> RunningCommand.Outcome {
            let outcome = await command.outcome()
            return RunningCommand.Outcome(code: outcome.code, output: output + outcome.output, error: "")
        }
    }

    @Test func sectionsAreReadAndTheTerminalIsGivenBack() async throws {
        let session = try Session()
        try await session.wait(for: "\u{1B}[?1049h")
        try await session.wait(for: "Headlines: ")
        #expect(session.terminal.attributes.c_lflag != session.before.c_lflag)
        session.terminal.type("gh")
        try await session.wait(for: "points")
        session.terminal.type("gm")
        try await session.wait(for: "Now Playing: ")
        session.terminal.type("q")
        let outcome = await session.end()
        #expect(outcome.code == 0)
        #expect(outcome.output.hasSuffix(Self.restored))
        #expect(session.terminal.attributes.c_lflag == session.before.c_lflag)
    }

    @Test func searchShowsWhatWasTypedLast() async throws {
        let session = try Session()
        try await session.wait(for: "Headlines: ")
        session.terminal.type("gk")
        try await session.wait(for: "Beef: ")
        session.terminal.type("/riso")
        session.terminal.type("tto")
        try await session.wait(for: "Mushroom Risotto")
        session.terminal.type("\r")
        try await session.wait(for: "Ingredients")
        session.terminal.type("\u{1B}")
        session.terminal.type("q")
        #expect(await session.end().code == 0)
    }

    @Test func feedsAreReadByFolder() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky", folder: "Science")
            try await machine.add("slow-kitchen", folder: "Craft")
            let session = try Session(environment: machine.environment)
            try await session.wait(for: "Headlines: ")
            session.terminal.type("gf")
            try await session.wait(for: "2 feeds · 44 unread")
            try await session.wait(for: "Craft/ (20)")
            session.terminal.type("j\r")
            try await session.wait(for: "Craft, unread: 20 items")
            session.terminal.type("\r")
            try await session.wait(for: "Cover with cold water")
            session.terminal.type("t")
            try await session.wait(for: "The Slow Kitchen, 20")
            session.terminal.type("h")
            session.terminal.type("jm")
            session.terminal.type("h")
            try await session.wait(for: "2 feeds · 42 unread")
            session.terminal.type("A")
            try await session.wait(for: "2 feeds · 24 unread")
            session.terminal.type("/moon\r")
            try await session.wait(for: "All feeds: ")
            session.terminal.type("q")
            #expect(await session.end().code == 0)
            let remaining = try await machine.records("read", "-n", "50")
            #expect(
                remaining.count == 24 && remaining.allSatisfy { $0["source"] as? String == "The Night Sky Almanac" })
        }
    }

    @Test func feedsAreAddedByTheAddressOfTheirPage() async throws {
        try await FeedMachine.with { machine in
            let session = try Session(environment: machine.environment)
            try await session.wait(for: "Headlines: ")
            session.terminal.type("gf")
            try await session.wait(for: "Press a to add one.")
            session.terminal.type("ano such address\r")
            try await session.wait(for: "a web address")
            session.terminal.type("a\(FeedMachine.origin)\r")
            try await session.wait(for: "Open the one to add.")
            session.terminal.type("\r")
            try await session.wait(for: "Added: ")
            session.terminal.type("q")
            #expect(await session.end().code == 0)
            #expect(try await machine.records("feeds").count == 1)
        }
    }

    @Test func aSavedItemOutlivesItsFeedUntilItIsUnsaved() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky")
            let id = try #require(try await machine.records("read", "-n", "1")[0]["id"] as? String)
            let first = try Session(environment: machine.environment)
            try await first.wait(for: "Headlines: ")
            first.terminal.type("gf")
            try await first.wait(for: "1 feed · 24 unread")
            first.terminal.type("\r")
            try await first.wait(for: "unread: 24 items")
            first.terminal.type("s")
            try await first.wait(for: "Saved.")
            first.terminal.type("q")
            #expect(await first.end().code == 0)
            #expect(try await machine.run("feeds", "remove", "The Night").code == 0)
            #expect(try await machine.run("read", id).code == 0)

            let second = try Session(environment: machine.environment)
            try await second.wait(for: "Headlines: ")
            second.terminal.type("gb")
            try await second.wait(for: "1 saved")
            second.terminal.type("s")
            try await second.wait(for: "Removed from saved.")
            second.terminal.type("q")
            #expect(await second.end().code == 0)
            #expect(try await machine.run("read", id).error.contains("There is no item \(id)"))
        }
    }

    @Test func withoutFeedsTheScreenSaysWhatToDo() async throws {
        try await FeedMachine.with { machine in
            let session = try Session(environment: machine.environment)
            try await session.wait(for: "Headlines: ")
            session.terminal.type("gf")
            try await session.wait(for: "You have no feeds. Press a to add one.")
            session.terminal.type("q")
            #expect(await session.end().code == 0)
        }
    }

    @Test func picturesAreSixelsWhereTheTerminalShowsThem() async throws {
        let session = try Session()
        try await session.wait(for: "\u{1B}[16t\u{1B}[c")
        session.terminal.type("\u{1B}[6;20;10t\u{1B}[?62;4;22c")
        try await session.wait(for: "Headlines: ")
        session.terminal.type("gm")
        try await session.wait(for: "\u{1B}P0;1;0q")
        session.terminal.type("q")
        let outcome = await session.end()
        #expect(outcome.code == 0)
        #expect(!outcome.output.contains("▀"))
    }

    @Test func aResizeDrawsAgain() async throws {
        let session = try Session(columns: 130)
        try await session.wait(for: "Headlines: ")
        session.terminal.resize(columns: 40, lines: 12)
        session.command.send(SIGWINCH)
        try await session.wait(for: "1 of 7")
        session.terminal.type("q")
        #expect(await session.end().code == 0)
    }

    @Test func aContinuedProcessTakesTheTerminalOverAgain() async throws {
        let session = try Session()
        try await session.wait(for: " articles")
        session.command.send(SIGCONT)
        try await session.wait(for: "\u{1B}[?1049h")
        try await session.wait(for: " articles")
        session.terminal.type("q")
        #expect(await session.end().code == 0)
    }

    @Test func whatIsSavedIsThereTheNextTime() async throws {
        let state = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())").path
        let first = try Session(environment: ["XDG_STATE_HOME": state])
        try await first.wait(for: " articles")
        first.terminal.type("s")
        try await first.wait(for: "Saved.")
        first.terminal.type("q")
        #expect(await first.end().code == 0)
        let second = try Session(environment: ["XDG_STATE_HOME": state])
        try await second.wait(for: "Headlines: ")
        second.terminal.type("gb")
        try await second.wait(for: "1 saved")
        second.terminal.type("q")
        #expect(await second.end().code == 0)
    }

    @Test("Whatever ends it, the terminal is given back", arguments: [SIGTERM, SIGHUP, SIGSEGV, SIGILL, SIGABRT])
    func signals(signal: Int32) async throws {
        let session = try Session()
        try await session.wait(for: "Headlines: ")
        session.command.send(signal)
        let outcome = await session.end()
        #expect(outcome.code == 128 + signal)
        #expect(outcome.output.contains(Self.restored))
        #expect(session.terminal.attributes.c_lflag == session.before.c_lflag)
    }

    @Test func controlCEndsItAndNothingIsDrawnAfterThat() async throws {
        // Which comes first, the end or a drawing for the further key, is up to the system: without a check, every
        // third run draws.
        for further in ["", "?", "?", "?"] {
            let session = try Session()
            try await session.wait(for: "▀")
            session.terminal.type("?")
            try await session.wait(for: "first, last item")
            session.terminal.type("\u{3}" + further)
            let outcome = await session.end()
            #expect(outcome.code == 0)
            #expect(outcome.output.hasSuffix(Self.restored))
        }
    }

    #if os(Linux)
    /// The system does not stop the process, since no shell could continue it.
    @Test func controlZWithoutAShellBringsTheScreenBack() async throws {
        let session = try Session(leadsSession: true)
        try await session.wait(for: " articles")
        session.terminal.type("\u{1A}")
        try await session.wait(for: Self.restored)
        try await session.wait(for: "\u{1B}[?1049h")
        try await session.wait(for: " articles")
        session.terminal.type("q")
        let outcome = await session.end()
        #expect(outcome.code == 0)
        #expect(outcome.output.hasSuffix(Self.restored))
    }
    #endif

    @Test func aFailureIsShownAndTheScreenStays() async throws {
        let session = try Session(["--base-url", "http://127.0.0.1:9"])
        try await session.wait(for: "Press r to try again.")
        session.terminal.type("q")
        #expect(await session.end().code == 0)
    }

    @Test func withoutATerminalItSaysSo() async throws {
        let outcome = try await Command.run(["tui"])
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("needs a terminal"))
    }
}
