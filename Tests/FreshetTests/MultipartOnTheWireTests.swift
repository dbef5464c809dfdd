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
}
