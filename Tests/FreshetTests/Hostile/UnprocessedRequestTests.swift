import Foundation
import Freshet
import FreshetTesting
import Testing

/// Requests that an HTTP/2 server has not processed (RFC 9113 §8.7), and HTTP/2 connections that end with calls in
/// flight.
@Suite(.timeLimit(.minutes(5)))
struct UnprocessedRequestTests {
    private static func client(
        _ server: LoopbackServer, retry: RetryPolicy = .never, observers: [any FetchObserver] = []
    ) throws -> Client<Loopback> {
        Client(
            Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: retry,
            observers: observers)
    }

    /// Makes calls at once, and returns their outcomes.
    private static func outcomes(
        _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Result<String, FetchError>
    ) async throws -> [Result<String, FetchError>] {
        try await withThrowingTaskGroup(of: Result<String, FetchError>.self) { group in
            for number in 0..<count { group.addTask { try await call(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static let post = Request<Loopback, String>.text("/", method: .post, body: .json([1]))

    // MARK: - GOAWAY

    @Test("100 POSTs and a GOAWAY amid them: none fails, none is processed twice") func goAway() async throws {
        let (gate, processed) = (Gate(), Lock<[String]>([]))
        let last = 101
        try await withServer(tls: .trusted, http2: true) { request in
            guard request.method == "POST" else { return .text("warm") }
            let response = LoopbackResponse.text(request.path).steps
            guard request.connection == 1, let stream = request.stream else {
                processed.withLock { $0.append(request.path) }
                return LoopbackResponse(response)
            }
            if stream == 201 { return LoopbackResponse([.goAway(lastStream: last)]) }
            if stream <= last { processed.withLock { $0.append(request.path) } }
            return LoopbackResponse([.hold(gate)] + response)
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = try Self.client(server, retry: .standard, observers: [events])
            #expect(try await client.value(for: .text("/")) == "warm")
            async let opening: Void = {
                try await server.wait { $0.abortedExchanges >= 49 && $0.connections == 2 }
                gate.open()
            }()
            let outcomes = try await Self.outcomes(100) { number in
                let request = Request<Loopback, String>.text("/\(number)", method: .post, body: .json([number]))
                return try await ValueFace.async.outcome(of: request, client)
            }
            try await opening
            #expect(outcomes.allSatisfy { (try? $0.get()) != nil }, "\(outcomes.first { (try? $0.get()) == nil }!)")
            #expect(processed.withLock { $0.sorted() } == (0..<100).map { "/\($0)" }.sorted())
            #expect(server.counts.connections == 2)
            let steps = events.events.map(\.step)
            #expect(steps.filter { if case .repeated = $0 { true } else { false } }.count == 50)
            #expect(!steps.contains { if case .retry = $0 { true } else { false } })
        }
    }

    @Test("Connections that end with calls in flight are lost, and nothing is cancelled", arguments: [true, false])
    func neverCancelled(closes: Bool) async throws {
        let rounds = TestLength.count(3, long: 400)
        let end: LoopbackResponse.Step = closes ? .closeConnection : .goAway()
        try await withServer(tls: .trusted, http2: true) { request in
            let response = LoopbackResponse.text("good").steps
            return LoopbackResponse(request.stream == 31 ? response + [.endStream, end] : response)
        } test: { (server) async throws in
            let client = try Self.client(server)
            for _ in 1...rounds {
                let outcomes = try await Self.outcomes(64) { number in
                    try await ValueFace.async.outcome(of: .text("/\(number)"), client)
                }
                for case .failure(let error) in outcomes { #expect(error.kind == .connectionLost, "\(error)") }
            }
        }
    }

    @Test("A GOAWAY that comes first, on each connection, is an error soon") func onlyGoAway() async throws {
        try await withServer(tls: .trusted, http2: true) { _ in
            LoopbackResponse([.goAway(lastStream: 0)])
        } test: { (server) async throws in
            let client = try Self.client(server)
            for request in [.text("/"), Self.post] {
                let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
                #expect(error?.kind == .connectionLost && error?.underlying is UnprocessedRequest)
            }
            #expect(server.requests.count == 4)
            // Connections without streams are not kept.
            try await server.wait { $0.openConnections == 0 }
        }
    }

    @Test("A connection that gets GOAWAY while idle is closed") func idleGoAway() async throws {
        let gate = Gate()
        let goAway = LoopbackResponse.Step.frame(type: 7, stream: 0, payload: Data(count: 8))
        try await withServer(tls: .trusted, http2: true) { request in
            guard request.connection == 1 else { return .text("good") }
            return LoopbackResponse(
                LoopbackResponse.text("good").steps + [.endStream, .hold(gate), goAway])
        } test: { (server) async throws in
            let client = try Self.client(server)
            #expect(try await client.value(for: .text("/")) == "good")
            gate.open()
            try await server.wait { $0.openConnections == 0 }
            #expect(try await client.value(for: Self.post) == "good")
        }
    }

    // MARK: - Dead connections

    @Test("100 GETs on a connection that dies need one new connection", arguments: [true, false])
    func oneConnection(resets: Bool) async throws {
        let gate = Gate()
        let end: LoopbackResponse.Step = resets ? .resetConnection : .closeConnection
        try await withServer(tls: .trusted, http2: true) { request in
            switch request.stream {
            case 1?: .text("warm")
            case 201? where request.connection == 1: LoopbackResponse([.hold(gate), end])
            case _ where request.connection == 1: .silence
            default: .text("good")
            }
        } test: { (server) async throws in
            let client = try Self.client(server)
            #expect(try await client.value(for: .text("/")) == "warm")
            async let opening: Void = {
                try await server.wait { $0.exchanges == 101 }
                gate.open()
            }()
            let outcomes = try await Self.outcomes(100) { number in
                try await ValueFace.async.outcome(of: .text("/\(number)"), client)
            }
            try await opening
            #expect(outcomes.allSatisfy { (try? $0.get()) != nil }, "\(outcomes.first { (try? $0.get()) == nil }!)")
            #expect(server.counts.connections == 2)
        }
    }

    @Test("A connection on which the server has violated the protocol is not used again", arguments: [0, 2])
    func violation(stream: Int) async throws {
        let isBroken = Lock(false)
        try await withServer(tls: .trusted, http2: true) { request in
            guard request.path == "/bad" else { return .text("good") }
            isBroken.withLock { $0 = true }
            // Data on the connection itself, or on a stream that nobody has opened. The server does not close the
            // connection.
            return LoopbackResponse([.frame(type: 0, stream: stream, payload: Data(count: 8)), .waitForClose])
        } test: { (server) async throws in
            let client = try Self.client(server)
            for _ in 1...3 {
                #expect(try await client.value(for: Self.post) == "good")
                let error = await failure { () async throws(FetchError) in
                    try await client.value(for: .text("/bad", method: .post, body: .json([1])))
                }
                #expect(error?.kind == .connectionLost, "\(String(describing: error))")
            }
            #expect(server.counts.connections == 3)
        }
    }

    @Test("A server that changes its limit of streams while a connection is idle") func idleSettings() async throws {
        try await withServer(tls: .trusted, http2: true) { request in
            LoopbackResponse(
                LoopbackResponse.text("good").steps + [.endStream, .streamLimit(50 + (request.stream ?? 0))])
        } test: { (server) async throws in
            let client = try Self.client(server)
            for _ in 1...20 { #expect(try await client.value(for: .text("/")) == "good") }
            let outcomes = try await Self.outcomes(40) { number in
                try await ValueFace.async.outcome(of: .text("/\(number)"), client)
            }
            #expect(outcomes.allSatisfy { (try? $0.get()) == "good" })
            #expect(server.counts.connections == 1)
        }
    }

    // MARK: - Refused streams

    /// A server that refuses some first requests of each path.
    private static func refusing(
        _ count: Int, _ step: LoopbackResponse.Step = .resetStream(.refusedStream)
    ) -> LoopbackServer.Handler {
        let seen = Lock<[String: Int]>([:])
        return { request in
            let number = seen.withLock { seen in
                seen[request.path, default: 0] += 1
                return seen[request.path] ?? 0
            }
            return number <= count ? LoopbackResponse([step]) : .text("good")
        }
    }

    @Test("A refused stream is repeated at once, whatever its method")
    func refused() async throws {
        try await withServer(tls: .trusted, http2: true, Self.refusing(1)) { (server) async throws in
            let events = EventRecorder()
            let client = try Self.client(server, retry: .standard, observers: [events])
            let requests: [Request<Loopback, String>] = [
                .text("/1"), .text("/2", method: .post, body: .json([1])),
                .text("/3", method: .patch, body: .bytes(Data(count: 100_000))),
                .text("/4", method: .put, body: .json([1])).header(.ifMatch, "\"1\""),
            ]
            for request in requests { #expect(try await client.value(for: request) == "good") }
            #expect(server.requests.count == 8 && server.counts.connections == 1)
            let steps = events.events.map(\.step)
            #expect(steps.filter { if case .repeated = $0 { true } else { false } }.count == 4)
            #expect(!steps.contains { if case .retry = $0 { true } else { false } })
        }
    }

    @Test("It is repeated once, and not if that is forbidden or impossible") func notRepeated() async throws {
        try await withServer(tls: .trusted, http2: true, Self.refusing(2)) { (server) async throws in
            let client = try Self.client(server)
            let stream = RequestBody.stream(AsyncThrowingStream<Data, any Error> { $0.finish() })
            let requests: [(Request<Loopback, String>, Int)] = [
                (.text("/1", method: .post, body: .json([1])), 2), (.text("/2").retrying(.never), 1),
                (.text("/3", method: .post, body: stream), 1),
            ]
            for (request, count) in requests {
                let before = server.requests.count
                let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
                #expect(error?.kind == .connectionLost && error?.underlying is UnprocessedRequest)
                #expect(server.requests.count - before == count)
            }
        }
    }

    // MARK: - HTTP/1.1

    @Test("HTTP_1_1_REQUIRED is repeated over HTTP/1.1", arguments: [true, false])
    func http1(goAway: Bool) async throws {
        try await withServer(tls: .trusted, http2: true) { request in
            guard request.isHTTP2 else { return .text("\(request.method) \(request.bodyLength)") }
            return LoopbackResponse([
                goAway ? .goAway(lastStream: 0, code: .http11Required) : .resetStream(.http11Required)
            ])
        } test: { (server) async throws in
            let client = try Self.client(server)
            #expect(try await client.value(for: .text("/")) == "GET 0")
            #expect(try await client.value(for: .text("/").retrying(.never)) == "GET 0")
            let upload = Request<Loopback, String>.text("/", method: .post, body: .bytes(Data(count: 1_000_000)))
            #expect(try await client.value(for: upload) == "POST 1000000")
            #expect(server.requests.count == 6)
        }
    }

    @Test("A response over HTTP/2 shows no field that the server has not sent") func fields() async throws {
        try await withServer(tls: .trusted, http2: true) { _ in
            LoopbackResponse([
                .interim(status: 103, count: 1), .head(status: 200, headers: [("Content-Type", "text/plain")]),
                .bytes(Data("good".utf8)),
            ])
        } test: { (server) async throws in
            let response = try await Self.client(server).response(for: .text("/"))
            #expect(response.head.headerFields.map(\.name) == [HTTPField.Name.contentType])
        }
    }
}
