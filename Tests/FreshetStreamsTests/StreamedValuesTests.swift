import Foundation
import Freshet
import FreshetTesting
import Testing

/// Lines, NDJSON and JSON text sequences.
@Suite(.timeLimit(.minutes(5)))
struct StreamedValuesTests {
    struct Row: Decodable, Sendable, Equatable { let n: Int }

    /// A body, and what it holds.
    struct Case<Value: Sendable>: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: [UInt8]
        let values: [Value]

        init(_ name: String, _ text: String, _ values: [Value]) {
            self.init(name, Array(text.utf8), values)
        }

        init(_ name: String, _ body: [UInt8], _ values: [Value]) {
            (testDescription, self.body, self.values) = (name, body, values)
        }
    }

    private static func response(_ body: [UInt8], type: String, cutAt cuts: [Int] = []) -> StubTransport.Response {
        let ends = cuts.sorted() + [body.count]
        let chunks = zip([0] + ends, ends).map { Data(body[$0..<$1]) }
        return StubTransport.Response(headers: [.contentType: type], chunks: chunks)
    }

    private static func values<Value: Sendable>(
        _ body: [UInt8], type: String, cutAt cuts: [Int] = [],
        of values: (Client<Feed>) -> StreamedValues<Feed, Value>
    ) async -> Outcome<Value> {
        let (client, _) = Feed.client([response(body, type: type, cutAt: cuts)])
        return await Outcome(of: values(client))
    }

    private static let row = Request<Feed, Row>("rows")

    // MARK: - Lines

    static let lineCases = [
        Case("LF and CR LF end a line", "a\nb\r\nc\n", ["a", "b", "c"]),
        Case("The last line may end with the body", "a\nb", ["a", "b"]),
        Case("Empty lines are lines", "\na\n\n\r\nb\n", ["", "a", "", "", "b"]),
        Case("Blank lines are lines", " \na\n\t\n", [" ", "a", "\t"]),
        Case("CR alone ends no line", "a\rb\nc\r", ["a\rb", "c"]),
        Case("Only the last CR belongs to the ending", "a\r\r\n", ["a\r"]),
        Case("An empty body has no lines", "", []),
        Case("A byte order mark at the start is dropped", [0xEF, 0xBB, 0xBF] + Array("a\nb\n".utf8), ["a", "b"]),
        Case("Invalid UTF-8 is replaced", [0x61, 0xFF, 0x0A], ["a\u{FFFD}"]),
        Case("Characters may be cut", "größe 🏔\n", ["größe 🏔"]),
    ]

    @Test("Lines", arguments: lineCases)
    func lines(_ example: Case<String>) async {
        for first in 0...example.body.count {
            for second in [first, example.body.count] {
                let outcome = await Self.values(example.body, type: "text/plain", cutAt: [first, second]) {
                    $0.lines(for: .text())
                }
                #expect(outcome.elements == example.values, "cut at \(first)")
                #expect(outcome.error == nil)
            }
        }
    }

    // MARK: - Values

    static let ndjsonCases = [
        Case("Each line is a value", "{\"n\":1}\n{\"n\":2}\r\n", [Row(n: 1), Row(n: 2)]),
        Case("The last line may end with the body", "{\"n\":1}\n{\"n\":2}", [Row(n: 1), Row(n: 2)]),
        Case("Empty lines are skipped", "\n{\"n\":1}\n\r\n\n{\"n\":2}\n\n", [Row(n: 1), Row(n: 2)]),
        Case("Blank lines are skipped", " \t\n{\"n\":1}\n \r \r\n\t\n{\"n\":2}\n  ", [Row(n: 1), Row(n: 2)]),
        Case("A byte order mark at the start is dropped", "\u{FEFF}{\"n\":1}\n", [Row(n: 1)]),
        Case("An empty body has no values", "", []),
    ]

    @Test("NDJSON", arguments: ndjsonCases)
    func ndjson(_ example: Case<Row>) async {
        for cut in 0...example.body.count {
            let outcome = await Self.values(example.body, type: "application/x-ndjson", cutAt: [cut]) {
                $0.values(for: Self.row)
            }
            #expect(outcome.elements == example.values, "cut at \(cut)")
            #expect(outcome.error == nil)
        }
    }

    static let sequenceCases = [
        Case("RS begins a value, LF ends it", "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2}\n", [Row(n: 1), Row(n: 2)]),
        Case("A value may have many lines", "\u{1E}{\n \"n\":\n1\n}\n\u{1E}{\"n\":2}\n", [Row(n: 1), Row(n: 2)]),
        Case("Several RS are one", "\u{1E}\u{1E}{\"n\":1}\n\u{1E}\n\u{1E}", [Row(n: 1)]),
        Case("Brackets and quotes in texts end nothing", "\u{1E}{\"a\":\"}\\\"\\\\\",\n\"n\":1}\n", [Row(n: 1)]),
        Case("An object without LF at the end is complete", "\u{1E}{\"n\":1}", [Row(n: 1)]),
        Case("An empty body has no values", "", []),
    ]

    @Test("JSON text sequences", arguments: sequenceCases)
    func sequences(_ example: Case<Row>) async {
        for cut in 0...example.body.count {
            let outcome = await Self.values(example.body, type: "application/json-seq", cutAt: [cut]) {
                $0.values(for: Self.row)
            }
            #expect(outcome.elements == example.values, "cut at \(cut)")
            #expect(outcome.error == nil)
        }
    }

    @Test("A text that is cut off is reported, and those after it are read")
    func truncated() async {
        let body = Array("\u{1E}{\"n\":1\u{1E}{\"n\":2}\n\u{1E}{\"n\":3}\n\u{1E}{\"n".utf8)
        let errors = Notes<FetchError>()
        let outcome = await Self.values(body, type: "application/json-seq") {
            $0.values(for: Self.row).skippingInvalid { errors.add($0) }
        }
        #expect(outcome.elements == [Row(n: 2), Row(n: 3)])
        #expect(errors.values.map(\.code) == ["decoding", "decoding"])
        let numbers = await Self.values(Array("\u{1E}12\n\u{1E}3\u{1E}4".utf8), type: "application/json-seq") {
            $0.values(for: Request<Feed, Int>("numbers")).skippingInvalid { errors.add($0) }
        }
        #expect(numbers.elements == [12])
        #expect(errors.values.count == 4)
    }

    @Test("A value comes before the next one begins")
    func immediacy() async throws {
        let second = Gate()
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse([
                .head(
                    status: 200, headers: [("Content-Type", "application/json-seq"), ("Transfer-Encoding", "chunked")]),
                .chunk(Data("\u{1E}{\"n\":1}\n".utf8)), .hold(second), .chunk(Data("\u{1E}{\"n\":2}\n".utf8)),
                .lastChunk,
            ])
        }
        let client = Feed.client(AsyncHTTPClientTransport(), service: Feed(baseURL: server.baseURL))
        var iterator = client.values(for: Self.row).makeAsyncIterator()
        #expect(try await iterator.next() == Row(n: 1))
        second.open()
        #expect(try await iterator.next() == Row(n: 2))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        await server.stop()
    }

    @Test("A value that can't be read ends the sequence, or is skipped and reported")
    func invalid() async {
        let body = Array("{\"n\":1}\n{\"n\":\"two\"}\n{\"n\":3}\n".utf8)
        let strict = await Self.values(body, type: "application/jsonl") { $0.values(for: Self.row) }
        #expect(strict.elements == [Row(n: 1)])
        #expect(strict.error?.code == "decoding")
        #expect(strict.error?.response?.text == #"{"n":"two"}"#)
        #expect(strict.error?.request?.url == "https://feed.example/v1/rows")
        let errors = Notes<FetchError>()
        let lenient = await Self.values(body, type: "application/jsonl") {
            $0.values(for: Self.row).skippingInvalid { errors.add($0) }
        }
        #expect(lenient.elements == [Row(n: 1), Row(n: 3)])
        #expect(lenient.error == nil)
        #expect(errors.values.map(\.code) == ["decoding"])
    }

    // MARK: - The response

    @Test(
        "Which content types hold values",
        arguments: [
            ("application/x-ndjson; charset=utf-8", true), ("application/jsonl", true), ("application/json", true),
            ("text/plain", true), ("application/vnd.a+json-seq", true), ("text/html", false),
            ("text/event-stream", false),
        ])
    func types(type: String, isAccepted: Bool) async {
        let text = type.hasSuffix("seq") ? "\u{1E}{\"n\":1}\n" : "{\"n\":1}\n"
        let outcome = await Self.values(Array(text.utf8), type: type) { $0.values(for: Self.row) }
        #expect(outcome.elements == (isAccepted ? [Row(n: 1)] : []))
        #expect(outcome.error?.code == (isAccepted ? nil : "wrong_content"))
    }

    @Test("The request names what is accepted, unless it does so itself, and gets a connection of its own")
    func fields() async throws {
        let (client, stub) = Feed.client([.text("1\n"), .text("1\n"), .text("1\n")])
        _ = await Outcome(of: client.values(for: Self.row))
        _ = await Outcome(of: client.values(for: Self.row.header(.accept, "application/stream+json")))
        _ = await Outcome(of: client.lines(for: .text()))
        #expect(
            stub.requests.map { $0.head.headerFields[.accept] } == [
                "application/x-ndjson, application/jsonl, application/json-seq", "application/stream+json", "*/*",
            ])
        #expect(stub.requests.filter(\.isLongLived).count == 3)
    }

    @Test("A refused response is the service's error, and a response that breaks off throws after its complete values")
    func failures() async {
        let broken = StubTransport.Response(
            headers: [.contentType: "application/jsonl"], chunks: [Data("{\"n\":1}\n{\"n\":".utf8)],
            failure: FetchError(.connectionLost))
        let (client, _) = Feed.client([.json(#"{"message":"No."}"#, status: 403), broken])
        let refused = await Outcome(of: client.values(for: Self.row))
        #expect(refused.error?.kind == .service(ServiceError(code: nil, message: "No.")))
        let cut = await Outcome(of: client.values(for: Self.row))
        #expect(cut.elements == [Row(n: 1)])
        #expect(cut.error?.kind == .connectionLost)
    }

    @Test("Lines and values are limited", arguments: ["text/plain", "application/json-seq"])
    func limits(type: String) async {
        let body = Array("\u{1E}1234567\n\u{1E}123456789\n".utf8)
        let outcome = await Self.values(body, type: type) {
            $0.values(for: Request<Feed, Int>("numbers").map { $0 }).valueLimit(9).skippingInvalid { _ in }
        }
        #expect(outcome.error?.kind == .tooLarge(.element(limit: 9)))
    }

    @Test("Leaving the loop closes the connection, and a slow reader stops the server")
    func leaving() async throws {
        let line = Data((String(repeating: "x", count: 9_999) + "\n").utf8)
        let server = try await LoopbackServer.start { request in
            guard request.path == "/updates" else { return .text("here") }
            return LoopbackResponse([
                .head(status: 200, headers: [("Content-Type", "text/plain")]), .forever([.bytes(line)]),
            ])
        }
        let client = Feed.client(AsyncHTTPClientTransport(), service: Feed(baseURL: server.baseURL))
        for try await line in client.lines(for: .text()) {
            #expect(line.count == 9_999)
            for _ in 0..<200 { #expect(try await client.value(for: .text("other")) == "here") }
            #expect(server.counts.writtenBytes < 32 << 20)
            break
        }
        try await server.wait { $0.openExchanges == 0 }
        await server.stop()
    }
}
