import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What every transport does, over real HTTP.
@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
    @Test("Every 2xx is a success (T39, T48)", arguments: Carrier.allCases, [200, 201, 202, 203, 206, 299])
    func success(carrier: Carrier, status: Int) async throws {
        try await withServer { _ in
            .text("fine", status: status)
        } test: { (server) async throws in
            let response = try await carrier.client(for: Loopback(server)).response(for: .text("/"))
            #expect(response.head.status.code == status)
            #expect(response.value == "fine")
        }
    }

    @Test("A response without content has an empty value (T39)", arguments: Carrier.allCases)
    func noContent(carrier: Carrier) async throws {
        try await withServer { _ in
            .status(204)
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            let request = Request<Loopback, [String]>("/", reading: .decoded(whenEmpty: []))
            #expect(try await client.value(for: request) == [])
            try await client.value(for: Request<Loopback, Void>("/", method: .delete, reading: .nothing))
        }
    }

    @Test(
        "Every other status fails with the response (T10, T31)", arguments: Carrier.allCases,
        [400, 401, 403, 404, 410, 429, 500, 503])
    func refused(carrier: Carrier, status: Int) async throws {
        try await withServer { _ in
            .text("why not", status: status)
        } test: { (server) async throws in
            let error = await failure { () async throws(FetchError) in
                try await carrier.client(for: Loopback(server)).value(for: .text("/"))
            }
            #expect(error?.kind == .status(.init(code: status)))
            #expect(error?.response?.text == "why not")
            #expect(error?.request?.url == "\(server.baseURL)/")
        }
    }

    @Test("Methods, fields and bodies arrive", arguments: Carrier.allCases)
    func upload(carrier: Carrier) async throws {
        try await withServer { request in
            .text("\(request.method) \(request.bodyLength)")
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            #expect(try await client.value(for: .text("/", method: .post, body: .form(["a": "1 & 2"]))) == "POST 13")
            #expect(server.requests[0].header("content-type") == "application/x-www-form-urlencoded")
            #expect(server.requests[0].body == Data("a=1%20%26%202".utf8))
            #expect(server.requests[0].header("user-agent")?.hasPrefix("Freshet/") == true)
            #expect(try await client.value(for: .text("/", method: .put, body: .json(["a": 1]))) == "PUT 7")
            #expect(try await client.value(for: .text("/", method: .patch, body: .bytes(Data([1, 2])))) == "PATCH 2")
        }
    }

    @Test("A transport reports what it has sent of a body", arguments: Carrier.allCases)
    func sentBytes(carrier: Carrier) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let data = Data(repeating: 7, count: 700_000)
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withServer { request in
            .text("\(request.bodyLength)")
        } test: { (server) async throws in
            let head = HTTPRequest(
                method: .put, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/")
            let chunks = AsyncThrowingStream<Data, any Error> { continuation in
                for _ in 0..<7 { continuation.yield(Data(repeating: 1, count: 100_000)) }
                continuation.finish()
            }
            for body in [TransportRequest.Body.bytes(data), .file(file), .stream(length: 700_000, chunks)] {
                let sent = Lock<[Int]>([])
                var request = TransportRequest(head: head, body: body)
                request.onSent = { count in sent.withLock { $0.append(count) } }
                let response = try await carrier.transport.send(request)
                #expect(try await response.body.next() == Data("700000".utf8))
                let counts = sent.withLock { $0 }
                let total: Int = counts.reduce(0, +)
                #expect(total == 700_000)
                #expect(counts.count > 5, "A large body goes in pieces.")
            }
        }
    }

    @Test("A body streams up from chunks and from a file", arguments: Carrier.allCases)
    func streamUp(carrier: Carrier) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(repeating: 7, count: 3_000_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withServer { request in
            .text("\(request.bodyLength)")
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            let chunks = AsyncThrowingStream<Data, any Error> { continuation in
                for _ in 0..<30 { continuation.yield(Data(repeating: 1, count: 50_000)) }
                continuation.finish()
            }
            #expect(try await client.value(for: .text("/", method: .post, body: .stream(chunks))) == "1500000")
            #expect(try await client.value(for: .text("/", method: .post, body: .file(file))) == "3000000")
        }
    }

    @Test("A body that can't be read fails the call", arguments: Carrier.allCases)
    func brokenUpload(carrier: Carrier) async throws {
        try await withServer { _ in
            .text("")
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            let broken = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: POSIXError(.EIO)) }
            let error = await failure { () async throws(FetchError) in
                try await client.value(for: .text("/", method: .post, body: .stream(broken)))
            }
            #expect(error?.kind == .invalidRequest("its body could not be read"))
            let missing = URL(fileURLWithPath: "/nowhere/at/all")
            let other = await failure { () async throws(FetchError) in
                try await client.value(for: .text("/", method: .post, body: .file(missing)))
            }
            #expect(other?.kind == .file("The file /nowhere/at/all can't be read."))
            let folder = await failure { () async throws(FetchError) in
                try await client.value(for: .text("/", method: .post, body: .file(URL(fileURLWithPath: "/tmp"))))
            }
            #expect(folder?.kind == .file("The file /tmp can't be read."))
        }
    }

    @Test("Compressed bodies are decoded", arguments: Carrier.allCases, ["gzip", "deflate"])
    func compression(carrier: Carrier, coding: String) async throws {
        let text = String(repeating: "The tide turns twice a day. ", count: 40)
        let encoded = try #require(
            Data(
                base64Encoded: coding == "gzip"
                    ? "H4sIAAAAAAACAwvJSFUoyUwBEqVFecUKJeWZyakKiQopiZV6CiGjcqNyo3KjchTIAQDft9WmYAQAAA=="
                    : "eJwLyUhVKMlMARKlRXnFCiXlmcmpCokKKYmVegoho3KjcqNyo3IUyAEALoiC8A=="))
        try await withServer { _ in
            .data(encoded, type: "text/plain", headers: [("Content-Encoding", coding)])
        } test: { (server) async throws in
            let response = try await carrier.client(for: Loopback(server)).response(for: .text("/"))
            #expect(response.value == text)
            #expect(response.head.headerFields[.contentEncoding] == nil)
            #expect(response.head.headerFields[.contentLength] == nil)
            #expect(server.requests[0].header("accept-encoding")?.contains("gzip") == true)
        }
    }

    @Test("Chunks arrive as they are sent", arguments: Carrier.allCases)
    func chunks(carrier: Carrier) async throws {
        let gate = Gate()
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Transfer-Encoding", "chunked")]), .chunk(Data("first ".utf8)),
                .hold(gate),
                .chunk(Data("second".utf8)), .lastChunk,
            ])
        } test: { (server) async throws in
            let stream = try await carrier.client(for: Loopback(server)).stream(for: .text("/"))
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() == Data("first ".utf8))
            gate.open()
            #expect(try await iterator.next() == Data("second".utf8))
            #expect(try await iterator.next() == nil)
            #expect(try await iterator.next() == nil)
            #expect(stream.metrics.bodyBytes == 12)
        }
    }

    @Test("RFC 9111 §3.1: fields behind the body never become fields of the head", arguments: Carrier.readingTrailers)
    func trailers(carrier: Carrier) async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Transfer-Encoding", "chunked"), ("Trailer", "X-Late")]),
                .bytes(Data("4\r\nbody\r\n0\r\nX-Late: 1\r\nCache-Control: max-age=60\r\n\r\n".utf8)),
            ])
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            for _ in 0..<2 {
                let response = try await client.response(for: .text("/"))
                #expect(response.value == "body")
                #expect(response.head.headerFields[.init("X-Late")!] == nil)
                #expect(response.head.headerFields[.cacheControl] == nil)
            }
        }
    }

    @Test("No cookie is stored", arguments: Carrier.allCases)
    func cookies(carrier: Carrier) async throws {
        try await withServer { _ in
            .text("", headers: [("Set-Cookie", "id=1; Path=/")])
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            _ = try await client.value(for: .text("/"))
            _ = try await client.value(for: .text("/"))
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { $0.header("cookie") == nil })
        }
    }

    @Test("A connection that breaks is reported", arguments: ["before the head", "in the body"])
    func broken(point: String) async throws {
        try await withServer { _ in
            let head = LoopbackResponse.Step.head(status: 200, headers: [("Content-Length", "100")])
            return LoopbackResponse(point == "in the body" ? [head, .bytes(Data("half".utf8)), .close] : [.close])
        } test: { (server) async throws in
            let error = await failure { () async throws(FetchError) in
                try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: .text("/"))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.isRetryable == true)
            #expect(error?.underlying != nil)
        }
    }

    @Test("A refused connection is reported", arguments: Carrier.allCases)
    func connectionRefused(carrier: Carrier) async throws {
        let server = try await LoopbackServer.start { _ in .text("") }
        let service = Loopback(server)
        await server.stop()
        let error = await failure { () async throws(FetchError) in
            try await carrier.client(for: service).value(for: .text("/"))
        }
        #expect(error?.kind == .cannotConnect(.refused))
        #expect(error?.localizedDescription == "127.0.0.1 refused the connection.")
    }

    @Test("A name without an address is reported", arguments: Carrier.allCases)
    func unknownHost(carrier: Carrier) async throws {
        let client = carrier.client(for: Loopback(baseURL: "http://nowhere.invalid"))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
        #expect(error?.kind == .cannotConnect(.unknownHost))
    }

    @Test("A call that waits for a busy connection is not a host out of reach")
    func busyConnection() async throws {
        let gate = Gate()
        try await withServer { request in
            request.target == "/slow"
                ? LoopbackResponse([.hold(gate)] + LoopbackResponse.text("slow").steps) : .text("fast")
        } test: { (server) async throws in
            var configuration = AsyncHTTPClientTransport.Configuration()
            configuration.connectionsPerHost = 1
            configuration.connectTimeout = .milliseconds(300)
            let client = Client(
                Loopback(server), transport: AsyncHTTPClientTransport(configuration), cache: nil, retry: .never)
            async let slow = client.value(for: .text("/slow"))
            try await server.wait { $0.openExchanges == 1 }
            async let fast = client.value(for: .text("/fast"))
            // It gives up by its own limit, which is longer than the transport's for connecting.
            let other = Request<Loopback, String>.text("/other").timeout(.milliseconds(500))
            let waiting = other
            let error = await failure { () async throws(FetchError) in try await client.value(for: waiting) }
            #expect(error?.kind == .timedOut(.call(.milliseconds(500))))
            gate.open()
            #expect(try await slow == "slow")
            #expect(try await fast == "fast")
        }
    }

    @Test("A thousand calls share a few connections", arguments: Carrier.allCases)
    func reuse(carrier: Carrier) async throws {
        let count = TestLength.count(300, long: 1_000)
        try await withServer { request in
            .text(request.target)
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<count {
                    group.addTask {
                        if number > 50 { await passTurns(1) }
                        return try await client.value(for: .text("/\(number)")) == "/\(number)"
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(server.counts.exchanges == count)
            #expect(server.counts.connections <= 20)
        }
    }

    @Test(
        "A body larger than the limit is refused while it streams", arguments: Carrier.stoppingLargeBodies,
        [true, false])
    func tooLarge(carrier: Carrier, announced: Bool) async throws {
        try await withServer { _ in
            let length = announced ? [("Content-Length", "\(64 << 20)")] : [("Connection", "close")]
            return LoopbackResponse([
                .head(status: 200, headers: length), .repeated(Data(repeating: 1, count: 1 << 16), times: 1024), .close,
            ])
        } test: { (server) async throws in
            var limits = Limits()
            limits.bodyBytes = 200_000
            let client = carrier.client(for: Loopback(server), limits: limits)
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.kind == .tooLarge(.body(limit: 200_000)))
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    @Test("Large bodies come whole, also many at once", arguments: Carrier.allCases)
    func largeBodies(carrier: Carrier) async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "\(24 << 20)")]),
                .repeated(Data(repeating: 1, count: 1 << 16), times: 384),
            ])
        } test: { (server) async throws in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let stream = try await carrier.client(for: Loopback(server)).stream(for: .text("/"))
                        var received = 0
                        for try await chunk in stream { received += chunk.count }
                        return received
                    }
                }
                for try await received in group { #expect(received == 24 << 20) }
            }
        }
    }

    @Test("The reader's pace reaches the server")
    func backPressure() async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "\(256 << 20)")]),
                .repeated(Data(repeating: 1, count: 1 << 16), times: 4096),
            ])
        } test: { (server) async throws in
            let stream = try await Carrier.asyncHTTPClient.client(for: Loopback(server)).stream(for: .text("/"))
            var iterator = stream.makeAsyncIterator()
            var received = 0
            while received < 1 << 20, let chunk = try await iterator.next() { received += chunk.count }
            // What is neither read nor refused fits into the buffers of the two sockets.
            #expect(server.counts.writtenBytes < 64 << 20)
            stream.cancel()
            try await server.wait { $0.openExchanges == 0 }
            #expect(server.counts.abortedExchanges == 1)
        }
    }
}
