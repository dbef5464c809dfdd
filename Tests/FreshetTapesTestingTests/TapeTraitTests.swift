import Foundation
import Freshet
import FreshetTapes
import FreshetTesting
import Testing

@testable import FreshetTapesTesting

private struct News: Service {
    let baseURL = "https://news.example/v1"
}

extension Request where API == News, Value == String {
    fileprivate static func headline(_ number: Int) -> Self { Request("headlines/\(number)", reading: .text) }
}

/// Tests with a tape of their own beside this file.
@Suite(.timeLimit(.minutes(1)))
struct TapedTests {
    private static let live = StubTransport { request in .text("live \(request.head.path ?? "")") }

    @Test(.tape("headlines", uses: .all, live: TapedTests.live))
    func aTestHasItsTape() async throws {
        let news = Client(News(), transport: .tape, cache: nil, time: .tape)
        #expect(try await news.value(for: .headline(1)) == "live /v1/headlines/1")
        #expect(try await news.value(for: .headline(2)) == "live /v1/headlines/2")
    }

    @Test("Cases share a file", .tape("cases", live: TapedTests.live), arguments: [1, 2])
    func cases(number: Int) async throws {
        let news = Client(News(), transport: .tape, cache: nil)
        #expect(try await news.value(for: .headline(number)) == "live /v1/headlines/\(number)")
    }

    @Suite(.tape("suite", live: TapedTests.live))
    struct ASuite {
        @Test func first() async throws {
            #expect(try await Client(News(), transport: .tape, cache: nil).value(for: .headline(1)).hasPrefix("live"))
        }

        @Test func second() async throws {
            #expect(try await Client(News(), transport: .tape, cache: nil).value(for: .headline(2)).hasPrefix("live"))
        }
    }

    @Test func withoutATapeEachRequestFails() async throws {
        let news = Client(News(), transport: .tape, cache: nil)
        do throws(FetchError) {
            _ = try await news.value(for: .headline(1))
            Issue.record("a response without a tape")
        } catch {
            #expect(error.description.contains("@Test(.tape("))
        }
    }
}

/// What the trait does in each mode.
@Suite(.timeLimit(.minutes(1)))
struct TapeTraitTests: ~Copyable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tapes-\(UUID())")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func trait(
        _ name: String = "one", uses use: TapeTrait.Use = .any,
        live: any Transport = StubTransport { _ in .text("live") }
    ) -> TapeTrait {
        .tape(name, uses: use, live: live, filePath: folder.appending(path: "SomeTests.swift").path)
    }

    /// Sends a request with the tape of the present test.
    private static func headline(_ number: Int = 1) async throws -> String {
        try await Client(News(), transport: .tape, cache: nil).value(for: .headline(number))
    }

    /// Sends a request with the tape of the present test, and expects a response.
    private static func expect(_ text: String) async throws {
        let headline = try await headline()
        #expect(headline == text)
    }

    private static func tape(_ text: String, count: Int = 1) -> Tape {
        let response = Tape.Response(head: .init(status: .ok), body: Tape.Body(Data(text.utf8)))
        return Tape(
            (1...count).map { number in
                Tape.Entry(
                    request: Tape.Request(url: "https://news.example/v1/headlines/\(number)"), response: response,
                    start: Date(timeIntervalSince1970: 1_600_000_000))
            })
    }

    @Test(
        "FRESHET_TAPE",
        arguments: [
            ([:], "replay"), (["FRESHET_TAPE": ""], "replay"), (["FRESHET_TAPE": "once"], "once"),
            (["FRESHET_TAPE": "once", "CI": "true"], "replay"), (["FRESHET_TAPE": "once", "CI": ""], "once"),
            (["FRESHET_TAPE": "record", "CI": "true"], "record"), (["FRESHET_TAPE": "live"], "live"),
            (["FRESHET_TAPE": "Replay"], nil),
        ] as [([String: String], String?)])
    func modes(_ environment: [String: String], _ mode: String?) throws {
        #expect((try? TapeMode(environment: environment))?.rawValue == mode)
    }

    @Test("A missing file fails with the command that makes it")
    func missingFile() async throws {
        let trait = trait("missing")
        let error = await #expect(throws: TapeProblem.self) {
            try await trait.run(.replay, named: "theFrontPageLoads()") {}
        }
        #expect(error?.description.contains("Tapes/missing.har") == true)
        #expect(error?.description.contains("FRESHET_TAPE=once swift test --filter theFrontPageLoads") == true)
    }

    @Test("A file that is no tape fails with the reason")
    func brokenFile() async throws {
        let trait = trait("broken")
        try FileManager.default.createDirectory(
            at: trait.file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: trait.file)
        await #expect(throws: TapeProblem.self) { try await trait.run(.replay, named: "t") {} }
    }

    @Test("Once records a file that is missing, and then replays it")
    func once() async throws {
        let stub = StubTransport { _ in .text("live") }
        let trait = trait(live: stub)
        try await trait.run(.once, named: "t") { try await Self.expect("live") }
        #expect(try Tape(contentsOf: trait.file).entries.count == 1)
        TapeSession.forgetRecorders()
        for mode in [TapeMode.once, .replay] {
            try await trait.run(mode, named: "t") { try await Self.expect("live") }
        }
        #expect(stub.requests.count == 1)
    }

    @Test("Record replaces the file, also after a failure; live leaves it")
    func record() async throws {
        struct Failure: Error {}
        let trait = trait("again", live: StubTransport { _ in .text("new") })
        try Self.tape("old").write(to: trait.file)
        try await trait.run(.live, named: "t") { try await Self.expect("new") }
        #expect(try Tape(contentsOf: trait.file).entries[0].response?.body?.data == Data("old".utf8))
        await #expect(throws: Failure.self) {
            try await trait.run(.record, named: "t") {
                #expect(try await Self.headline() == "new")
                throw Failure()
            }
        }
        #expect(try Tape(contentsOf: trait.file).entries[0].response?.body?.data == Data("new".utf8))
    }

    @Test("Entries that were not used fail a test that asks for all")
    func unusedEntries() async throws {
        try Self.tape("old", count: 2).write(to: trait("all").file)
        try await trait("all").run(.replay, named: "t") { _ = try await Self.headline() }
        let strict = trait("all", uses: .all)
        let error = await #expect(throws: TapeProblem.self) {
            try await strict.run(.replay, named: "t") { _ = try await Self.headline() }
        }
        #expect(error?.description.contains("GET https://news.example/v1/headlines/2") == true)
        try await strict.run(.replay, named: "t") {
            for number in [2, 1] { _ = try await Self.headline(number) }
        }
    }

    @Test("A thousand tests at once on fifty tapes do not mix")
    func manyTests() async throws {
        for number in 0..<50 { try Self.tape("tape \(number)").write(to: trait("\(number)").file) }
        let traits = (0..<50).map { trait("\($0)", uses: .all) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for test in 0..<1000 {
                let number = test % 50
                group.addTask {
                    try await traits[number].run(.replay, named: "t") {
                        await passTurns(1)
                        // A task that inherits nothing still has the tape of the client that it uses.
                        let client = Client(News(), transport: .tape, cache: nil)
                        await passTurns(1)
                        let text = try await Task.detached { try await client.value(for: .headline(1)) }.value
                        #expect(text == "tape \(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The time of a tape is that of its first entry")
    func time() async throws {
        let trait = trait("time")
        try Self.tape("old").write(to: trait.file)
        try await trait.run(.replay, named: "t") {
            #expect(TimeSource.tape.date() == Date(timeIntervalSince1970: 1_600_000_000))
        }
    }
}
