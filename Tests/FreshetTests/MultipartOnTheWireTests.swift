import Foundation
import Freshet
import FreshetTesting
import Testing

/// Forms with several parts, as a server reads them.
@Suite(.timeLimit(.minutes(2)))
struct MultipartOnTheWireTests {
    @Test("A server reads the parts that were sent", arguments: Carrier.allCases)
    func parts(carrier: Carrier) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bin")
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withServer { _ in
            .status(204)
        } test: { (server) async throws in
            let chunks = AsyncStream<Data> { continuation in
                for line in ["one\r\n", "--two\r\n", "--\r\n\r\n"] { continuation.yield(Data(line.utf8)) }
                continuation.finish()
            }
            let body = RequestBody.multipart([
                .field("a \"name\"; filename=x", "größe\r\n"), FormPart("file", .file(file)),
                FormPart("log", .stream(chunks, contentType: "text/plain"), fileName: "a\nb.txt"),
                FormPart("empty", .bytes(Data(), contentType: nil)),
            ])
            let request = Request<Loopback, Void>("/", method: .post, body: body, reading: .nothing)
            try await carrier.client(for: Loopback(server)).value(for: request)
            let parts = try #require(server.requests[0].parts)
            #expect(parts.map(\.name) == ["a \"name\"; filename=x", "file", "log", "empty"])
            #expect(parts.map(\.fileName) == [nil, file.lastPathComponent, "a\nb.txt", nil])
            #expect(parts.map(\.contentType) == [nil, "application/octet-stream", "text/plain", nil])
            #expect(parts[0].text == "größe\r\n" && parts[1].body == content && parts[3].body.isEmpty)
            #expect(parts[2].text == "one\r\n--two\r\n--\r\n\r\n")
        }
    }

    @Test("The length is announced where every part has one", arguments: [true, false])
    func length(isKnown: Bool) async throws {
        try await withServer { _ in
            .status(204)
        } test: { (server) async throws in
            let chunks = AsyncStream<Data> { continuation in
                continuation.yield(Data("abc".utf8))
                continuation.finish()
            }
            let body = RequestBody.multipart([FormPart("a", .stream(chunks, length: isKnown ? 3 : nil))])
            let request = Request<Loopback, Void>("/", method: .post, body: body, reading: .nothing)
            try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: request)
            let received = server.requests[0]
            #expect(received.header("content-length") == (isKnown ? "\(received.bodyLength)" : nil))
            #expect(received.header("transfer-encoding") == (isKnown ? nil : "chunked"))
            #expect(received.parts?.first?.text == "abc")
        }
    }

    // MARK: - Another parser

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Reads a form with the parser of Python's standard library, and prints each part as a line of JSON.
    private static let script = """
        import email.policy, json, sys
        from email.parser import BytesParser
        head = b"Content-Type: " + sys.argv[1].encode() + b"\\r\\n\\r\\n"
        form = BytesParser(policy=email.policy.HTTP).parsebytes(head + sys.stdin.buffer.read())
        for part in form.iter_parts():
            name = part.get_param("name", header="content-disposition")
            print(json.dumps([name, part.get_filename(), part.get_payload(decode=True).hex()]))
        """

    @Test("The parser of Python reads the parts", .enabled(if: python != nil))
    func anotherParser() async throws {
        let binary = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        try await withServer { _ in
            .status(204)
        } test: { (server) async throws in
            let body = RequestBody.multipart([
                .field("title", "größe\r\n--x\r\n"), FormPart("file", .bytes(binary), fileName: "a b.bin"),
                FormPart("empty", .bytes(Data())),
            ])
            let request = Request<Loopback, Void>("/", method: .post, body: body, reading: .nothing)
            try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: request)
            let received = try #require(server.requests.first)
            let lines = try Self.read(received.body, type: try #require(received.header("content-type")))
            let parts = try lines.map { try JSONDecoder().decode([String?].self, from: Data($0.utf8)) }
            #expect(parts.map { $0[0] } == ["title", "file", "empty"])
            #expect(parts.map { $0[1] } == [nil, "a b.bin", nil])
            let bodies = [Data("größe\r\n--x\r\n".utf8), binary, Data()]
            #expect(parts.map { $0[2] } == bodies.map { $0.map { String(format: "%02x", $0) }.joined() })
        }
    }

    private static func read(_ body: Data, type: String) throws -> [Substring] {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = ["-c", script, type]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: body)
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text.split(separator: "\n")
    }
}
