import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Logging
import Testing

/// What a wire log shows of an exchange, and that the exchange stays as it is.
@Suite(.timeLimit(.minutes(5)))
struct WireLogTests {
    private let lines = LoggedLines()
    private let clock = ManualClock()

    private func log(
        _ style: WireLog.Style = .exchange, bodyLimit: Int = WireLog.defaultBodyLimit, around base: any Transport
    ) -> WireLog {
        WireLog(around: base, style: style, bodyLimit: bodyLimit, time: clock.time) { [lines] in lines.add($0) }
    }

    private func stub(_ chunks: [String], type: String? = "text/plain", failure: FetchError? = nil) -> StubTransport {
        StubTransport { _ in
            var fields = HTTPFields()
            fields[.contentType] = type
            return StubTransport.Response(headers: fields, chunks: chunks.map { Data($0.utf8) }, failure: failure)
        }
    }

    @Test func anExchangeIsShownCompletely() async throws {
        let stub = StubTransport { [clock] _ in
            clock.advance(by: .milliseconds(1250))
            return .json("{\n  \"id\": 7\n}", status: 201, headers: [.eTag: "\"a\""])
        }
        let request = TransportRequest(
            .post, "/films?page=2", fields: [.contentType: "application/json", .accept: "*/*"],
            body: .bytes(Data(#"{"title":"Cléo"}"#.utf8)))
        let response = try await log(around: stub).send(request)
        clock.advance(by: .milliseconds(50))
        #expect(try await response.body.chunks() == ["{\n  \"id\": 7\n}"])
        #expect(
            lines.all == [
                "#1 > POST https://films.example/films?page=2", "#1 > Content-Type: application/json",
                "#1 > Accept: */*", "#1 >", #"#1 > {"title":"Cléo"}"#, "#1 > [body: 17 bytes of application/json]",
                "#1 < 201 after 1.250 s", "#1 < Content-Type: application/json", "#1 < ETag: \"a\"", "#1 < {",
                #"#1 <   "id": 7"#, "#1 < }", "#1 < [body: 13 bytes of application/json after 1.300 s]",
            ])
    }

    @Test func concurrentExchangesHaveNumbers() async throws {
        let stub = StubTransport()
        let log = log(around: stub)
        async let first = log.send(TransportRequest(.get, "/first"))
        let one = try await stub.nextRequest()
        async let second = log.send(TransportRequest(.get, "/second"))
        let two = try await stub.nextRequest()
        two.respond(with: .status(204))
        _ = try await second
        one.respond(with: .status(404))
        _ = try await first
        let heads = lines.all.filter { !$0.contains("body") }
        #expect(
            heads == [
                "#1 > GET https://films.example/first", "#2 > GET https://films.example/second",
                "#2 < 204 after 0.000 s", "#1 < 404 after 0.000 s",
            ])
    }

    @Test func aFailureIsShownWithItsCodeAndTime() async {
        let stub = StubTransport { [clock] _ throws(FetchError) in
            clock.advance(by: .milliseconds(75))
            throw FetchError(.cannotConnect(.refused))
        }
        let error = await failure { () async throws(FetchError) in
            try await log(around: stub).send(TransportRequest())
        }
        #expect(error?.kind == .cannotConnect(.refused))
        #expect(lines.all.last == "#1 ! cannot_connect.refused after 0.075 s")
    }

    @Test func aCancelledRequestEnds() async throws {
        let stub = StubTransport()
        let log = log(around: stub)
        let sending = Task { await failure { () async throws(FetchError) in try await log.send(TransportRequest()) } }
        let held = try await stub.nextRequest()
        sending.cancel()
        #expect(await sending.value == .cancelled && held.isCancelled)
        #expect(lines.all.last == "#1 ! cancelled after 0.000 s")
    }

    // MARK: - Bodies of responses

    @Test func aBodyThatBreaksOffIsShownWithItsError() async throws {
        let base = stub(["one ", "two"], failure: FetchError(.connectionLost))
        let body = try await log(around: base).send(TransportRequest()).body
        let error = await failure { () async throws(FetchError) in try await body.chunks() }
        #expect(error?.kind == .connectionLost)
        #expect(
            lines.all.suffix(2) == ["#1 < one two", "#1 ! connection_lost after 7 bytes of text/plain after 0.000 s"])
    }

