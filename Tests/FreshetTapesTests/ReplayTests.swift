import Foundation
import FreshetCore
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// What a tape responds.
@Suite(.timeLimit(.minutes(1)))
struct ReplayTests {
    private static let url = "https://films.example/v1/films"

    // MARK: - No network

    #if os(Linux)
    /// The number of sockets of this process.
    private static func sockets() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix("socket:") == true
        }.count
    }

    @Test("Nothing is connected and no name is looked up")
    func noNetwork() async throws {
        // The host of the tape exists nowhere (RFC 2606), so that a look-up would fail the call.
        let replay = ReplayTransport(Tape.of(Self.url, "[1]"))
        let before = try Self.sockets()
        let call = Task { try await replay.client().data(for: .get("films")).value }
        #expect(try await call.value == Data("[1]".utf8))
        #expect(try Self.sockets() == before)
    }
    #endif

    // MARK: - Conditions

    @Test("A condition that the recorded response fulfils gets 304, any other the response")
    func conditions() async throws {
        let fields: HTTPFields = [
            .eTag: "\"1\"", .lastModified: "Sun, 01 Mar 2020 10:00:00 GMT", .contentType: "text/plain",
        ]
        let tape = Tape((0..<6).map { _ in .of(Self.url, "all", response: fields) })
        let replay = ReplayTransport(tape)
        for (condition, text) in [
            ([.ifNoneMatch: "\"1\""], "304 "), ([.ifNoneMatch: "\"2\", W/\"1\""], "304 "),
            ([.ifNoneMatch: "\"2\""], "200 all"), ([.ifModifiedSince: "Sun, 01 Mar 2020 10:00:00 GMT"], "304 "),
            ([.ifModifiedSince: "Sun, 01 Mar 2020 09:59:59 GMT"], "200 all"), ([:], "200 all"),
        ] as [(HTTPFields, String)] {
            #expect(try await replay.text(Self.url, fields: condition) == text)
        }
    }

    @Test("A cache revalidates with a tape that was recorded without conditions, and the other way round")
    func revalidation() async throws {
        let fields: HTTPFields = [.eTag: "\"1\"", .cacheControl: "no-cache", .contentType: "text/plain"]
        let client = ReplayTransport(Tape.of(Self.url, "all", response: fields), rules: .repeating)
            .client(cache: HTTPCache())
        #expect(try await client.data(for: .get("films")).value == Data("all".utf8))
        let second = try await client.data(for: .get("films"))
        #expect(second.value == Data("all".utf8))
        #expect(client.cache?.statistics.confirmations == 1)
        // A 304 is no response to a request without a condition.
        let confirmed = Tape([
            .of(Self.url, "", response: fields, status: 304), .of(Self.url, "all", response: fields),
        ])
        #expect(try await ReplayTransport(confirmed).text(Self.url) == "200 all")
    }

    // MARK: - Time

    private static func tapeOf2020() -> Tape {
        var entry = Tape.Entry.of(
            url, "old",
            response: [
                .date: "Sun, 01 Mar 2020 10:00:00 GMT", .cacheControl: "max-age=60", .contentType: "text/plain",
                .expires: "Sun, 01 Mar 2020 10:01:00 GMT", .lastModified: "Sat, 01 Feb 2020 10:00:00 GMT",
                .setCookie: "sid=1; Expires=Sun, 01 Mar 2020 11:00:00 GMT; Path=/",
            ])
        entry.start = Date(timeIntervalSince1970: 1_583_056_800)
        var second = entry
        second.response?.body = Tape.Body(Data("new".utf8))
        second.start = entry.start.addingTimeInterval(61)
        second.response?.head.headerFields[.date] = "Sun, 01 Mar 2020 10:01:01 GMT"
        second.response?.head.headerFields[.expires] = nil
        second.response?.head.headerFields[.lastModified] = "Sun, 01 Mar 2020 10:01:00 GMT"
        return Tape([entry, second])
    }

    @Test("On the time of the tape, a response is fresh, and stale after a minute of that clock")
    func tapeTime() async throws {
        let clock = ManualClock()
        let replay = ReplayTransport(try Self.tapeOf2020().reread)
        let client = Client(Films(), transport: replay, cache: HTTPCache(), time: replay.time(on: clock))
        #expect(client.time.date() == Date(timeIntervalSince1970: 1_583_056_800))
        var values: [String] = []
        var dates: Set<String?> = []
        for wait in [0, 59, 2] {
            clock.advance(by: .seconds(wait))
            let response = try await client.data(for: .get("films"))
            values.append(String(decoding: response.value, as: UTF8.self))
            dates.insert(response.head.headerFields[.date])
        }
        #expect(values == ["old", "old", "new"])
        #expect(dates == ["Sun, 01 Mar 2020 10:00:00 GMT", "Sun, 01 Mar 2020 10:01:01 GMT"])
    }

    @Test("The time of the tape moves by what is replayed")
    func playedTime() async throws {
        var tape = Self.tapeOf2020()
        tape.entries[1].duration = .seconds(4)
        let replay = ReplayTransport(tape)
        let time = replay.time
        #expect(time.date() == tape.start)
        _ = try await replay.text(Self.url)
        #expect(time.date() == tape.start)
        _ = try await replay.text(Self.url)
        #expect(time.date() == tape.start?.addingTimeInterval(65))
    }

    @Test("Without it, dates are moved, so that an old tape is as fresh as it was")
    func movedDates() async throws {
        let clock = ManualClock()
        let replay = ReplayTransport(try Self.tapeOf2020().reread, clock: clock.time)
        let client = Client(Films(), transport: replay, cache: HTTPCache(), time: clock.time)
        let response = try await client.data(for: .get("films"))
        // The clock begins with 2026.
        #expect(response.head.headerFields[.date] == "Thu, 01 Jan 2026 00:00:00 GMT")
        #expect(response.head.headerFields[.expires] == "Thu, 01 Jan 2026 00:01:00 GMT")
        #expect(response.head.headerFields[.lastModified] == "Sat, 01 Feb 2020 10:00:00 GMT")
        #expect(response.head.headerFields[.setCookie] == "sid=1; Expires=Thu, 01 Jan 2026 01:00:00 GMT; Path=/")
        clock.advance(by: .seconds(59))
        #expect(try await client.data(for: .get("films")).value == Data("old".utf8))
        #expect(replay.unservedEntries.count == 1)
        clock.advance(by: .seconds(2))
        #expect(try await client.data(for: .get("films")).value == Data("new".utf8))
    }

    // MARK: - Failures and chunks

    private static let errors: [FetchError] = [
        FetchError(.cannotConnect(.offline)), FetchError(.cannotConnect(.refused)), FetchError(.cannotConnect(.proxy)),
        FetchError(.cannotConnect(.unknownHost)), FetchError(.connectionLost), FetchError(.timedOut(.connect)),
        FetchError(.timedOut(.idle(.seconds(30)))), FetchError(.tls("expired")),
        FetchError(.protocolViolation("no status")), FetchError(.contentCoding("cut")), FetchError(.tooLarge(.header)),
        FetchError(.tooLarge(.statusLine(limit: 8))), FetchError(.tooLarge(.interimResponses(limit: 4))),
        FetchError(.tooLarge(.body(limit: 9))), FetchError(.file("gone")), FetchError(.invalidRequest("bad")),
    ]

    @Test("Failures replay as the same, before the head and within the body", arguments: errors)
    func failures(_ error: FetchError) async throws {
        let taped = Taped { (request) async throws(FetchError) in
            guard request.head.path == "/v1/body" else { throw error }
            return StubTransport.Response(
                headers: [.contentType: "text/plain"], chunks: [Data("a".utf8)], failure: error)
        }
        for path in ["head", "body"] {
            _ = await failure { () async throws(FetchError) in try await taped.client.data(for: .get(path)) }
        }
        let client = ReplayTransport(try taped.tape.reread).client()
        for path in ["head", "body"] {
            let replayed = await failure { () async throws(FetchError) in try await client.data(for: .get(path)) }
            #expect(replayed?.kind == error.kind, "\(path)")
        }
    }

    @Test("A connection that was dead is repeated again at once")
    func repetition() async throws {
        let isDead = Lock(true)
        let taped = Taped { (_) async throws(FetchError) in
            if isDead.withLock({ dead in
                defer { dead = false }
                return dead
            }) {
                throw FetchError(.connectionLost, underlying: ReusedConnectionFailure(CancellationError()))
            }
            return .text("ok")
        }
        _ = try await taped.client.data(for: .get("films"))
        let client = ReplayTransport(try taped.tape.reread).client()
        #expect(try await client.response(for: .get("films")).metrics.attempts == 2)
    }

    @Test("Status 0 is a lost connection")
    func statusZero() async throws {
        var tape = Tape.of(Self.url)
        tape.entries[0].response = nil
        let text = String(decoding: tape.har, as: UTF8.self)
        #expect(text.contains("\"status\": 0"))
        let error = await failure { () async throws(FetchError) in
            try await ReplayTransport(try! tape.reread).text(Self.url)
        }
        #expect(error?.code == "connection_lost")
    }

    private static func chunkedTape() async throws -> Tape {
        let taped = Taped { _ in
            StubTransport.Response(
                headers: [.contentType: "text/event-stream"], chunks: ["a", "bc", "", "def"].map { Data($0.utf8) })
        }
        _ = try await taped.client.data(for: .get("events"))
        return try taped.tape.reread
    }

    @Test("Chunks come with the same boundaries")
    func chunks() async throws {
        let replay = ReplayTransport(try await Self.chunkedTape())
        let head = HTTPRequest(method: .get, scheme: "https", authority: "films.example", path: "/v1/events")
        let body = try await replay.send(TransportRequest(head: head)).body
        var chunks: [String] = []
        while let chunk = try await body.next() { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        #expect(chunks == ["a", "bc", "def"])
    }

    @Test("In the recorded pace, each part comes after its time")
    func pace() async throws {
        var tape = try await Self.chunkedTape()
        tape.entries[0].timeToHead = .seconds(2)
        for index in 0..<3 { tape.entries[0].response?.chunks[index].offset = .seconds(3 + index) }
        let clock = ManualClock()
        let replay = ReplayTransport(tape, pace: .recorded, clock: clock.time)
        let head = HTTPRequest(method: .get, scheme: "https", authority: "films.example", path: "/v1/events")
        let times = Lock<[Duration]>([])
        let reading = Task {
            let body = try await replay.send(TransportRequest(head: head)).body
            times.withLock { $0.append(clock.now.offset) }
            while try await body.next() != nil { times.withLock { $0.append(clock.now.offset) } }
        }
        for _ in 0..<4 {
            try await clock.waitForSleepers()
            clock.advance(by: clock.now.offset == .zero ? .seconds(2) : .seconds(1))
        }
        try await reading.value
        #expect(times.withLock { $0 } == [2, 3, 4, 5].map { .seconds($0) })
    }

    @Test(
        "A stream that its reader left waits until its reader leaves again", arguments: [true, false])
    func leftStream(byCancel: Bool) async throws {
        var tape = Tape.of(Self.url, "ab", response: [.contentType: "text/plain"])
        tape.entries[0].failure = Tape.Failure(code: "cancelled")
        let replay = ReplayTransport(try tape.reread)
        let head = HTTPRequest(method: .get, scheme: "https", authority: "films.example", path: "/v1/films")
        let body = try await replay.send(TransportRequest(head: head)).body
        #expect(try await body.next() == Data("ab".utf8))
        let waiting = Task { () async -> FetchError? in
            await failure { () async throws(FetchError) in try await body.next() }
        }
        if byCancel { body.cancel() } else { waiting.cancel() }
        #expect(await waiting.value?.isCancellation == true)
    }

    @Test("A request that its caller left waits until it leaves again")
    func leftRequest() async throws {
        var tape = Tape.of(Self.url)
        tape.entries[0].response = nil
        tape.entries[0].failure = Tape.Failure(code: "cancelled")
        let client = ReplayTransport(tape).client()
        let call = Task { await failure { () async throws(FetchError) in try await client.data(for: .get("films")) } }
        call.cancel()
        #expect(await call.value?.isCancellation == true)
    }

    // MARK: - Again

    @Test("A recording of a replay is the same tape")
    func recordReplayRecord() async throws {
        let failures = Lock(1)
        let taped = Taped(Films(credentials: .bearer("the-secret-1")), retry: RetryPolicy(base: .zero)) {
            (request) async throws(FetchError) in
            let fails = failures.withLock { failures in
                defer { failures -= 1 }
                return request.head.path == "/v1/lost" && failures > 0
            }
            if fails { throw FetchError(.connectionLost) }
            if request.head.path == "/v1/moved" { return .redirect(to: "/v1/films") }
            return StubTransport.Response(
                headers: [.contentType: "application/json", .setCookie: "sid=cookie-secret; Path=/"],
                chunks: [Data(#"{"access_token":"#.utf8), Data(#""given-token-1"}"#.utf8)])
        }
        func run(_ client: Client<Films>) async throws {
            for path in ["lost", "moved", "films"] { _ = try await client.data(for: .get(path)) }
            _ = try await client.data(for: .post("films", .json(["password": "hush-hush-1", "title": "Cléo"])))
        }
        try await run(taped.client)
        let first = try taped.tape.reread
        #expect(first.entries.count == 6)

        func again(_ tape: Tape) async throws -> Tape {
            let recorder = TapeRecorder()
            var configuration = ClientConfiguration(transport: ReplayTransport(tape), cache: nil)
            configuration.retry = RetryPolicy(base: .zero)
            configuration.plugins = [recorder]
            try await run(Client(Films(credentials: .bearer("the-secret-2")), configuration))
            return try recorder.tape.reread
        }
        let second = try await again(first)
        #expect(second.timeless == first.timeless)
        #expect(try await again(second).timeless == first.timeless)
    }

    @Test("Without a recorder, a request reaches the transport as it is")
    func off() async throws {
        let stub = StubTransport { _ in .text("ok") }
        let client = Client(Films(), transport: stub, cache: nil)
        _ = try await client.data(for: .get("films"))
        #expect(stub.requests[0].onMetrics == nil)
        #expect(client.configuration.plugins.isEmpty)
    }
}
