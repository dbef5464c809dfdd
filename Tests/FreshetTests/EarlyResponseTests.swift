import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import Testing

/// Responses that come while the body of the request is still sent.
@Suite(.timeLimit(.minutes(2)))
struct EarlyResponseTests {
    /// A body that never ends by itself, with the number of its chunks.
    private static func endless(_ chunks: Lock<Int>) -> RequestBody {
        .stream(
            AsyncThrowingStream<Data, any Error> {
                chunks.withLock { $0 += 1 }
                return Data(count: 64 << 10)
            })
    }

    @Test("A refusal during the upload ends it, with the response", arguments: [true, false])
    func refusal(closes: Bool) async throws {
        let server = try await LoopbackServer.start(respondsEarly: true) { _ in
            LoopbackResponse(
                [
                    .head(
                        status: 413,
                        headers: [
                            ("Content-Type", "application/problem+json"), ("Content-Length", "23"),
                            ("Connection", "close"),
                        ]), .bytes(Data(#"{"detail":"Too large."}"#.utf8)),
                ] + (closes ? [.close] : [.waitForClose]))
        }
        for _ in 0..<10 {
            let chunks = Lock(0)
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let upload = Request<Loopback, Void>("/", method: .put, body: Self.endless(chunks), reading: .nothing)
            let error = await failure { () async throws(FetchError) in try await client.value(for: upload) }
            #expect(error?.status?.code == 413, "\(String(describing: error))")
            if !closes { #expect(error?.localizedDescription == "Too large.") }
            try await server.wait { $0.openConnections == 0 }
            // It is not read any further.
            let count = chunks.withLock { $0 }
            try await tasksAtRest()
            #expect(chunks.withLock { $0 } == count)
        }
        await server.stop()
    }

    @Test("A refusal without a body ends the upload, however long it is", arguments: [false, true], [200_000, nil])
    func refusalWithoutBody(http2: Bool, length: Int?) async throws {
        let server = try await LoopbackServer.start(tls: http2 ? .trusted : nil, http2: http2, respondsEarly: true) {
            _ in
            LoopbackResponse([.head(status: 503, headers: http2 ? [] : [("Content-Length", "0")])])
        }
        let transport: any Transport = http2 ? try TLSTests.trustingTransport() : AsyncHTTPClientTransport.shared
        let body = length.map { RequestBody.bytes(Data(count: $0)) } ?? Self.endless(Lock(0))
        for _ in 0..<20 {
            let client = Client(Loopback(server), transport: transport, cache: nil, retry: .never)
            let upload = Request<Loopback, Void>("/", method: .put, body: body, reading: .nothing)
            let error = await failure { () async throws(FetchError) in try await client.value(for: upload) }
            #expect(error?.status?.code == 503, "\(String(describing: error))")
        }
        await server.stop()
    }

    @Test("The end of a refusal that comes in pieces, after its body, is noticed")
    func refusalInPieces() async throws {
        let server = try await LoopbackServer.start(respondsEarly: true) { _ in
            LoopbackResponse([
                .head(status: 413, headers: [("Transfer-Encoding", "chunked")]), .chunk(Data("Too ".utf8)),
                .chunk(Data("large.".utf8)), .lastChunk, .waitForClose,
            ])
        }
        for _ in 0..<20 {
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server), retry: .never)
            let upload = Request<Loopback, Void>(
                "/", method: .put, body: Self.endless(Lock(0)), reading: .nothing)
            let error = await failure { () async throws(FetchError) in try await client.value(for: upload) }
            #expect(error?.status?.code == 413, "\(String(describing: error))")
            #expect(error?.response?.text == "Too large.")
        }
        await server.stop()
    }

    @Test("A response is complete, though its connection ends while the request is being sent")
    func complete() async throws {
        for _ in 0..<10 {
            let gate = Gate()
            let server = try await LoopbackServer.start(respondsEarly: true) { _ in
                LoopbackResponse(LoopbackResponse.text("early").steps + [.hold(gate), .close])
            }
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server), retry: .never)
            let request = Request<Loopback, String>.text("/", method: .post, body: Self.endless(Lock(0)))
            let stream = try await client.stream(for: request)
            gate.open()
            var body = Data()
            for try await chunk in stream { body += chunk }
            #expect(String(decoding: body, as: UTF8.self) == "early")
            await server.stop()
        }
    }

    @Test(
        "A complete response counts, though bytes follow it while the request is being sent", arguments: [true, false])
    func surplus(isInTheSamePacket: Bool) async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nearly"
        let surplus = LoopbackResponse.Step.bytes(Data("HTTP/1.1 200 OK\r\n".utf8))
        let gate = Gate()
        let server = try await LoopbackServer.start(respondsEarly: true) { _ in
            isInTheSamePacket
                ? LoopbackResponse([.bytes(Data((text + "HTTP/1.1 200 OK\r\n").utf8)), .waitForClose])
                : LoopbackResponse([.bytes(Data(text.utf8)), .hold(gate), surplus, .waitForClose])
        }
        let client = Carrier.asyncHTTPClient.client(for: Loopback(server), retry: .never)
        let request = Request<Loopback, String>.text("/", method: .post, body: Self.endless(Lock(0)))
        let stream = try await client.stream(for: request)
        gate.open()
        var body = Data()
        for try await chunk in stream { body += chunk }
        #expect(String(decoding: body, as: UTF8.self) == "early")
        try await server.wait { $0.openConnections == 0 }
        await server.stop()
    }

    @Test("A connection that ends together with a request and its early response traps nothing")
    func endOfTheConnection() async throws {
        let server = try await LoopbackServer.start(respondsEarly: true) { request in
            guard request.method == "POST" else { return .text("good") }
            return LoopbackResponse(
                LoopbackResponse.text("early").steps + [.pause(.microseconds(Int.random(in: 0...300))), .close])
        }
        let client = Carrier.asyncHTTPClient.client(for: Loopback(server), retry: .never)
        await withTaskGroup(of: Void.self) { group in
            // Several at once, so that requests are sent on connections of other event loops than their own.
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<TestLength.count(25, long: 2_000) {
                        do throws(FetchError) {
                            _ = try await client.value(for: .text("/"))
                            let chunk = Lock<Data?>(Data(count: 1_000))
                            let body = RequestBody.stream(
                                AsyncThrowingStream<Data, any Error> {
                                    chunk.withLock { chunk in
                                        defer { chunk = nil }
                                        return chunk
                                    }
                                })
                            let value = try await client.value(for: .text("/", method: .post, body: body))
                            #expect(value == "early")
                        } catch {
                            // The system may drop bytes that have arrived on a connection that is reset.
                            #expect(error.kind == .connectionLost)
                        }
                    }
                }
            }
        }
        // A call on a connection that the server is about to close may be lost.
        try await server.wait { $0.openExchanges == 0 }
        #expect(try await client.value(for: .text("/")) == "good")
        await server.stop()
    }
}
