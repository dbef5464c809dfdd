import Foundation
import FreshetCore
import FreshetJSON
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// Which entry a request gets.
@Suite(.timeLimit(.minutes(1)))
struct MatchingTests {
    private static let url = "https://films.example/v1/films"

    private static func miss(_ error: FetchError?) -> TapeMiss? { error?.underlying as? TapeMiss }

    // MARK: - What counts

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var method = "GET"
        var url = MatchingTests.url
        var recordedURL = MatchingTests.url
        var fields: HTTPFields = [:]
        var recordedFields: HTTPFields = [:]
        var body: String?
        var recordedBody: String?
        var rules = TapeRules.standard
        let isMatch: Bool
    }

    private static let json: HTTPFields = [.contentType: "application/json"]
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    private static func multipart(_ boundary: String, _ text: String) -> (HTTPFields, String) {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n\(text)\r\n--\(boundary)--\r\n"
        return ([.contentType: "multipart/form-data; boundary=\"\(boundary)\""], body)
    }

    private static let first = multipart("aaa", "Cléo")
    private static let second = multipart("bbb", "Cléo")
    private static let third = multipart("bbb", "Jules")

    static let cases: [Case] = [
        Case(testDescription: "the same", isMatch: true),
        Case(testDescription: "another method", method: "HEAD", isMatch: false),
        Case(testDescription: "another path", url: url + "/1", isMatch: false),
        Case(testDescription: "another host", url: "https://other.example/v1/films", isMatch: false),
        Case(testDescription: "another scheme", url: "http://films.example/v1/films", isMatch: false),
        Case(testDescription: "the usual port", recordedURL: "https://FILMS.example:443/v1/films", isMatch: true),
        Case(testDescription: "an order of items", url: url + "?a=1&b=2", recordedURL: url + "?b=2&a=1", isMatch: true),
        Case(
            testDescription: "an order that counts", url: url + "?a=1&b=2", recordedURL: url + "?b=2&a=1",
            rules: {
                var rules = TapeRules()
                rules.keepsQueryOrder = true
                return rules
            }(), isMatch: false),
        Case(
            testDescription: "the order of one name", url: url + "?a=1&a=2", recordedURL: url + "?a=2&a=1",
            isMatch: false),
        Case(
            testDescription: "an encoding", url: url + "?q=a%20b%C3%A9", recordedURL: url + "?q=a+b%c3%a9",
            isMatch: true),
        Case(testDescription: "another value", url: url + "?q=1", recordedURL: url + "?q=2", isMatch: false),
        Case(testDescription: "an item more", url: url + "?q=1&p=2", recordedURL: url + "?q=1", isMatch: false),
        Case(testDescription: "an item less", url: url + "?q=1", recordedURL: url + "?q=1&p=2", isMatch: false),
        Case(
            testDescription: "JSON as values", method: "POST", fields: json, recordedFields: json,
            body: #"{"a":1.0,"b":[true,null,"é"]}"#, recordedBody: #"{ "b": [true, null, "\u00e9"], "a": 1 }"#,
            isMatch: true),
        Case(
            testDescription: "other JSON", method: "POST", fields: json, recordedFields: json, body: #"{"a":1}"#,
            recordedBody: #"{"a":true}"#, isMatch: false),
        Case(
            testDescription: "numbers by their values", method: "POST", fields: json, recordedFields: json,
            body: #"[1, -0.50, 1e2, 10, 0, 9007199254740993]"#,
            recordedBody: #"[10e-1, -5E-1, 100.0, 1.0e+1, -0.0, 9007199254740993.0]"#, isMatch: true),
        Case(
            testDescription: "an id that differs beyond 2^53", method: "POST", fields: json, recordedFields: json,
            body: #"{"id":9007199254740993}"#, recordedBody: #"{"id":9007199254740992}"#, isMatch: false),
        Case(
            testDescription: "a number that differs in its last digit", method: "POST", fields: json,
            recordedFields: json, body: "[0.12345678901234567891]", recordedBody: "[0.12345678901234567892]",
            isMatch: false),
        Case(
            testDescription: "the order of an array", method: "POST", fields: json, recordedFields: json, body: "[1,2]",
            recordedBody: "[2,1]", isMatch: false),
        Case(
            testDescription: "a form as items", method: "POST", fields: form, recordedFields: form, body: "a=1&b=x+y",
            recordedBody: "b=x%20y&a=1", isMatch: true),
        Case(
            testDescription: "another form", method: "POST", fields: form, recordedFields: form, body: "a=1&b=2",
            recordedBody: "a=1&b=3", isMatch: false),
        Case(
            testDescription: "parts whatever the boundary", method: "POST", fields: first.0, recordedFields: second.0,
            body: first.1, recordedBody: second.1, isMatch: true),
        Case(
            testDescription: "other parts", method: "POST", fields: first.0, recordedFields: third.0, body: first.1,
            recordedBody: third.1, isMatch: false),
        Case(
            testDescription: "a head of a part that is written differently", method: "POST", fields: first.0,
            recordedFields: first.0, body: first.1,
            recordedBody: first.1.replacing(
                "form-data; name=\"title\"",
                with: "form-data;name=title\r\nContent-Length: 5\r\nContent-Type: text/plain"),
            isMatch: true),
        Case(
            testDescription: "a part of another type", method: "POST", fields: first.0, recordedFields: first.0,
            body: first.1,
            recordedBody: first.1.replacing("\"title\"", with: "\"title\"\r\nContent-Type: text/html"),
            isMatch: false),
        Case(testDescription: "a body that was none", method: "POST", body: "a", isMatch: false),
        Case(
            testDescription: "fields that do not count",
            fields: [.accept: "a", .userAgent: "b", .ifNoneMatch: "\"x\""],
            recordedFields: [.accept: "c"], isMatch: true),
        Case(
            testDescription: "fields that are new each time",
            fields: [
                .init("Idempotency-Key")!: "1", .init("traceparent")!: "1", .date: "1", .authorization: "Bearer 1",
            ],
            recordedFields: [
                .init("Idempotency-Key")!: "2", .init("traceparent")!: "2", .date: "2", .authorization: "Basic 2",
            ], isMatch: true),
        Case(
            testDescription: "a field that counts", fields: [.accept: "a"], recordedFields: [.accept: "b"],
            rules: .standard.comparing(.accept), isMatch: false),
        Case(testDescription: "another range", fields: [.range: "bytes=1-"], isMatch: false),
        Case(
            testDescription: "a nonce that is normalised", url: url + "?q=1&nonce=1", recordedURL: url + "?nonce=2&q=1",
            rules: .standard.normalizing { $0.removeQueryItems(named: "nonce") }, isMatch: true),
        Case(
            testDescription: "a body that is normalised", method: "POST", body: "at 10:00", recordedBody: "at 11:00",
            rules: .standard.normalizing { $0.body = nil }, isMatch: true),
    ]

    @Test("What counts", arguments: cases)
    func matching(_ example: Case) async throws {
        let method = try #require(HTTPRequest.Method(example.method))
        let tape = Tape.of(
            example.recordedURL, method: method == .head ? .get : method, fields: example.recordedFields,
            body: example.recordedBody)
        let replay = ReplayTransport(try tape.reread, rules: example.rules)
        let error = await failure { () async throws(FetchError) in
            try await replay.text(example.url, method: method, fields: example.fields, body: example.body)
        }
        #expect((error == nil) == example.isMatch, "\(String(describing: error))")
        if !example.isMatch {
            #expect(Self.miss(error)?.reason == .noEntry)
            #expect(Self.miss(error)?.differences.isEmpty == false)
        }
    }

    // MARK: - Secrets

    @Test("A tape replays with another token, in whatever place it is")
    func otherToken() async throws {
        for credentials in [
            Credentials.bearer("first-token"), .query("api_key", "first-token"), .path("first-token"),
            .header(.init("X-Films")!, "first-token"),
        ] {
            let taped = Taped(Films(credentials: credentials)) { _ in .json("[]") }
            _ = try await taped.client.data(for: .get("films"))
            #expect(!taped.file.contains("first-token"))
        }
        func films(_ secret: String) -> Films { Films(credentials: .path(secret)) }
        let taped = Taped(films("first-token")) { _ in .json("[1]") }
        _ = try await taped.client.data(for: .get("films"))
        let replay = ReplayTransport(try taped.tape.reread)
        #expect(try await replay.client(films("other-token")).data(for: .get("films")).value == Data("[1]".utf8))
    }

    @Test("Two accounts stay two")
    func twoAccounts() async throws {
        let taped = Taped { request in
            .text(request.head.headerFields[.authorization] == "Bearer ann-token" ? "A" : "B")
        }
        let ann = Request<Films, Data>.get("me").header(.authorization, "Bearer ann-token")
        let bob = Request<Films, Data>.get("me").header(.authorization, "Bearer bob-token")
        for request in [ann, bob, ann, bob] { _ = try await taped.client.data(for: request) }
        let tape = try taped.tape.reread
        let fields = tape.entries.compactMap { $0.request.fields[.authorization] }
        #expect(fields[0] == fields[2] && fields[1] == fields[3] && fields[0] != fields[1])

        let client = ReplayTransport(tape).client()
        let one = Request<Films, Data>.get("me").header(.authorization, "Bearer 1")
        let two = Request<Films, Data>.get("me").header(.authorization, "Bearer 2")
        // In another order than in the tape, each account still has its own.
        var values: [String] = []
        for request in [one, one, two, two] {
            values.append(String(decoding: try await client.data(for: request).value, as: UTF8.self))
        }
        #expect(values == ["A", "A", "B", "B"])
        let third = Request<Films, Data>.get("me").header(.authorization, "Bearer 3")
        #expect(await failure { () async throws(FetchError) in try await client.data(for: third) } != nil)
    }

    @Test("A token that the tape gives out is accepted where it was used, and no other")
    func givenToken() async throws {
        let taped = Taped { request in
            request.head.path == "/v1/token" ? .json(#"{"access_token":"from-the-server-1"}"#) : .text("me")
        }
        _ = try await taped.client.data(for: .post("token", .form(["password": "hush-hush-1"])))
        _ = try await taped.client.data(for: .get("me").header(.authorization, "Bearer from-the-server-1"))
        let client = ReplayTransport(try taped.tape.reread).client()
        let token = try await client.data(for: .post("token", .form(["password": "another-one"]))).value
        let text = try #require(JSONTree(token)["access_token"]?.text)
        #expect(text.hasPrefix("REDACTED-"))
        let wrong = Request<Films, Data>.get("me").header(.authorization, "Bearer REDACTED-0099")
        #expect(await failure { () async throws(FetchError) in try await client.data(for: wrong) } != nil)
        _ = try await client.data(for: .get("me").header(.authorization, "Bearer \(text)"))
    }

    // MARK: - Exact entries

    @Test("Ids beyond 2^53 get their own entries in any order")
    func largeIDs() async throws {
        let ids = ["9007199254740992", "9007199254740993"]
        let tape = Tape(
            ids.map { .of(Self.url, $0, method: .post, fields: Self.json, body: #"{"id":\#($0)}"#) })
        let replay = ReplayTransport(try tape.reread)
        for id in ids.reversed() {
            let text = try await replay.text(
                Self.url, method: .post, fields: Self.json, body: #"{"id":\#(id)}"#)
            #expect(text == "200 \(id)")
        }
    }

    @Test("A placeholder that is a number stands for one number")
    func numbers() async throws {
        let codes = [123456, 654321]
        let tape = Tape(
            codes.map { .of(Self.url, "\($0)", method: .post, fields: Self.json, body: #"{"otp":\#($0)}"#) }
                + codes.map { .of(Self.url, "again \($0)", method: .post, fields: Self.json, body: #"{"otp":\#($0)}"#) }
        )
        let replay = ReplayTransport(try tape.redacted().reread)
        var texts: [String] = []
        for code in [7, 8, 8, 7] {
            texts.append(
                try await replay.text(Self.url, method: .post, fields: Self.json, body: #"{"otp":\#(code)}"#))
        }
        #expect(texts == ["200 123456", "200 654321", "200 again 654321", "200 again 123456"])
    }

    @Test(
        "An entry with the same credentials comes before one without",
        arguments: [TapeRules.standard, .repeating])
    func exactEntries(rules: TapeRules) async throws {
        let token: HTTPFields = [.authorization: "Bearer REDACTED-0001"]
        let replay = ReplayTransport(
            Tape([
                .of(Self.url, "none"), .of("\(Self.url)?token=REDACTED-0002", "item"),
                .of(Self.url, "field", fields: token), .of("\(Self.url)?token=REDACTED-0003", "other item"),
            ]), rules: rules)
        #expect(try await replay.text("\(Self.url)?token=a") == "200 item")
        #expect(try await replay.text(Self.url, fields: [.authorization: "Bearer b"]) == "200 field")
        #expect(try await replay.text("\(Self.url)?token=c") == "200 other item")
        #expect(try await replay.text(Self.url) == "200 none")
    }

    @Test("Where no entry has the credentials of the request, one without them is served")
    func otherCredentials() async throws {
        let replay = ReplayTransport(Tape([.of(Self.url, "1"), .of(Self.url, "2")]))
        #expect(try await replay.text("\(Self.url)?token=a") == "200 1")
        #expect(try await replay.text(Self.url, fields: [.authorization: "Bearer b"]) == "200 2")
    }

    // MARK: - Order

    @Test("Equal requests are served in the order of the tape, each once")
    func order() async throws {
        let tape = Tape((1...3).map { .of(Self.url, "\($0)") })
        let replay = ReplayTransport(tape)
        for number in 1...3 { #expect(try await replay.text(Self.url) == "200 \(number)") }
        let error = await failure { () async throws(FetchError) in try await replay.text(Self.url) }
        #expect(Self.miss(error)?.reason == .allServed)
        let repeating = ReplayTransport(tape, rules: .repeating)
        for number in [1, 2, 3, 3, 3] { #expect(try await repeating.text(Self.url) == "200 \(number)") }
    }

    @Test("An entry with a placeholder in its path has its turn among the others")
    func orderOfPlaceholders() async throws {
        let addresses = ["", "/REDACTED-0001", "/a", "/REDACTED-0001", "/b"].map { "\(Self.url)\($0)" }
        let replay = ReplayTransport(Tape(addresses.enumerated().map { .of($1, "\($0)") }))
        var texts: [String] = []
        for name in ["a", "b", "a", "a"] { texts.append(try await replay.text("\(Self.url)/\(name)")) }
        // The placeholder is bound to “a” by the first request.
        #expect(texts == ["200 1", "200 4", "200 2", "200 3"])
        #expect(replay.unservedEntries.map(\.request.url) == [Self.url])
    }

    @Test("Concurrent requests never get one entry twice")
    func concurrency() async throws {
        let replay = ReplayTransport(Tape((0..<200).map { .of(Self.url, "\($0)") }))
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await replay.text(Self.url) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts.count == 200)
        #expect(replay.unservedEntries.isEmpty)
    }

    // MARK: - No entry

    @Test("A request without an entry fails with what differs, without secrets, and is not retried")
    func noEntry() async throws {
        let tape = Tape([
            .of(Self.url, method: .post, fields: Self.json, body: #"{"title":"Cléo","password":"recorded-secret"}"#),
            .of("https://films.example/v1/other"),
        ])
        let events = EventRecorder()
        let client = Client(
            Films(credentials: .query("api_key", "secret-of-the-app")), transport: ReplayTransport(tape), cache: nil,
            retry: RetryPolicy(base: .zero), observers: [events])
        let error = await failure { () async throws(FetchError) in
            try await client.data(for: .post("films", .json(["title": "Jules", "password": "live-secret"])))
        }
        let miss = try #require(Self.miss(error))
        #expect(miss.reason == .noEntry && miss.nearest == "entry 1, POST \(Self.url)")
        #expect(miss.differences.contains("“title” of the body is “Jules”, in the tape “Cléo”"))
        let text = "\(error?.description ?? "") \(miss)"
        for secret in ["recorded-secret", "live-secret", "secret-of-the-app"] { #expect(!text.contains(secret)) }
        #expect(error?.code == "invalid_request" && error?.isRetryable == false)
        let attempts = events.events.filter { if case .attempt = $0.step { true } else { false } }
        #expect(attempts.count == 1)
        // Also those within addresses and objects.
        let inner = await failure { () async throws(FetchError) in
            try await client.data(
                for: .post("films", .json(["title": "https://a.example/?code=inner-code", "session": "s-1"])))
        }
        #expect(inner?.description.contains("inner-code") == false && inner?.description.contains("s-1") == false)
        let empty = await failure { () async throws(FetchError) in
            try await ReplayTransport(Tape()).text(Self.url)
        }
        #expect(Self.miss(empty)?.nearest == nil)
    }

    @Test("An excluded address goes to the live transport, or fails as excluded")
    func excluded() async throws {
        let rules = TapeRules.standard.excluding { $0.contains("/live") }
        let live = StubTransport { _ in .text("from the network") }
        let tape = Tape.of("https://films.example/live", "from the tape")
        let replay = ReplayTransport(tape, rules: rules, live: live)
        #expect(try await replay.text("https://films.example/live") == "200 from the network")
        let error = await failure { () async throws(FetchError) in
            try await ReplayTransport(tape, rules: rules).text("https://films.example/live")
        }
        #expect(Self.miss(error)?.reason == .excluded)
        #expect(error?.description.contains("excluded") == true)
    }
}
