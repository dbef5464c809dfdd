import Foundation
import FreshetOutbox
import FreshetTesting
import NIOConcurrencyHelpers
import ReaderModels
import ReaderStorage
import Testing

@testable import GazetteCommands

/// Changes of the marks and settings of a web app's account that are made while it can't be reached.
@Suite(.timeLimit(.minutes(5)))
struct MarksOutboxTests {
    /// A web app that keeps the changes it receives while it is up.
    private final class WebApp: Sendable {
        let changes = NIOLockedValueBox<[(token: String, change: SharedMarks.Change)]>([])
        private let isUp = NIOLockedValueBox(false)

        func rise() { isUp.withLockedValue { $0 = true } }

        func start() async throws -> LoopbackServer {
            try await LoopbackServer.start { [changes, isUp] request in
                guard isUp.withLockedValue({ $0 }) else { return .status(503) }
                if request.method == "POST",
                    let change = try? JSONDecoder().decode(SharedMarks.Change.self, from: request.body)
                {
                    changes.withLockedValue { $0.append((request.header("Authorization") ?? "", change)) }
                }
                let all = changes.withLockedValue { $0.map(\.change) }
                let marks = SharedMarks(
                    name: "ann", read: all.flatMap(\.read), saved: all.flatMap(\.save),
                    settings: all.reduce(into: [:]) { $0.merge($1.settings) { $1 } })
                return (try? .data(JSONEncoder().encode(marks), type: "application/json")) ?? .text("")
            }
        }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-marks-\(UUID())")

    private func account(_ port: Int, _ name: String = "ann") -> SyncAccount {
        var account = SyncAccount(address: "http://127.0.0.1:\(port)", token: "token-of-\(name)")
        account.name = name
        return account
    }

    private func signIn(_ account: SyncAccount) throws {
        let data = folder.appending(path: "gazette")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try JSONEncoder().encode(account).write(to: data.appending(path: "sync.json"))
    }

    private func run(_ arguments: String...) async throws -> RunningCommand.Outcome {
        let environment = [
            "XDG_DATA_HOME": folder.path, "TMDB_KEY": "any", "TMDB_BASE_URL": "http://127.0.0.1:1",
        ]
        return try await Command.run(arguments, environment: environment)
    }

    @Test func aSettingThatCannotBeSentIsStoredAndSentBySync() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = WebApp()
        let server = try await app.start()
        let port = server.port
        try signIn(account(port))
        let set = try await run("sync", "settings", "theme=dark")
        #expect(set.code == 0 && set.output.isEmpty)
        #expect(
            set.error
                == "Stored, not sent yet: Set theme to dark. The web app can't respond at the moment (503). Send it with: gazette sync\n"
        )
        #expect(try await run("outbox").output.contains("Set theme to dark"))
        #expect(try await run("sync", "--timeout", "1").code == 75)

        // Another account of the same web app sends nothing of it.
        app.rise()
        try signIn(account(port, "eve"))
        #expect(try await run("outbox").error == "All changes have been sent.\n")
        #expect(try await run("sync").code == 0)
        #expect(app.changes.withLockedValue { $0.isEmpty })

        try signIn(account(port))
        let sent = try await run("sync")
        #expect(sent.code == 0 && sent.error == "All changes have been sent.\n")
        let changes = app.changes.withLockedValue { $0 }
        #expect(changes.map(\.token) == ["Bearer token-of-ann"] && changes.first?.change.settings == ["theme": "dark"])
        #expect(try await run("sync", "settings", "keys=off").output == "keys\toff\ntheme\tdark\n")
        await server.stop()
    }

    @Test func changesOfATerminalWithoutAWebAppAreSentByTheNext() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = WebApp()
        let server = try await app.start()
        let port = server.port
        let console = Console(
            environment: ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path], input: 0, output: 1, error: 2)
        try await Console.$current.withValue(console) {
            try await readTwoStories(account(port))
            app.rise()
            let marks = try await marksAfterSynchronizing(account(port))
            #expect(marks.readKeys.count == 2 && marks.saved.map(\.id) == ["1"])
        }
        #expect(app.changes.withLockedValue { $0.flatMap(\.change.read) } == ["hn:1", "hn:2"])
        await server.stop()
    }

    @Test func changesDuringTheSendingOfAnotherBecomeOne() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await LoopbackServer.start { _ in .silence }
        let outbox = try MarksOutbox(file: folder.appending(path: "outbox.sqlite"), client: account(server.port).client)
        func read(_ key: String) async throws {
            var change = SharedMarks.Change()
            change.read = [key]
            try await outbox.add(change)
        }
        try await read("hn:1")
        for await state in outbox.outbox.states where state.sending == 1 { break }
        try await read("hn:2")
        try await read("hn:3")
        await outbox.read()
        #expect(outbox.entries.map(\.sentence) == ["Mark 1 item as read", "Mark 2 items as read"])
        await outbox.close()
        await server.stop()
    }

    @MainActor private func readTwoStories(_ account: SyncAccount) async throws {
        let store = try TUIMarksStore(account: account)
        var marks = store.load()
        for id in ["1", "2"] {
            let row = TUIRow(section: .hn, id: id, title: "Title", facts: "", url: "https://example.com/\(id)")
            marks.read(row)
            if id == "1" { _ = marks.toggleSaved(row) }
            store.save(marks)
        }
        try await store.finish()
    }

    @MainActor private func marksAfterSynchronizing(_ account: SyncAccount) async throws -> TUIMarks {
        let store = try TUIMarksStore(account: account)
        _ = store.load()
        let marks = await withCheckedContinuation { continuation in
            var waiting: CheckedContinuation<TUIMarks, Never>? = continuation
            store.onMarks = { marks in
                waiting?.resume(returning: marks)
                waiting = nil
            }
            store.synchronize()
        }
        try await store.finish()
        return marks
    }

    @Test(
        "Changes in words",
        arguments: [
            (["hn:1"], [], [], [], [:], "Mark 1 item as read"),
            (["hn:1", "hn:2"], ["hn:3"], [], [], [:], "Mark 2 items as read, mark 1 item as unread"),
            ([], [], ["Mario"], ["hn:1"], [:], "Save “Mario”, remove 1 item from the saved ones"),
            (
                [], [], ["A", "B"], [], ["theme": "dark", "size": "larger"],
                "Save 2 items, set size to larger, set theme to dark"
            ),
        ] as [([String], [String], [String], [String], [String: String], String)])
    func sentences(
        read: [String], unread: [String], save: [String], remove: [String], settings: [String: String], text: String
    ) {
        var change = SharedMarks.Change()
        (change.read, change.unread, change.remove, change.settings) = (read, unread, remove, settings)
        change.save = save.map { SharedMarks.Item(key: "movies:7", title: $0, path: "/movies/7") }
        #expect(MarksChange(change: change).sentence == text)
    }
}
