import Foundation
import Freshet
import FreshetTesting
import Testing

/// Reused connections that are damaged or dead: the next request must not fail with them.
@Suite(.timeLimit(.minutes(10)))
struct UsedConnectionTests {
    private static func client(
        _ server: LoopbackServer, retry: RetryPolicy = .never, observers: [any FetchObserver] = []
    ) -> Client<Loopback> {
        Client(
            Loopback(server), transport: AsyncHTTPClientTransport(), cache: nil, retry: retry, observers: observers)
    }

    /// Makes calls, a number of them at once, and returns their errors.
    private static func failures(
        of count: Int, atOnce: Int, _ call: @escaping @Sendable (Int) async throws -> FetchError?
    ) async throws -> [FetchError] {
        try await withThrowingTaskGroup(of: FetchError?.self) { group in
            var failures: [FetchError?] = []
            for number in 0..<count {
                if number >= atOnce { failures.append(try await group.next() ?? nil) }
                group.addTask { try await call(number) }
            }
            for try await failure in group { failures.append(failure) }
            return failures.compactMap(\.self)
        }
    }

    // MARK: - Surplus bytes

    /// Bytes after a complete response, in the same piece or in one of their own.
    private static let surpluses = [
        "x", "\r\n", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Le", "0\r\n\r\n", "220 mail.example\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged",
    ]

    private static let wholes = [
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n0\r\nX-Trailer: 1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno",
    ]

    @Test("Bytes after a response fail no other call, not even a POST (T72)", arguments: wholes, surpluses)
    func surplus(whole: String, surplus: String) async throws {
        try await withServer { request in
            guard request.path == "/surplus" else { return .text("innocent") }
            return LoopbackResponse([.bytes(Data((whole + surplus).utf8))])
        } test: { (server) async throws in
            let client = Self.client(server)
            for _ in 1...3 {
                let outcome = try await ValueFace.async.outcome(of: .text("/surplus"), client)
                switch outcome {
                case .success(let text): #expect(text == "good" || text.isEmpty)
                case .failure(let error): #expect(error.code == "status.404")
                }
                #expect(try await client.value(for: .text("/", method: .post, body: .json([1]))) == "innocent")
            }
            // Blank lines do no harm; no connection with other surplus bytes carried another request.
            guard surplus != "\r\n" else { return }
            let spoilt = Set(server.requests.filter { $0.path == "/surplus" }.map(\.connection))
            // A second response at once makes the first one doubtful on a reused connection: two calls are repeated.
            let repetitions = surplus.hasSuffix("forged") ? 2 : 0
            #expect(spoilt.count == 3 + repetitions && server.requests.count == 6 + repetitions)
        }
    }

    @Test("Of two responses at once on a reused connection, none counts") func twoAtOnce() async throws {
        let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
        try await withServer { request in
            guard request.numberOnConnection > 1 else { return .text("good") }
            return LoopbackResponse([.bytes(Data((forged + Self.wholes[0]).utf8))])
        } test: { (server) async throws in
            let client = Self.client(server)
            #expect(try await client.value(for: .text("/")) == "good")
            // This is sent again, on a connection that carries no other request.
            #expect(try await client.value(for: .text("/")) == "good")
            #expect(try await client.value(for: .text("/")) == "good")
            let post = Request<Loopback, String>.text("/", method: .post, body: .json([1]))
            let error = await failure { () async throws(FetchError) in try await client.value(for: post) }
            #expect(error?.kind == .connectionLost && error?.underlying is ReusedConnectionFailure)
            #expect(server.requests.map(\.connection) == [1, 1, 2, 3, 3])
        }
    }

    @Test("2,000 innocent calls beside surplus bytes: none fails")
    func innocentCalls() async throws {
        let count = TestLength.count(150, long: 2_000)
        try await withServer { request in
            guard request.path == "/surplus" else { return .text("innocent") }
            let number = request.connection + request.numberOnConnection
            let (whole, surplus) = (Self.wholes[number % Self.wholes.count], Self.surpluses[number % 6])
            // In the same piece, or in one of their own that may come when the next request is in flight.
            guard number % 2 == 0 else { return LoopbackResponse([.bytes(Data((whole + surplus).utf8))]) }
            return LoopbackResponse([.bytes(Data(whole.utf8)), .bytes(Data(surplus.utf8))])
        } test: { (server) async throws in
            let client = Self.client(server)
            let failures = try await Self.failures(of: 2 * count, atOnce: 32) { number in
                let path: RequestPath = number % 2 == 0 ? "/surplus" : "/\(number)"
                let outcome = try await ValueFace.async.outcome(of: .text(path), client)
                return number % 2 == 0 ? nil : outcome.error
            }
            #expect(failures.isEmpty, "\(failures.count): \(failures.first.map { "\($0)" } ?? "")")
        }
    }

