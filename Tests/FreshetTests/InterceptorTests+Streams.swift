import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

// Streams and downloads, through interceptors.
extension InterceptorTests {
    @Test("Streams pass, and so do downloads", arguments: Position.allCases)
    func streams(position: Position) async throws {
        let stub = StubTransport { _ in
            StubTransport.Response(headers: [.contentType: "text/plain"], chunks: [Data("one".utf8), Data("two".utf8)])
        }
        let isStream = Lock<[Bool]>([])
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                let response = try await next(request)
                if case .stream = response.body { isStream.withLock { $0.append(true) } }
                return response
            }, at: position)
        var chunks: [String] = []
        for try await chunk in try await client.stream(for: request) {
            chunks.append(String(decoding: chunk, as: UTF8.self))
        }
        #expect(chunks == ["one", "two"])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let response = try await client.download(request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "onetwo")
        #expect(response.metrics.attempts == 1)
        #expect(isStream.withLock { $0 } == [true, true])
    }

    @Test("A stream that is not passed on is closed", arguments: Position.allCases, [true, false])
    func droppedStream(position: Position, isClosed: Bool) async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "10")]), .bytes(Data("first".utf8)), .waitForClose,
            ])
        } test: { (server) async throws in
            let step = Step { request, _, next async throws(FetchError) in
                let dropped = try await next(request)
                if isClosed { dropped.close() }
                return IncomingResponse(body: Data("instead".utf8))
            }
            let client = client(
                of: Loopback(server), AsyncHTTPClientTransport.shared, call: position == .callOfClient ? [step] : [],
                attempt: position == .attemptOfClient ? [step] : [])
            var request = Request<Loopback, String>.text("/")
            if position == .callOfRequest { request = request.intercepting(call: step) }
            if position == .attemptOfRequest { request = request.intercepting(attempt: step) }
            var text = ""
            for try await chunk in try await client.stream(for: request) {
                text += String(decoding: chunk, as: UTF8.self)
            }
            #expect(text == "instead")
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
        }
    }

    @Test("A body of an interceptor's own is read where a value is wanted", arguments: Position.allCases)
    func ownStream(position: Position) async throws {
        let stub = StubTransport { _ in Self.response }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                var response = IncomingResponse(headers: [.contentType: "application/json"])
                response.body = .stream(Chunks([#"["a","#, #""b"]"#]))
                return response
            }, at: position)
        #expect(try await client.value(for: request) == ["a", "b"])
        #expect(stub.requests.isEmpty)
    }
}
