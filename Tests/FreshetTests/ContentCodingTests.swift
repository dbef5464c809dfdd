import Foundation
import Freshet
import FreshetTesting
import Testing

/// Coded bodies on AsyncHTTPClient, whole ones and damaged ones.
@Suite(.timeLimit(.minutes(5)))
struct ContentCodingTests {
    /// Returns what a client reads of a body.
    private func outcome(
        _ coding: String, _ body: Data, status: Int = 200
    ) async throws -> Result<String, FetchError> {
        try await withServer { _ in
            .data(body, type: "text/plain", status: status, headers: [("Content-Encoding", coding)])
        } test: { (server) async throws in
            try await ValueFace.async.outcome(of: .text("/"), Carrier.asyncHTTPClient.client(for: Loopback(server)))
        }
    }

    @Test("RFC 1952 §2.2: all members of gzip belong to the body (T75)", arguments: [0, 1, 512, 100_000])
    func members(padding: Int) async throws {
        let body = Compressed.member("Hello, ") + Compressed.member("") + Compressed.member("world")
        let outcome = try await outcome("gzip", body + Data(count: padding))
        #expect(try outcome.get() == "Hello, world")
    }

    @Test("A member that comes byte by byte") func slowMembers() async throws {
        let body = Compressed.member("Hello, ") + Compressed.member("world") + Data(count: 3)
        let fields = [("Content-Encoding", "x-gzip"), ("Transfer-Encoding", "chunked")]
        try await withServer { _ in
            LoopbackResponse(
                [.head(status: 200, headers: fields)] + body.map { .chunk(Data([$0])) } + [.lastChunk])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            #expect(try await client.value(for: .text("/")) == "Hello, world")
        }
    }

    @Test("Deflate with and without the head of zlib", arguments: ["eJzzSM3JydcBAAetAiE=", "80jNycnXAQA="])
    func deflate(encoded: String) async throws {
        let body = try #require(Data(base64Encoded: encoded))
        #expect(try await outcome("deflate", body).get() == "Hello,")
    }

    @Test("Several codings are taken off in reverse") func severalCodings() async throws {
        let inner = Compressed.member("twice")
        let body = Compressed.gzip(inner) + Compressed.trailer(inner)
        #expect(try await outcome("gzip, identity, GZIP", body).get() == "twice")
    }

    @Test(
        "What is unknown is left as it is", arguments: ["compress", "gzip, compress", "gzip, gzip, gzip, gzip, gzip"])
    func unknown(coding: String) async throws {
        try await withServer { _ in
            .data(Data("opaque".utf8), headers: [("Content-Encoding", coding)])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let response = try await client.response(for: .text("/"))
            #expect(response.value == "opaque" && response.head.headerFields[.contentEncoding] == coding)
        }
    }

    @Test("An empty body has no coding to be damaged") func empty() async throws {
        #expect(try await outcome("gzip", Data()).get() == "")
        #expect(try await outcome("deflate", Data(), status: 201).get() == "")
    }

    @Test("A body cut off anywhere is damaged") func cutOff() async throws {
        let body = Compressed.member("Hello, ") + Compressed.member("world")
        let whole = [0, Compressed.member("Hello, ").count]
        for length in 0..<body.count where !whole.contains(length) {
            let outcome = try await outcome("gzip", body.prefix(length))
            guard case .failure(let error) = outcome else {
                Issue.record("\(length) bytes gave \(outcome)")
                continue
            }
            #expect(error.code == "content_coding" && !error.isRetryable, "\(length): \(error)")
        }
    }

    @Test("A body that is larger than all that is held at once comes whole") func large() async throws {
        let member = Compressed.member(String(repeating: "tea ", count: 15_000))
        let body = (0..<200).reduce(into: Data()) { body, _ in body += member }
        try await withServer { _ in
            .data(body, headers: [("Content-Encoding", "gzip")])
        } test: { (server) async throws in
            let stream = try await Carrier.asyncHTTPClient.client(for: Loopback(server)).stream(for: .text("/"))
            var length = 0
            for try await chunk in stream { length += chunk.count }
            #expect(length == 200 * 60_000)
        }
    }

    @Test("A part is asked for without a coding", arguments: Carrier.allCases)
    func partWithoutCoding(carrier: Carrier) async throws {
        try await withServer { _ in
            .data(Data([0x1F]), status: 206, headers: [("Content-Range", "bytes 0-0/9")])
        } test: { (server) async throws in
            let response = try await carrier.client(for: Loopback(server))
                .data(for: .text("/").header(.range, "bytes=0-0"))
            #expect(response.value == Data([0x1F]))
            #expect(server.requests[0].header("accept-encoding") == "identity")
        }
    }

    @Test("A part is not decoded") func part() async throws {
        try await withServer { _ in
            .data(Data([0x1F]), status: 206, headers: [("Content-Encoding", "gzip"), ("Content-Range", "bytes 0-0/9")])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let response = try await client.data(for: .text("/").header(.range, "bytes=0-0"))
            #expect(response.value == Data([0x1F]) && response.head.headerFields[.contentEncoding] == "gzip")
        }
    }

    @Test("RFC 9112 §7: a transfer coding is decoded", arguments: ["gzip, chunked", "x-gzip,chunked", "Chunked"])
    func transferCoding(codings: String) async throws {
        let body = codings == "Chunked" ? Data("Hello".utf8) : Compressed.member("Hello")
        let fields = [("Transfer-Encoding", codings), ("Content-Type", "text/plain")]
        let outcome = try await outcome(
            LoopbackResponse([.head(status: 200, headers: fields), .chunk(body), .lastChunk]))
        #expect(try outcome.get() == "Hello")
    }

    @Test("A body with a transfer and a content coding is decoded twice") func bothCodings() async throws {
        let body = Compressed.member("Hello")
        let inner = Compressed.gzip(body) + Compressed.trailer(body)
        let fields = [("Transfer-Encoding", "gzip, chunked"), ("Content-Encoding", "gzip")]
        let outcome = try await outcome(
            LoopbackResponse([.head(status: 200, headers: fields), .chunk(inner), .lastChunk]))
        #expect(try outcome.get() == "Hello")
    }

    @Test("An unknown transfer coding is refused") func unknownTransferCoding() async throws {
        let fields = [("Transfer-Encoding", "rot13, chunked"), ("Content-Type", "text/plain")]
        let outcome = try await outcome(
            LoopbackResponse([.head(status: 200, headers: fields), .chunk(Data("Uryyb".utf8)), .lastChunk]))
        #expect(outcome.error?.code == "protocol_violation")
    }

    private func outcome(_ response: LoopbackResponse) async throws -> Result<String, FetchError> {
        try await withServer { _ in
            response
        } test: { (server) async throws in
            try await ValueFace.async.outcome(of: .text("/"), Carrier.asyncHTTPClient.client(for: Loopback(server)))
        }
    }
}
