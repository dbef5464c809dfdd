#if os(Linux) || os(macOS)
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

/// The commands of a wire log mean the same to a shell as the request to a server.
@Suite(.timeLimit(.minutes(5)))
struct CurlCommandTests {
    /// The arguments of curl and its standard input, as a shell passes them on.
    private struct Invocation: Equatable {
        var arguments: [String]
        var input: Data
    }

    private func command(_ request: TransportRequest, limit: Int = WireLog.defaultBodyLimit) async throws -> String {
        let lines = LoggedLines()
        let log = WireLog(around: StubTransport { _ in .json("[]") }, style: .curl, bodyLimit: limit) { lines.add($0) }
        _ = try await log.send(request).body.chunks()
        #expect(lines.all.count == 1)
        return try #require(lines.all.first)
    }

    /// Runs a command in a shell whose curl prints its arguments, each with a zero byte after it.
    private func run(_ command: String, shell: String = "/bin/sh") throws -> Invocation {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = """
            curl() {
                printf '%s\\0' "$@" > arguments
                case " $* " in *" @- "*) cat > input;; esac
            }
            \(command)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: shell)
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder
        process.environment = [
            "AUTHORIZATION": "Bearer a'b $c", "PASSWORD": "p\"w", "BODY_FILE": "file", "PATH": "/usr/bin:/bin",
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let arguments = try Data(contentsOf: folder.appendingPathComponent("arguments"))
        let input = try? Data(contentsOf: folder.appendingPathComponent("input"))
        return Invocation(
            arguments: arguments.split(separator: 0, omittingEmptySubsequences: false).dropLast()
                .map { String(decoding: $0, as: UTF8.self) },
            input: input ?? Data())
    }

    @Test func aRequestIsOneCommand() async throws {
        let request = TransportRequest(
            .post, "/films?q=a%20b&n=1",
            fields: [
                .accept: "*/*", .authorization: "Bearer x", .contentType: "application/json", .userAgent: "App/1",
            ],
            body: .bytes(Data(#"{"title":"Cléo's","password":"hush"}"#.utf8)))
        let command = try await command(request)
        #expect(
            command == """
                curl 'https://films.example/films?q=a%20b&n=1' --request 'POST' --header 'Accept: */*' \
                --header 'Authorization: '"$AUTHORIZATION" --header 'Content-Type: application/json' \
                --header 'User-Agent: App/1' --header 'Expect:' \
                --data-raw '{"title":"Cléo'\\''s","password":"'"$PASSWORD"'"}'
                """)
        let invocation = try run(command)
        #expect(invocation.arguments.contains("Authorization: Bearer a'b $c"))
        #expect(invocation.arguments.last == #"{"title":"Cléo's","password":"p"w"}"#)
    }

    @Test(
        "Options",
        arguments: [
            (TransportRequest(.head), ["--head"], ["--request"]),
            (TransportRequest(.get), [], ["--request", "--globoff", "--path-as-is", "--compressed", "--data-raw"]),
            (TransportRequest(.delete, "/a/../[b]"), ["--request", "DELETE", "--globoff", "--path-as-is"], []),
            (TransportRequest(.get, fields: [.acceptEncoding: "gzip"]), ["--compressed"], []),
            (TransportRequest(.get, fields: [.acceptEncoding: "identity"]), [], ["--compressed"]),
            (TransportRequest(.get, fields: [.server: ""]), ["Server;"], ["Server: "]),
            (TransportRequest(.get), ["Accept:", "User-Agent:"], ["Content-Type:", "Expect:"]),
            (TransportRequest(.post, body: .bytes(Data())), ["Content-Type:", "--data-raw", ""], []),
            (
                TransportRequest(.post, fields: [.contentLength: "3"], body: .bytes(Data([0, 1, 2]))),
                ["--data-binary", "@file"], ["Content-Length: 3"]
            ),
            (
                TransportRequest(.post, body: .file(URL(fileURLWithPath: "/tmp/it's"))),
                ["--data-binary", "@/tmp/it's"], []
            ),
            (
                TransportRequest(.post, body: .stream(length: nil, AsyncThrowingStream { nil })),
                ["--data-binary", "@file"], []
            ),
        ])
    func options(request: TransportRequest, present: [String], absent: [String]) async throws {
        let arguments = try run(try await command(request)).arguments
        #expect(arguments.first == "https://films.example\(request.head.path ?? "")")
        for option in present { #expect(arguments.contains(option), "\(arguments)") }
        for option in absent { #expect(!arguments.contains(option), "\(arguments)") }
    }

    @Test func aLongBodyIsAFile() async throws {
        let request = TransportRequest(
            .post, fields: [.contentType: "text/plain"], body: .bytes(Data("12345".utf8)))
        #expect(try run(try await command(request, limit: 4)).arguments.last == "@file")
        #expect(try run(try await command(request, limit: 5)).arguments.last == "12345")
    }

    private static let shells = ["/bin/sh", "/bin/bash", "/bin/dash", "/bin/zsh"].filter {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("Every byte of a body survives the shell", arguments: shells)
    func everyByte(shell: String) async throws {
        var random = SeededRandom(seed: 3)
        var bodies: [[UInt8]] = [
            Array(1...255), Array("-n %s %d \\n \\\\ ' \" $HOME `ls` !x $(ls)\n".utf8), Array("\n".utf8),
            Array("@file".utf8),
            Array("'".utf8), Array("é\u{202E}\u{85}".utf8), [0xE9], Array("%".utf8), Array("\\".utf8),
        ]
        for length in [1, 2, 3, 50] {
            bodies.append((0..<length).map { _ in UInt8.random(in: 1...255, using: &random) })
            bodies.append((0..<length).map { _ in UInt8.random(in: 32...126, using: &random) })
        }
        for body in bodies {
            let request = TransportRequest(.post, fields: [.contentType: "text/plain"], body: .bytes(Data(body)))
            let command = try await command(request)
            let isPlain = command.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            #expect(isPlain)
            let invocation = try run(command, shell: shell)
            let sent =
                invocation.arguments.suffix(2) == ["--data-binary", "@-"]
                ? invocation.input : Data(try #require(invocation.arguments.last).utf8)
            #expect(sent == Data(body), "\(command)")
        }
    }

    @Test func aFieldSurvivesTheShell() async throws {
        let value = "a'b\t\u{85}!\u{202E} \"$HOME\" `ls` \\ %s é"
        let request = TransportRequest(.get, fields: [.server: value])
        let command = try await command(request)
        let isPlain = command.unicodeScalars.allSatisfy { !$0.properties.isBidiControl && $0.value >= 0x20 }
        #expect(isPlain)
        let sent = try #require(request.head.headerFields[.server])
        #expect(try run(command).arguments.contains("Server: \(sent)"))
    }
}
#endif
