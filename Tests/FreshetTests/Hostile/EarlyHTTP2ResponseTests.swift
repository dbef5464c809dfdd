import Foundation
import Freshet
import FreshetTesting
import Testing

/// HTTP/2 responses that are complete while the request is still being sent (RFC 9113 §8.1). AsyncHTTPClient alone
/// traps.
@Suite(.timeLimit(.minutes(5)))
struct EarlyHTTP2ResponseTests {
    enum Upload: String, CaseIterable, CustomTestStringConvertible {
        /// A little more than the window of a stream.
        case bytes70000, megabyte, endlessStream

        var testDescription: String { rawValue }

        var body: RequestBody {
            switch self {
            case .bytes70000: .bytes(Data(count: 70_000))
            case .megabyte: .bytes(Data(count: 1_000_000))
            case .endlessStream: .stream(AsyncThrowingStream<Data, any Error> { Data(count: 64 << 10) })
            }
        }
    }

    struct Ending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [LoopbackResponse.Step]

        init(_ name: String, _ steps: LoopbackResponse.Step...) {
            (testDescription, self.steps) = (name, steps)
        }

        /// Whether the system may drop bytes that have arrived, so that the response is not complete.
        var losesBytes: Bool { steps.contains { if case .resetConnection = $0 { true } else { false } } }
    }

    static let endings = [
        Ending("NO_ERROR", .resetStream(.noError)), Ending("CANCEL", .resetStream(.cancel)),
        Ending("INTERNAL_ERROR", .resetStream(.internalError)), Ending("REFUSED_STREAM", .resetStream(.refusedStream)),
        Ending("an unknown code", .resetStream(.init(rawValue: 0xFF00_0001))),
        Ending("the connection is closed", .closeConnection), Ending("the connection is reset", .resetConnection),
        Ending("GOAWAY", .goAway(lastStream: 0), .closeConnection),
        Ending("a frame that violates the protocol", .frame(type: 0, stream: 0)),
    ]

    private static func early(_ body: Data, then steps: [LoopbackResponse.Step]) -> LoopbackResponse {
        LoopbackResponse([.stopReading] + LoopbackResponse.data(body, type: "text/plain").steps + [.endStream] + steps)
    }

    /// Runs a test with a server that responds before it has read the body of a request.
    private func withEarlyServer(
        _ handler: @escaping LoopbackServer.Handler,
        test: (LoopbackServer, Client<Loopback>) async throws -> Void
    ) async throws {
        let server = try await LoopbackServer.start(tls: .trusted, http2: true, respondsEarly: true, handler: handler)
        let client = Client(
            Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never)
        do { try await test(server, client) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("A complete response counts, however its stream ends", arguments: Upload.allCases, endings)
    func complete(upload: Upload, ending: Ending) async throws {
        try await withEarlyServer { request in
            request.method == "GET" ? .text("good") : Self.early(Data("early".utf8), then: ending.steps)
        } test: { (server, client) async throws in
            for _ in 1...3 {
                let request = Request<Loopback, String>.text("/", method: .post, body: upload.body)
                switch try await ValueFace.async.outcome(of: request, client) {
                case .success(let text): #expect(text == "early")
                case .failure(let error): #expect(ending.losesBytes && error.kind == .connectionLost, "\(error)")
                }
                #expect(try await client.value(for: .text("/")) == "good")
            }
        }
    }

    @Test(
        "It is complete, too, if its body comes in pieces that are read late",
        arguments: endings.filter { !$0.losesBytes })
    func pieces(ending: Ending) async throws {
        let gate = Gate()
        let chunks = (0..<20).map { _ in LoopbackResponse.Step.bytes(Data(repeating: 0x61, count: 10_000)) }
        try await withEarlyServer { request in
            let head = LoopbackResponse.Step.head(status: 201, headers: [("Content-Type", "text/plain")])
            return LoopbackResponse([.stopReading, head] + chunks + [.endStream, .hold(gate)] + ending.steps)
        } test: { (server, client) async throws in
            let request = Request<Loopback, String>.text("/", method: .post, body: Upload.megabyte.body)
            let stream = try await client.stream(for: request)
            gate.open()
            try await server.wait { $0.openExchanges == 0 }
            var count = 0
            for try await chunk in stream { count += chunk.count }
            #expect(count == 200_000)
        }
    }

    @Test("A response that is larger than what is kept ends with an error at worst", arguments: endings)
    func large(ending: Ending) async throws {
        try await withEarlyServer { _ in
            Self.early(Data(count: 3 << 20), then: ending.steps)
        } test: { (server, client) async throws in
            let request = Request<Loopback, Data>("/", method: .post, body: Upload.megabyte.body, reading: .data)
            let error = await failure { () async throws(FetchError) in
                #expect(try await client.value(for: request).count == 3 << 20)
            }
            #expect(error == nil || error?.kind == .connectionLost)
        }
    }

    @Test("A response that has only begun is lost with its stream", arguments: Upload.allCases, endings)
    func begun(upload: Upload, ending: Ending) async throws {
        try await withEarlyServer { _ in
            LoopbackResponse(
                [.stopReading, .head(status: 200, headers: [("Content-Type", "text/plain")]), .bytes(Data("ear".utf8))]
                    + ending.steps + [.waitForClose])
        } test: { (_, client) async throws in
            let request = Request<Loopback, String>.text("/", method: .post, body: upload.body)
            let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
            #expect(error?.kind == .connectionLost, "\(String(describing: error))")
        }
    }

    @Test("A server that reads on gets the whole body") func readOn() async throws {
        let early = LoopbackResponse(LoopbackResponse.text("early").steps + [.endStream])
        try await withEarlyServer { _ in
            early
        } test: { (server, client) async throws in
            for count in [1, 17, 40] {
                let rest = Lock(count)
                let body = RequestBody.stream(
                    AsyncThrowingStream<Data, any Error> {
                        rest.withLock { rest in
                            rest -= 1
                            return rest < 0 ? nil : Data(count: 64 << 10)
                        }
                    })
                #expect(try await client.value(for: .text("/", method: .post, body: body)) == "early")
                #expect(rest.withLock { $0 } == -1)
            }
            #expect(server.counts.connections == 1)
        }
    }

    @Test("A server that neither reads on nor ends the stream is idle") func silent() async throws {
        let server = try await LoopbackServer.start(tls: .trusted, http2: true, respondsEarly: true) { _ in
            Self.early(Data("early".utf8), then: [.waitForClose])
        }
        let clock = ManualClock()
        let client = Client(
            Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never, time: clock.time)
        let request = Request<Loopback, String>.text("/", method: .post, body: Upload.megabyte.body)
        async let error = failure { () async throws(FetchError) in try await client.value(for: request) }
        try await server.wait { $0.openExchanges == 1 }
        let passing = Task { try await clock.run { Task.isCancelled } }
        #expect(await error?.code == "timed_out.idle")
        passing.cancel()
        try await server.wait { $0.openExchanges == 0 }
        await server.stop()
    }

    @Test("Refused uploads leave no streams behind") func refusals() async throws {
        try await withEarlyServer { _ in
            .status(413)
        } test: { (server, client) async throws in
            // More than the streams that a connection may have.
            for _ in 1...150 {
                let upload = Request<Loopback, Void>(
                    "/", method: .put, body: Upload.endlessStream.body, reading: .nothing)
                let error = await failure { () async throws(FetchError) in try await client.value(for: upload) }
                #expect(error?.status?.code == 413)
            }
            #expect(server.counts.connections == 1)
            try await server.wait { $0.openExchanges == 0 }
        }
    }
}
