import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import Testing

/// Bodies of requests with the content coding gzip.
@Suite(.timeLimit(.minutes(5)))
struct CompressedUploadTests {
    enum Form: String, CaseIterable { case bytes, file, stream, multipart }

    /// Sends the bytes that a server has received back as a response in gzip, so that the transport's own decoder reads
    /// them.
    private static func read(_ request: LoopbackRequest, by client: Client<Loopback>) async throws -> Data {
        let server = try await LoopbackServer.start { _ in
            .data(request.body, headers: [("Content-Encoding", "gzip")])
        }
        let body = try await client.data(for: Request<Loopback, Data>(.absolute(server.baseURL))).value
        await server.stop()
        return body
    }

    @Test("A body of any form is sent in gzip, and is what it was", arguments: Form.allCases)
    func forms(form: Form) async throws {
        let content = Data(String(repeating: "One line after another. ", count: 20_000).utf8)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body: RequestBody =
            switch form {
            case .bytes: .bytes(content, contentType: "text/plain")
            case .file: .file(file, contentType: "text/plain")
            case .stream:
                .stream(
                    AsyncStream { continuation in
                        for start in stride(from: 0, to: content.count, by: 1000) {
                            continuation.yield(content[start..<min(start + 1000, content.count)])
                        }
                        continuation.finish()
                    }, length: content.count, contentType: "text/plain")
            case .multipart: .multipart([FormPart("text", .file(file))])
            }
        try await withServer { _ in
            .status(204)
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let upload = Request<Loopback, Void>("/", method: .put, body: body, reading: .nothing).compressed()
            try await client.value(for: upload)
            let request = try #require(server.requests.first)
            #expect(request.header("content-encoding") == "gzip")
            #expect(request.body.count < content.count / 20)
            #expect((request.header("content-length") != nil) == (form == .bytes))
            let received = try await Self.read(request, by: client)
            if form == .multipart {
                #expect(received.range(of: content) != nil)
            } else {
                #expect(received == content && request.header("content-type") == "text/plain")
            }
        }
    }

    @Test("What can't be compressed, and what has a coding already, is sent as it is")
    func asItIs() async throws {
        try await withServer { _ in
            .status(204)
        } test: { (server) async throws in
            let body = RequestBody.bytes(Data("text".utf8))
            let plain = Request<Loopback, Void>("/", method: .put, body: body, reading: .nothing).compressed()
            try await Carrier.asyncHTTPClient.client(for: Loopback(server))
                .value(for: plain.header(.contentEncoding, "br"))
            try await Carrier.urlSession.client(for: Loopback(server)).value(for: plain)
            let none = Request<Loopback, Void>("/", reading: .nothing).compressed()
            try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: none)
            #expect(server.requests.map { $0.header("content-encoding") } == ["br", nil, nil])
            #expect(server.requests.map(\.bodyText) == ["text", "text", ""])
        }
    }

    @Test("Random bytes in pieces of any size are what they were, also after a retry")
    func random() async throws {
        var random = SeededRandom(seed: 7)
        for count in [0, 1, 65_535, 65_536, 200_000] {
            let content = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            let isFirst = Lock(true)
            try await withServer { _ in
                isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return .status(isFirst ? 503 : 204)
                }
            } test: { (server) async throws in
                let client = Carrier.asyncHTTPClient.client(for: Loopback(server), retry: RetryPolicy(base: .zero))
                let upload = Request<Loopback, Void>("/", method: .put, body: .bytes(content), reading: .nothing)
                try await client.value(for: upload.compressed())
                #expect(server.requests.count == 2)
                for request in server.requests { #expect(try await Self.read(request, by: client) == content) }
            }
        }
    }
}
