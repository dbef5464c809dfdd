import Foundation
import Freshet
import FreshetTesting
import Testing

/// Servers that misbehave over TLS and HTTP/2, where plain bytes can't be scripted.
@Suite(.timeLimit(.minutes(5)))
struct HostileTLSTests {
    @Test("Handshakes that fail", arguments: LoopbackServer.TLS.allCases.filter { $0 != .trusted }, ValueFace.allCases)
    func handshake(tls: LoopbackServer.TLS, face: ValueFace) async throws {
        try await withServer(tls: tls) { _ in
            .text("never")
        } test: { (server) async throws in
            let client = Client(
                Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil,
                retry: RetryPolicy(base: .zero))
            for _ in 1...2 {
                guard case .failure(let error) = try await face.outcome(of: .text("/"), client) else {
                    Issue.record("a value came")
                    return
                }
                #expect(error.code == (tls == .cutOff ? "cannot_connect.other" : "tls"), "\(error)")
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A body without length is incomplete without the closure alert of TLS", arguments: ValueFace.allCases)
    func truncation(face: ValueFace) async throws {
        try await withServer(tls: .trusted) { request in
            request.path == "/good"
                ? .text("good")
                : LoopbackResponse([
                    .head(status: 200, headers: [("Connection", "close"), ("Content-Type", "text/plain")]),
                    .bytes(Data("pay 1".utf8)), .cut,
                ])
        } test: { (server) async throws in
            let client = Client(
                Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never)
            guard case .failure(let error) = try await face.outcome(of: .text("/"), client) else {
                Issue.record("a value came")
                return
            }
            #expect(error.kind == .connectionLost)
            #expect(try await client.value(for: .text("/good")) == "good")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [LoopbackResponse.Step]
        let code: String

        init(_ name: String, _ steps: [LoopbackResponse.Step], _ code: String) {
            (testDescription, self.steps, self.code) = (name, steps, code)
        }
    }

    private static let text = [("Content-Type", "text/plain")]
    private static let many = Data(repeating: 0x20, count: 64 << 10)

    @Test(
        "HTTP/2",
        arguments: [
            Case("a reset before the head", [.reset], "connection_lost"),
            Case("a reset in the body", [.head(status: 200, headers: text), .chunk(many), .reset], "connection_lost"),
            Case(
                "a body shorter than its length",
                [.head(status: 200, headers: text + [("Content-Length", "10")]), .chunk(Data("abc".utf8))],
                "connection_lost"),
            Case("a body without end", [.head(status: 200, headers: text), .forever([.chunk(many)])], "too_large"),
            Case(
                "a bomb",
                [
                    .head(status: 200, headers: text + [("Content-Encoding", "gzip")]), .chunk(Compressed.gzipHeader),
                    .forever([.chunk(Compressed.mebibyteOfZeros)]),
                ], "too_large"),
            Case("a status of four digits", [.head(status: 2000, headers: text)], "protocol_violation"),
            Case("a negative status", [.head(status: -1, headers: text)], "protocol_violation"),
            Case("interim responses without end", [.forever([.interim(status: 103, count: 1)])], "too_large"),
            Case("a head of a megabyte", [.head(status: 200, headers: huge)], "connection_lost"),
        ])
    func http2(example: Case) async throws {
        ResidentMemory.beginMeasuring()
        let before = ResidentMemory.peak
        try await withServer(tls: .trusted, http2: true) { request in
            request.path == "/good" ? .text("good") : LoopbackResponse(example.steps)
        } test: { (server) async throws in
            var limits = Limits()
            limits.bodyBytes = 1 << 20
            let client = Client(
                Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, limits: limits,
                retry: RetryPolicy(base: .zero))
            for face in ValueFace.allCases {
                let request = Request<Loopback, String>.text("/").retrying(.never)
                guard case .failure(let error) = try await face.outcome(of: request, client) else {
                    Issue.record("a value came")
                    return
                }
                #expect(error.code == example.code, "\(face): \(error)")
                #expect((try? await face.outcome(of: .text("/good"), client).get()) == "good")
            }
            try await server.wait { $0.openExchanges == 0 }
        }
        #expect(ResidentMemory.peak - before < 64 << 20)
    }

    private static let huge = (0..<16).map { ("X-Huge-\($0)", String(repeating: "x", count: 64 << 10)) }
}
