import Foundation
import FreshetCore
import FreshetDigests
import FreshetJSON
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// What a recorder writes.
@Suite(.timeLimit(.minutes(1)))
struct RecordingTests {
    // MARK: - The same as without

    /// The scenario of ``theSameIsSentAndReported()``: redirects, retries, the cache, shared requests, a refusal.
    private static func run(_ plugins: [any ClientPlugin]) async throws -> (paths: [String], steps: [String]) {
        let failures = Lock(1)
        let gate = Gate()
        let stub = StubTransport { (request) async throws(FetchError) in
            switch request.head.path {
            case "/v1/moved": return .redirect(to: "/v1/cached")
            case "/v1/lost":
                let fails = failures.withLock { failures in
                    defer { failures -= 1 }
                    return failures > 0
                }
                if fails { throw FetchError(.connectionLost) }
                return .text("found")
            case "/v1/shared":
                await gate.wait()
                return .text("shared")
            case "/v1/cached":
                let isKnown = request.head.headerFields[.ifNoneMatch] != nil
                return isKnown
                    ? .status(304, headers: [.eTag: "\"1\""])
                    : .json("[]", headers: [.eTag: "\"1\"", .cacheControl: "no-cache"])
            default: return .status(404)
            }
        }
        let clock = ManualClock()
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        let events = EventRecorder()
        configuration.observers = [events]
        configuration.retry = RetryPolicy(base: .zero, jitter: { 0 })
        configuration.time = clock.time
        configuration.plugins = plugins
        let client = Client(Films(), configuration)
        _ = try await client.data(for: .get("moved"))
        _ = try await client.data(for: .get("cached"))
        _ = try await client.data(for: .get("lost"))
        async let first = client.data(for: .get("shared"))
        try await gate.waitUntilWaiting()
        async let second = client.data(for: .get("shared"))
        try await events.waitForEvents { if case .joined = $0.step { true } else { false } }
        gate.open()
        _ = try await (first, second)
        _ = await failure { () async throws(FetchError) in try await client.data(for: .get("missing")) }
        let steps = events.events.map { event in
            switch event.step {
            case .cache(let step): "cache \(step.action.rawValue)"
            case .attempt(let number): "attempt \(number)"
            case .head(let status): "head \(status)"
            case .retry(let retry): "retry \(retry.failure)"
            case .joined: "joined"
            case .redirect: "redirect"
            case .finished(let metrics): "finished \(metrics.attempts)"
            case .failed(let error): "failed \(error.code)"
            default: "other"
            }
        }
        return (stub.requests.map { $0.head.path ?? "" }, steps.sorted())
    }

    @Test("With a recorder, the same requests are sent, and the same steps reported")
    func theSameIsSentAndReported() async throws {
        let without = try await Self.run([])
        let recorder = TapeRecorder()
        let with = try await Self.run([recorder])
        #expect(with.paths == without.paths)
        #expect(with.steps == without.steps)
        #expect(recorder.tape.entries.count == with.paths.count)
    }

    @Test("The fields of inner stages are in the tape")
    func innerFields() async throws {
        struct Signing: Interceptor {
            func intercept(
                _ request: OutgoingRequest, context: CallContext, next: Next
            ) async throws(FetchError) -> IncomingResponse {
                var request = request
                request.headers[HTTPField.Name("X-Trace")!] = "trace-1"
                return try await next(request)
            }
        }
        let stub = StubTransport { _ in .text("ok") }
        let recorder = TapeRecorder()
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.attemptInterceptors = [Signing()]
        configuration.plugins = [recorder]
        _ = try await Client(Films(), configuration).data(for: .get("films"))
        #expect(recorder.tape.entries[0].request.fields[HTTPField.Name("X-Trace")!] == "trace-1")
        #expect(recorder.tape.entries[0].request.fields[.userAgent] != nil)
    }

    // MARK: - The file