    @Test("A body that is not read to its end", arguments: [true, false])
    func unread(isCancelled: Bool) async throws {
        let base = stub(["one ", "two"])
        do {
            let body = try await log(around: base).send(TransportRequest()).body
            #expect(try await body.next() == Data("one ".utf8))
            if isCancelled { body.cancel() }
        }
        #expect(
            lines.all.suffix(2) == [
                "#1 < one ", "#1 < [body: 4 bytes of text/plain read, incomplete after 0.000 s]",
            ])
        #expect(lines.all.count { $0.contains("[body") } == 1)
    }

    /// A body that counts the chunks that are taken of it.
    private final class CountedBody: TransportBody {
        let taken = Lock(0)
        let cancelled = Lock(false)

        func next() async throws(FetchError) -> Data? {
            taken.withLock { count in
                count += 1
                return Data("chunk \(count)\n".utf8)
            }
        }

        func cancel() { cancelled.withLock { $0 = true } }
    }

    private struct CountingTransport: Transport {
        let body: CountedBody
        let type: String

        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: type])
            return TransportResponse(head: head, body: body)
        }
    }

    @Test func aChunkIsTakenWhenItsReaderTakesIt() async throws {
        let counted = CountedBody()
        let log = log(bodyLimit: 20, around: CountingTransport(body: counted, type: "text/plain"))
        let response = try await log.send(TransportRequest())
        for number in 1...5 {
            #expect(counted.taken.withLock { $0 } == number - 1)
            #expect(try await response.body.next() == Data("chunk \(number)\n".utf8))
        }
        // The limit of 20 bytes is in the third chunk.
        #expect(lines.all.suffix(3) == ["#1 < chunk 1", "#1 < chunk 2", "#1 < chun"])
        response.body.cancel()
        #expect(counted.cancelled.withLock { $0 })
        #expect(lines.all.last?.contains("40 bytes of text/plain, 20 of them shown") == true)
    }

    @Test(
        "Streams are shown while they last",
        arguments: [
            ("application/x-ndjson", ["{\"a\":1}\n{\"b\"", ":2}\n"], [["{\"a\":1}"], ["{\"b\":2}"]]),
            ("text/event-stream", ["data: 1\n", "\ndata: 2\r\n\r\n"], [[], ["data: 1", "", "data: 2", ""]]),
            ("text/plain", ["one\n", "two\n"], [[], []]),
        ])
    func streams(type: String, chunks: [String], expected: [[String]]) async throws {
        let response = try await log(around: stub(chunks, type: type)).send(TransportRequest())
        for lines in expected {
            let before = self.lines.all.count
            _ = try await response.body.next()
            let shown = self.lines.all.dropFirst(before).map { String($0.dropFirst(5)) }
            #expect(shown == lines)
        }
    }

    @Test(
        "Only text is shown",
        arguments: [
            ("image/png", nil, "PNG", "3 bytes of image/png"),
            ("text/plain", "br", "abc", "3 bytes of text/plain in br"),
            ("text/plain", nil, "a\u{0}b", "3 bytes of text/plain, not text"),
            ("text/plain; charset=utf-16", nil, "ab", "2 bytes of text/plain"),
            ("multipart/form-data; boundary=b", nil, "abc", "3 bytes of multipart/form-data"),
            (nil, nil, "a", "1 byte"),
            ("text/plain", nil, "", "0 bytes"),
        ] as [(String?, String?, String, String)])
    func binary(type: String?, coding: String?, body: String, summary: String) async throws {
        let stub = StubTransport { _ in
            var fields = HTTPFields()
            fields[.contentType] = type
            fields[.contentEncoding] = coding
            return StubTransport.Response(headers: fields, chunks: body.isEmpty ? [] : [Data(body.utf8)])
        }
        _ = try await log(around: stub).send(TransportRequest()).body.chunks()
        let end = try #require(lines.all.last)
        #expect(end == "#1 < [body: \(summary) after 0.000 s]")
        #expect(lines.all.count { $0.hasPrefix("#1 <") } == 2 + (type == nil ? 0 : 1) + (coding == nil ? 0 : 1))
    }

    @Test func withoutALimitNoBodyIsShown() async throws {
        let request = TransportRequest(
            .post, fields: [.contentType: "text/plain"], body: .bytes(Data("sent".utf8)))
        _ = try await log(bodyLimit: 0, around: stub(["received"])).send(request).body.chunks()
        #expect(!lines.text.contains("sent") && !lines.text.contains("received"))
        #expect(lines.text.contains("[body: 4 bytes of text/plain]"))
        #expect(lines.text.contains("[body: 8 bytes of text/plain after 0.000 s]"))
    }

    @Test func aCharacterThatTheLimitDividesIsLeftOut() async throws {
        #expect(try await shownLines(of: "Cléo", type: "text/plain", limit: 3) == ["Cl"])
    }

    // MARK: - Bodies of requests

    private func upload(_ body: TransportRequest.Body, by log: WireLog) async throws {
        _ = try await log.send(TransportRequest(.put, fields: [.contentType: "text/plain"], body: body))
    }

    @Test func aStreamIsShownAndStaysAsItIs() async throws {
        let received = Lock<[String]>([])
        let stub = StubTransport { request throws(FetchError) in
            guard case .stream(7, let chunks)? = request.body else { throw FetchError(.connectionLost) }
            do {
                for try await chunk in chunks {
                    received.withLock { $0.append(String(decoding: chunk, as: UTF8.self)) }
                }
            } catch { throw FetchError(.connectionLost, underlying: error) }
            return .status(204)
        }
        let chunks = Lock(["one ", "two"])
        let taken = AsyncThrowingStream<Data, any Error> {
            chunks.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
        }
        try await upload(.stream(length: 7, taken), by: log(around: stub))
        #expect(received.withLock { $0 } == ["one ", "two"])
        #expect(lines.all[2...3] == ["#1 > one two", "#1 > [body: 7 bytes of text/plain]"])
        let failing = AsyncThrowingStream<Data, any Error> { throw FetchError(.validation("no")) }
        await #expect(throws: FetchError.self) {
            try await upload(.stream(length: 7, failing), by: log(around: stub))
        }
        #expect(lines.text.contains("#1 > [body: 0 bytes read, incomplete]"))
    }

    @Test func aFileIsShownFromItsBeginning() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(String(repeating: "line\n", count: 10_000).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await upload(.file(file), by: log(bodyLimit: 9, around: stub([])))
        #expect(lines.all[2...5] == ["#1 >", "#1 > line", "#1 > line", "#1 > [body: a file of 50000 bytes]"])
    }

    // MARK: - Lines

    @Test func aServerCanNotForgeLines() async throws {
        let text = "a\n#2 < 200 OK\r\nb\rc \u{1B}[2J\u{85}\u{2028}\u{202E}d\u{7F}\t!"
        let shown = try await shownLines(of: text, type: "text/plain")
        #expect(
            shown == ["a", "#2 < 200 OK", #"b\u{D}c \u{1B}[2J\u{85}\u{2028}\u{202E}d\u{7F}\u{9}!"#])
        let stub = StubTransport { _ in
            StubTransport.Response(headers: [.server: "evil\u{9B}\u{202E}\t"], chunks: [])
        }
        _ = try await log(around: stub).send(TransportRequest())
        #expect(lines.all.contains { $0.hasPrefix(#"#1 < Server: evil\u{9B}\u{202E}"#) })
        let isPlain = lines.text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
        #expect(isPlain)
    }

    @Test func aLoggerGetsTheLinesOfItsLevel() async throws {
        let handler = LineHandler(lines: lines)
        var logger = Logger(label: "wire") { _ in handler }
        logger.logLevel = .info
        for (level, count) in [(Logger.Level.debug, 0), (.info, 5)] {
            let log = WireLog(around: stub(["text"]), logger: logger, level: level, time: clock.time)
            _ = try await log.send(TransportRequest()).body.chunks()
            #expect(lines.all.count == count)
        }
        #expect(lines.all.first == "info #1 > GET https://films.example/")
    }

    private struct LineHandler: LogHandler {
        let lines: LoggedLines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add("\(event.level) \(event.message)") }
    }

    #if NIO
    // MARK: - On the wire

    @Test("The fields that the transport adds are shown", arguments: [true, false])
    func addedFields(isRouted: Bool) async throws {
        try await withServer { request in
            .data(request.body, type: "text/plain", headers: [("Content-Encoding", "gzip")])
        } test: { (server) async throws in
            let base: any Transport =
                isRouted
                ? try RoutingTransport(AsyncHTTPClientTransport.shared, routes: ["http://a.example": server.baseURL])
                : AsyncHTTPClientTransport.shared
            let service = Loopback(baseURL: isRouted ? "http://a.example" : server.baseURL)
            let client = Client(service, transport: log(around: base), cache: nil)
            let body = RequestBody.bytes(Data("back and forth".utf8), contentType: "text/plain")
            let echo = Request<Loopback, String>.text("/", method: .post, body: body).compressed()
            #expect(try await client.value(for: echo) == "back and forth")
            let request = try #require(server.requests.first)
            let known: Set = ["host", "content-length", "transfer-encoding", "connection"]
            let sent = Set(
                request.headers.filter { !known.contains($0.0.lowercased()) }.map { "#1 > \($0.0): \($0.1)" })
            #expect(sent.isSubset(of: lines.all), "\(sent) \(lines.all)")
            #expect(sent.contains { $0.hasPrefix("#1 > Accept-Encoding: gzip") })
            #expect(sent.contains("#1 > Content-Encoding: gzip"))
            // The body of the response is decoded below the log.
            #expect(lines.all.count { $0.contains("back and forth") } == 2)
            #expect(!lines.text.contains("< Content-Encoding"))
        }
    }
    #endif
}