    @Test("Bytes that come while no response is awaited close the connection") func bytesBetween() async throws {
        let gate = Gate()
        try await withServer { request in
            guard request.path == "/first" else { return .text("good") }
            let late = LoopbackResponse.Step.bytes(Data("HTTP/1.1 408".utf8))
            return LoopbackResponse(LoopbackResponse.text("good").steps + [.hold(gate), late])
        } test: { (server) async throws in
            let client = Self.client(server)
            #expect(try await client.value(for: .text("/first")) == "good")
            gate.open()
            try await server.wait { $0.openConnections == 0 }
            #expect(try await client.value(for: .text("/", method: .post)) == "good")
            #expect(server.counts.connections == 2)
        }
    }

    @Test("A connection without surplus is used again, however its bytes come")
    func noFalseAlarm() async throws {
        try await withServer { request in
            let body = String(repeating: "aé\r\n", count: request.numberOnConnection * 700)
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            let bytes = Data((head + body).utf8)
            let cut = request.numberOnConnection * 7 % 60
            return LoopbackResponse([.bytes(bytes.prefix(cut)), .bytes(bytes.dropFirst(cut))])
        } test: { (server) async throws in
            let client = Self.client(server)
            for _ in 1...40 { _ = try await client.value(for: .text("/")) }
            #expect(server.counts.connections == 1)
        }
    }

    // MARK: - Dead connections

    /// A server that resets every connection on which a second request comes.
    private static let resetting: LoopbackServer.Handler = { request in
        request.numberOnConnection == 1 ? .text("good") : LoopbackResponse([.reset])
    }

    @Test("10,000 calls to a server that resets each reused connection: none fails, the budget is untouched (T73)")
    func resets() async throws {
        let count = TestLength.count(300, long: 10_000)
        try await withServer(Self.resetting) { (server) async throws in
            let events = EventRecorder()
            let client = Self.client(server, retry: .standard, observers: [events])
            let failures = try await Self.failures(of: count, atOnce: 32) { number in
                try await ValueFace.async.outcome(of: .text("/\(number)"), client).error
            }
            #expect(failures.isEmpty)
            let steps = events.events.map(\.step)
            #expect(steps.contains { if case .repeated = $0 { true } else { false } })
            #expect(!steps.contains { if case .retry = $0 { true } else { false } })
            #expect(!steps.contains { if case .retryStopped = $0 { true } else { false } })
            #expect(!steps.contains { if case .failed = $0 { true } else { false } })
        }
    }

    @Test("HTTP/2: a connection that ends before the head") func http2() async throws {
        let used = Lock<Set<Int>>([])
        try await withServer(tls: .trusted, http2: true) { request in
            let isFirst = used.withLock { $0.insert(request.connection).inserted }
            return isFirst ? .text("good") : LoopbackResponse([.closeConnection])
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = Client(
                Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never,
                observers: [events])
            for number in 1...3 { #expect(try await client.value(for: .text("/\(number)")) == "good") }
            #expect(events.events.contains { if case .repeated = $0.step { true } else { false } })
            #expect(server.requests.allSatisfy { $0.isHTTP2 })
        }
    }

    @Test("A repetition is counted and reported") func reported() async throws {
        try await withServer(Self.resetting) { (server) async throws in
            let events = EventRecorder()
            let client = Self.client(server, observers: [events])
            #expect(try await client.response(for: .text("/")).metrics.attempts == 1)
            #expect(try await client.response(for: .text("/")).metrics.attempts == 2)
            let call = events.events.filter { $0.call == events.events.last?.call }.map(\.step)
            // What the transport measures of each attempt comes when it ends.
            let steps = call.filter { if case .measured = $0 { false } else { true } }
            #expect(
                steps.prefix(5) == [
                    .started, .attempt(number: 1), .repeated(failure: "connection_lost"), .attempt(number: 2),
                    .head(status: 200),
                ])
        }
    }

    @Test("Requests that may not be repeated are sent once")
    func notRepeated() async throws {
        let requests: [Request<Loopback, String>] = [
            .text("/", method: .post, body: .json([1])), .text("/").retrying(.never),
        ]
        for request in requests {
            try await withServer(Self.resetting) { (server) async throws in
                let client = Self.client(server)
                _ = try await client.value(for: .text("/"))
                let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
                #expect(error?.kind == .connectionLost && error?.underlying is ReusedConnectionFailure)
                #expect(server.counts.exchanges == 2)
            }
        }
        try await withServer(Self.resetting) { (server) async throws in
            let client = Self.client(server)
            _ = try await client.value(for: .text("/"))
            let post = Request<Loopback, String>.text("/", method: .post, body: .json([1])).retrying(.always)
            #expect(try await client.value(for: post) == "good")
        }
    }

    @Test("A first request on a connection is not repeated") func freshConnection() async throws {
        try await withServer { _ in
            LoopbackResponse([.reset])
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = Self.client(server, observers: [events])
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.kind == .connectionLost && server.counts.exchanges == 1)
        }
    }

    @Test("A response that has begun is not a dead connection") func begun() async throws {
        try await withServer { request in
            guard request.numberOnConnection > 1 else { return .text("good") }
            return LoopbackResponse([.bytes(Data("HTTP/1.1 200 OK\r\n".utf8)), .reset])
        } test: { (server) async throws in
            let client = Self.client(server)
            _ = try await client.value(for: .text("/"))
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.kind == .connectionLost && server.counts.exchanges == 2)
        }
    }
}

extension Result {
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