    /// A tape with all kinds of exchanges.
    private static func tapeOfAll() async throws -> Tape {
        let failures = Lock(1)
        let taped = Taped(Films(credentials: .query("api_key", "key-of-the-app")), retry: RetryPolicy(base: .zero)) {
            (request) async throws(FetchError) in
            switch request.head.path?.prefix(while: { $0 != "?" }) {
            case "/v1/moved": return .redirect(to: "/v1/films?code=c-1234567890")
            case "/v1/picture":
                return StubTransport.Response(
                    headers: [.contentType: "image/png"], chunks: [Data([0x89, 0x50, 0]), Data([0xFF])])
            case "/v1/lost":
                let fails = failures.withLock { failures in
                    defer { failures -= 1 }
                    return failures > 0
                }
                if fails { throw FetchError(.cannotConnect(.refused)) }
                return .text("caf\u{E9} \u{1F3AC} \u{0}\u{7F}", status: 200)
            case "/v1/broken":
                return StubTransport.Response(
                    headers: [.contentType: "text/plain"], chunks: [Data("beg".utf8)],
                    failure: FetchError(.tls("it broke")))
            case "/v1/empty": return .status(204)
            case "/v1/cookie":
                return .json("{}", headers: [.setCookie: "sid=cookie-1234; Path=/; HttpOnly"])
            default: return .json("[]")
            }
        }
        let client = taped.client
        for path in ["moved", "picture", "lost", "empty", "cookie"] { _ = try await client.data(for: .get(path)) }
        _ = await failure { () async throws(FetchError) in
            try await client.data(for: .get("broken", ["q": "a b&c"]).retrying(.never))
        }
        _ = try await client.data(for: .post("films", .json(["title": "Cléo"])))
        _ = try await client.data(for: .post("films", .form(["title": "Cléo & co", "password": "hush-hush"])))
        _ = try await client.data(for: .post("films", .bytes(Data([0, 255]))))
        let chunks = AsyncStream<Data> { continuation in
            for text in ["one", "two"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
        _ = try await client.data(for: .post("films", .stream(chunks, contentType: "text/plain")))
        return taped.tape
    }

    @Test("The file is valid HAR, with one entry for each request, and one key for the rest")
    func validHAR() async throws {
        let tape = try await Self.tapeOfAll()
        try tape.leave(as: "recorded")
        let json = try JSONTree(tape.har)
        #expect(try JSONSchema.har.problems(of: json) == [])
        let entries = try #require(json["log"]?["entries"]?.elements)
        #expect(entries.count == 12)
        let lost = entries.filter { $0["request"]?["url"]?.text?.contains("/lost") == true }
        #expect(lost[0]["response"]?["status"]?.int == 0)
        #expect(lost[0]["_freshet"]?["error"]?["code"]?.text == "cannot_connect.refused")
        #expect(lost[0]["timings"]?["wait"]?.int == -1)
        #expect(lost[1]["_freshet"]?["attempt"]?.int == 2)
        #expect(lost[1]["_freshet"]?["cause"]?.text == "retry after cannot_connect.refused")
        #expect(entries[1]["_freshet"]?["call"]?.int == 1)
        #expect(entries[1]["_freshet"]?["cause"]?.text == "redirect 302")
        #expect(entries[2]["_freshet"]?["chunks"]?.elements.count == 2)
        #expect(entries.allSatisfy { $0["timings"]?["dns"]?.int == -1 })
    }

    @Test("A tape that is written and read is the same")
    func rereading() async throws {
        let tape = try await Self.tapeOfAll()
        let reread = try tape.reread
        #expect(reread.timeless == tape.timeless)
        #expect(reread.har == tape.har)
    }

    @Test("A schema finds what is wrong with a file")
    func theSchemaIsStrict() throws {
        let good = String(decoding: Tape.of("https://films.example/").har, as: UTF8.self)
        let schema = try JSONSchema.har
        #expect(schema.problems(of: try JSONTree(Data(good.utf8))).isEmpty)
        for (text, other) in [
            (#""time": 0"#, #""time": null"#), (#""time": 0"#, #""_time": 0, "time": 0"#),
            (#""cache": {}"#, #""cash": {}"#), (#""version": "1.2""#, #""version": "1.1""#),
        ] {
            #expect(!schema.problems(of: try JSONTree(Data(good.replacing(text, with: other).utf8))).isEmpty)
        }
    }

    @Test("Bodies are text or Base64, and cut at the limit")
    func bodies() async throws {
        let bytes: [String: Data] = [
            "/v1/json": Data("\u{FEFF}{\"a\":\"é\r\n\"}".utf8), "/v1/latin": Data([0x63, 0xE9]),
            "/v1/zero": Data([0x61, 0x00]), "/v1/long": Data(repeating: 0x61, count: 100),
        ]
        let types = ["/v1/json": "application/json", "/v1/zero": "application/octet-stream"]
        let taped = Taped(bodyLimit: 20) { request in
            let path = request.head.path ?? ""
            return StubTransport.Response(
                headers: [.contentType: types[path] ?? "text/plain"], chunks: [bytes[path] ?? Data()])
        }
        for path in ["json", "latin", "zero", "long"] {
            #expect(try await taped.client.data(for: .get(path)).value == bytes["/v1/\(path)"])
        }
        let entries = try #require(JSONTree(taped.tape.har)["log"]?["entries"]?.elements)
        let contents = entries.compactMap { $0["response"]?["content"] }
        #expect(contents[0]["text"]?.text == "\u{FEFF}{\"a\":\"é\r\n\"}" && contents[0]["encoding"] == nil)
        #expect(contents[1]["encoding"]?.text == "base64" && contents[1]["text"]?.text == "Y+k=")
        #expect(contents[2]["encoding"]?.text == "base64")
        #expect(contents[3]["size"]?.int == 100 && contents[3]["text"]?.text?.count == 20)
        #expect(entries[3]["_freshet"]?["isCut"]?.bool == true)
        #expect(try taped.tape.reread.entries[0].response?.body?.data == bytes["/v1/json"])
        #expect(try taped.tape.reread.entries[3].response?.body?.isCut == true)
        let replay = ReplayTransport(try taped.tape.reread)
        let error = await failure { () async throws(FetchError) in try await replay.client().data(for: .get("long")) }
        #expect((error?.underlying as? TapeMiss)?.reason == .recordedWithoutBody)
    }

    @Test("The length is that of what is stored, and the original is kept")
    func lengths() async throws {
        let text = #"{"access_token":"a-long-token-of-the-server","n":1}"#
        let taped = Taped { _ in
            .json(text, headers: [.contentLength: "\(text.utf8.count)", HTTPField.Name("Content-MD5")!: "abc"])
        }
        _ = try await taped.client.data(for: .get("token"))
        let response = try #require(taped.tape.entries[0].response)
        #expect(response.head.headerFields[.contentLength] == "\(response.body?.data.count ?? 0)")
        #expect(response.originalFields[.contentLength] == "\(text.utf8.count)")
        #expect(response.head.headerFields[HTTPField.Name("Content-MD5")!] == nil)
        #expect(response.body?.size == response.body?.data.count)
        // A client checks the length of a body.
        let replay = ReplayTransport(try taped.tape.reread)
        #expect(try await replay.client().data(for: .get("token")).value == response.body?.data)
    }

    // MARK: - Writing

    @Test("A file is replaced as a whole, and only its owner may read it")
    func replacedFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tapes-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "one.har")
        let old = Tape.of("https://films.example/old")
        try old.write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        try Tape.of("https://films.example/new").write(to: file)
        // Who has the old file open still reads all of it: it was not written over.
        #expect(try handle.readToEnd() == old.har)
        #expect(try Tape(contentsOf: file).entries[0].request.url == "https://films.example/new")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["one.har"])
    }

    @Test("What a killed process has left of writing a file is removed when it is read")
    func drafts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tapes-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "one.har")
        try Tape.of("https://films.example/one").write(to: file)
        try Data("{".utf8).write(to: folder.appending(path: ".one.har.\(UUID())"))
        _ = try Tape(contentsOf: file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["one.har"])
    }

