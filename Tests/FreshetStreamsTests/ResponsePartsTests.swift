import Foundation
import Freshet
import FreshetTesting
import Testing

/// Responses with many parts.
@Suite(.timeLimit(.minutes(5)))
struct ResponsePartsTests {
    private static func response(_ body: [UInt8], type: String, cutAt cuts: [Int] = []) -> StubTransport.Response {
        let ends = cuts + [body.count]
        let chunks = zip([0] + ends, ends).map { Data(body[$0..<$1]) }
        return StubTransport.Response(headers: [.contentType: type], chunks: chunks)
    }

    private static func part(_ text: String, _ fields: HTTPFields = [:]) -> ResponsePart {
        ResponsePart(headerFields: fields, body: Data(text.utf8))
    }

    /// A body with the boundary `b`, and its parts.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        let parts: [ResponsePart]

        init(_ name: String, _ body: String, _ parts: [ResponsePart]) {
            (testDescription, self.body, self.parts) = (name, body, parts)
        }
    }

    static let cases = [
        Case(
            "Parts have fields and a body",
            "--b\r\nContent-Type: text/plain\r\nX-A: 1\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n",
            [part("one", [.contentType: "text/plain", .init("X-A")!: "1"]), part("two")]),
        Case(
            "Lines may end with LF", "--b\n\none\n--b\nX-A:1\n\ntwo\n--b--\n",
            [part("one"), part("two", [.init("X-A")!: "1"])]),
        Case(
            "What stands around the parts is ignored", "Hello\r\n--b\r\n\r\none\r\n--b--\r\n--b\r\n\r\ntwo\r\n--b",
            [part("one")]),
        Case("Blanks may follow a boundary", "--b \t\r\n\r\none\r\n--b-- \r\n", [part("one")]),
        Case(
            "A boundary within a line, or a longer one, ends no part",
            "--b\r\n\r\nx--b\r\n--bb\r\n -- b\r\n-\r\n--b--", [part("x--b\r\n--bb\r\n -- b\r\n-")]),
        Case(
            "A body may be empty, or have empty lines", "--b\r\n\r\n\r\n--b\r\n\r\n\r\n\r\n\r\n--b--",
            [part(""), part("\r\n\r\n")]),
        Case(
            "A length may hide a boundary", "--b\r\nContent-Length: 9\r\n\r\na\r\n--b\r\nc\r\n--b--",
            [part("a\r\n--b\r\nc", [.contentLength: "9"])]),
        Case(
            "A part without an empty line ends at the next boundary",
            "--b\r\nX-A: 1\r\n--b\r\nContent-Length: 3\r\n\r\none\r\n--b--",
            [part("", [.init("X-A")!: "1"]), part("one", [.contentLength: "3"])]),
        Case(
            "A wrong length counts for nothing", "--b\r\nContent-Length: -1\r\n\r\none\r\n--b--",
            [part("one", [.contentLength: "-1"])]),
        Case("A part without an end is dropped", "--b\r\n\r\none\r\n--b\r\n\r\ntw", [part("one")]),
        Case("No parts", "--b--", []), Case("Nothing", "", []),
    ]

    @Test("Parts, however they are cut", arguments: cases)
    func parts(_ example: Case) async {
        let body = Array(example.body.utf8)
        for cut in 0...body.count {
            let (client, _) = Feed.client([Self.response(body, type: "multipart/mixed; boundary=b", cutAt: [cut])])
            let outcome = await Outcome(of: client.parts(for: .text()))
            #expect(outcome.elements == example.parts, "cut at \(cut)")
            #expect(outcome.error == nil)
        }
    }

    @Test(
        "The boundary stands in the content type",
        arguments: [
            ("multipart/x-mixed-replace;boundary=\"b\"", true), ("Multipart/Mixed; charset=utf-8; BOUNDARY=b", true),
            ("multipart/mixed", false), ("multipart/mixed; boundary=", false), ("text/html; boundary=b", false),
        ])
    func types(type: String, isAccepted: Bool) async {
        let (client, stub) = Feed.client([Self.response(Array("--b\r\n\r\none\r\n--b--".utf8), type: type)])
        let outcome = await Outcome(of: client.parts(for: .text()))
        #expect(outcome.elements == (isAccepted ? [Self.part("one")] : []))
        #expect(outcome.error?.code == (isAccepted ? nil : "wrong_content"))
        #expect(stub.requests[0].head.headerFields[.accept] == "multipart/mixed, multipart/x-mixed-replace")
    }

    @Test("A picture with a length is there before the next one begins")
    func immediacy() async throws {
        let second = Gate()
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Type", "multipart/x-mixed-replace; boundary=frame")]),
                .bytes(Data("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 3\r\n\r\none".utf8)), .hold(second),
                .bytes(Data("\r\n--frame\r\n\r\ntwo\r\n--frame--\r\n".utf8)), .close,
            ])
        }
        let client = Feed.client(AsyncHTTPClientTransport(), service: Feed(baseURL: server.baseURL))
        var iterator = client.parts(for: .text()).makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.body == Data("one".utf8))
        #expect(first?.headerFields[.contentType] == "image/jpeg")
        second.open()
        #expect(try await iterator.next()?.body == Data("two".utf8))
        #expect(try await iterator.next() == nil)
        await server.stop()
    }

    @Test("Parts are limited, announced or not", arguments: ["", "Content-Length: 100\r\n"])
    func limits(field: String) async {
        let body = Array("--b\r\n\(field)\r\n\(String(repeating: "x", count: 100))\r\n--b--".utf8)
        let (client, _) = Feed.client([Self.response(body, type: "multipart/mixed; boundary=b", cutAt: [60])])
        let outcome = await Outcome(of: client.parts(for: .text()).valueLimit(50))
        #expect(outcome.elements.isEmpty)
        #expect(outcome.error?.kind == .tooLarge(.element(limit: 50)))
    }
}
