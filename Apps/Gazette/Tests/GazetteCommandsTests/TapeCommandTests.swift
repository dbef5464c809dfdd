import Foundation
import Freshet
import FreshetTesting
import Testing

/// The command `gazette tape`, and `--record` and `--replay` of other commands.
@Suite(.timeLimit(.minutes(5)))
struct TapeCommandTests: ~Copyable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tapes-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var file: String { folder.appending(path: "one.har").path }

    private func run(_ arguments: String...) async throws -> RunningCommand.Outcome {
        try await Command.run(arguments)
    }

    /// Writes a tape with a request, as a browser would.
    private func write(_ request: [String: Any]) throws {
        let response: [String: Any] = ["status": 200, "headers": [], "content": ["text": "ok", "size": 2]]
        let entry: [String: Any] = [
            "startedDateTime": "2026-03-04T08:15:30Z", "time": 12, "request": request, "response": response,
        ]
        let log = ["log": ["version": "1.2", "entries": [entry]] as [String: Any]]
        try JSONSerialization.data(withJSONObject: log).write(to: URL(filePath: file))
    }

    @Test func whatIsRecordedIsReplayed() async throws {
        let recorded = try await run("headlines", "--limit", "3", "--record", file)
        #expect(recorded.code == 0, "\(recorded.error)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("https://newsapi.org/v2/top-headlines") && !text.contains("X-Api-Key: emulator"))
        let replayed = try await run("headlines", "--limit", "3", "--replay", file)
        #expect(replayed.lines == recorded.lines && replayed.lines.count == 3)
        let other = try await run("headlines", "--category", "science", "--replay", file)
        #expect(other.code == 64)
        #expect(other.error.contains("the tape has no entry") && other.error.contains("category"))
    }

    @Test func aFailureIsRecorded() async throws {
        let recorded = try await run("headlines", "--base-url", "http://127.0.0.1:1", "--record", file)
        #expect(recorded.code == 69)
        let shown = try await run("tape", "show", file)
        #expect(shown.lines.first?.contains("cannot_connect.refused") == true)
        let replayed = try await run("headlines", "--base-url", "http://127.0.0.1:1", "--replay", file)
        #expect(replayed.code == recorded.code)
    }

    @Test func entriesAreListed() async throws {
        _ = try await run("people", "--record", file)
        let shown = try await run("tape", "show", file)
        #expect(shown.code == 0)
        let columns = try #require(shown.lines.first).split(separator: "\t")
        #expect(columns.count == 6 && columns[0] == "1" && columns[1] == "GET" && columns[2] == "200")
        let json = try await run("tape", "show", file, "--json")
        #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [[String: Any]])
    }

    @Test func secretsAreFoundAndRemoved() async throws {
        try write([
            "method": "GET", "url": "https://films.example/v1?api_key=hush-hush-hush",
            "headers": [["name": "Authorization", "value": "Bearer hush-hush"]],
        ])
        let found = try await run("tape", "check", file)
        #expect(found.code == 65)
        #expect(found.output.contains("secrets in the address, the request's header fields"))
        #expect(!found.output.contains("hush-hush"))
        let trimmed = try await run("tape", "trim", file, "--only", "1")
        #expect(trimmed.code == 0)
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("hush-hush"))
        #expect(try await run("tape", "check", file).code == 0)
        #expect(try await run("tape", "trim", file, "--matching", "nothing").error.contains("0 of 1"))
        #expect(try await run("tape", "trim", file, "--only", "2").code == 64)
    }

    @Test(
        "What only looks like a secret is named",
        arguments: [
            ("to ada@films.example, please", "an e-mail address (“ada@fi…”)"),
            ("a%40b.example and b@c.example", "2 e-mail addresses (“a%40b.…”)"), ("at @ada or a@b", nil),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "a JSON Web Token (“eyJhbG…”)"), ("eyJ.a.b", nil),
            ("9f86d081884c7d659a2feaa0c55ad015", "a long random text (“9f86d0…”)"),
            ("sk_live_4eC39HqLyjWDarjtT1zdp7dc4eC39HqL", "a long random text (“sk_liv…”)"),
            ("12345678901234567890123456789012345", nil), ("A-Title-Of-1962-With-Considerable-Length-In-It", nil),
            ("sleepless-nights-shrink-the-appetite-for-risk-zebrafish-19066", nil), ("REDACTED-0001", nil),
        ] as [(String, String?)])
    func suspects(_ text: String, _ found: String?) async throws {
        try write([
            "method": "POST", "url": "https://films.example/v1", "headers": [],
            "postData": ["mimeType": "text/plain", "text": text],
        ])
        let outcome = try await run("tape", "check", file)
        #expect(outcome.code == 0)
        let place = "Entry 1, POST https://films.example/v1: check"
        #expect(
            outcome.lines.first == found.map { "\(place) \($0) in the request's body" }
                ?? "1 entry, 0 with secrets.")
    }

    @Test func badFilesAreReported() async throws {
        #expect(try await run("tape", "show", "/nonexistent.har").code == 64)
        try Data("{}".utf8).write(to: URL(filePath: file))
        let outcome = try await run("tape", "show", file)
        #expect(outcome.code == 65 && outcome.error.contains("isn't a tape"))
        #expect(try await run("headlines", "--record", file, "--replay", file).code == 64)
    }

    // MARK: - Curl

    private static let shells = ["/bin/bash", "/bin/dash"].filter { FileManager.default.isExecutableFile(atPath: $0) }

    private static let texts = [
        "plain", "it's \"quoted\"", "two\nlines\r\n", "$HOME `id` \\n \\", "!! 50 % of 'é日🎬' \t", "-n", "{\"a\":[1]}",
    ]

    @Test("A shell sends the same request", arguments: texts)
    func curl(_ text: String) async throws {
        let server = try await LoopbackServer.start { _ in .text("ok") }
        try write([
            "method": "POST", "url": "\(server.baseURL)/v1/films?q=%24HOME%27&x[0]=1",
            "headers": [
                ["name": "Content-Type", "value": "text/plain"], ["name": "X-Text", "value": "it's $HOME \"x\" \\"],
            ],
            "postData": ["mimeType": "text/plain", "text": text],
        ])
        let printed = try await run("tape", "curl", file, "1")
        #expect(printed.code == 0)
        for (index, shell) in Self.shells.enumerated() {
            let process = Process()
            process.executableURL = URL(filePath: shell)
            process.arguments = ["-c", "\(printed.output.trimmingCharacters(in: .newlines)) --silent --show-error"]
            process.standardOutput = Pipe()
            // Not waited for on a thread: the server needs it.
            let status = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            #expect(status == 0)
            let request = try #require(server.requests.dropFirst(index).first)
            #expect(request.method == "POST" && request.target == "/v1/films?q=%24HOME%27&x[0]=1")
            #expect(request.body == Data(text.utf8))
            #expect(request.header("X-Text") == "it's $HOME \"x\" \\")
        }
        await server.stop()
    }

    @Test func aNULIsRefused() async throws {
        try write([
            "method": "POST", "url": "https://films.example/v1", "headers": [],
            "postData": ["mimeType": "text/plain", "text": "a\u{0}b"],
        ])
        let outcome = try await run("tape", "curl", file, "1")
        #expect(outcome.code == 64 && outcome.error.contains("NUL"))
        #expect(try await run("tape", "curl", file, "2").code == 64)
    }
}