    @Test("Equal recordings are equal bytes, and a change is a change of few lines")
    func equalBytes() async throws {
        let first = try await Self.tapeOfAll().timeless
        let second = try await Self.tapeOfAll().timeless
        var third = first
        third.entries[3].response?.head.status = .init(code: 203, reasonPhrase: "")
        let lines = [first, second, third].map { String(decoding: $0.har, as: UTF8.self).split(separator: "\n") }
        #expect(zip(lines[0], lines[1]).filter { $0.0 != $0.1 }.map { "\($0) \($1)" } == [])
        #expect(first.har == second.har)
        #expect(zip(lines[0], lines[2]).filter { $0.0 != $0.1 }.count <= 2)
    }

    // MARK: - Streams

    @Test("A stream is recorded chunk by chunk, at the pace of its reader, as far as it came")
    func streams() async throws {
        let delivered = Lock(0)
        let body = CountingBody(delivered)
        let recorder = TapeRecorder()
        struct Counting: Transport {
            let body: CountingBody
            func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
                TransportResponse(
                    head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]), body: body)
            }
        }
        let transport = recorder.transport(around: Counting(body: body))
        var response: TransportResponse? = try await transport.send(
            TransportRequest(head: HTTPRequest(method: .get, scheme: "https", authority: "films.example", path: "/")))
        #expect(recorder.tape.entries[0].response?.body?.data.isEmpty == true)
        _ = try await response?.body.next()
        _ = try await response?.body.next()
        // Nothing was read ahead.
        #expect(delivered.withLock { $0 } == 2)
        #expect(recorder.tape.entries[0].response?.body?.data == Data("chunk 1chunk 2".utf8))
        response?.body.cancel()
        response = nil
        let entry = recorder.tape.entries[0]
        #expect(entry.failure?.isCancellation == true)
        #expect(entry.response?.chunks.map(\.count) == [7, 7])
    }

    private final class CountingBody: TransportBody {
        let delivered: Lock<Int>

        init(_ delivered: Lock<Int>) { self.delivered = delivered }

        func next() async throws(FetchError) -> Data? {
            Data(
                "chunk \(delivered.withLock { count in count += 1; return count })".utf8)
        }

        func cancel() {}
    }

    @Test("A stream that is sent is recorded while the transport reads it")
    func sentStreams() async throws {
        let taped = Taped { (request) async throws(FetchError) in
            guard case .stream(_, let chunks) = request.body else { return .status(400) }
            var count = 0
            do { for try await chunk in chunks { count += chunk.count } } catch { throw FetchError(.connectionLost) }
            return .text("\(count)")
        }
        let chunks = AsyncStream<Data> { continuation in
            for text in ["one", "two", "three"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
        let response = try await taped.client.data(for: .post("upload", .stream(chunks, contentType: "text/plain")))
        #expect(response.value == Data("11".utf8))
        #expect(taped.tape.entries[0].request.body == Tape.Body(Data("onetwothree".utf8)))
    }

    @Test("An address that is excluded is not recorded, and nothing is after removeAll()")
    func exclusion() async throws {
        let recorder = TapeRecorder(excluding: { $0.contains("/ads") })
        var configuration = ClientConfiguration(transport: StubTransport { _ in .text("ok") }, cache: nil)
        configuration.plugins = [recorder]
        let client = Client(Films(), configuration)
        _ = try await client.data(for: .get("ads"))
        _ = try await client.data(for: .get("films"))
        #expect(recorder.tape.entries.map(\.request.url) == ["https://films.example/v1/films"])
        recorder.removeAll()
        #expect(recorder.tape.entries.isEmpty)
    }
}
