import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The links of interim responses, and their events.
struct InterimResponseTests {
    private static func hints(_ links: String...) -> InterimResponse {
        var fields = HTTPFields()
        for link in links { fields.append(HTTPField(name: .init("Link")!, value: link)) }
        return InterimResponse(status: .init(code: 103), headerFields: fields)
    }

    @Test(
        "RFC 8288 §3",
        arguments: [
            ("</style.css>; rel=preload; as=style", ["/style.css"]),
            ("</a>;rel=\"preload\", </b> ; REL = Preload", ["/a", "/b"]),
            ("</a,b;c>; title=\"x, </no>; rel=preload\"; rel=\"prefetch preload\"", ["/a,b;c"]),
            ("</first>; rel=next; rel=preload", []), ("</none>", []), ("no link; rel=preload", []),
            ("</open; rel=preload", []), ("", []), (",;,;=<>", []), ("< /blank >; rel=preload", ["/blank"]),
            ("</a>; rel=preload; anchor=\"#part\", </b>; rel=preload; anchor=\"\"", ["/b"]),
        ])
    func links(value: String, targets: [String]) {
        #expect(Self.hints(value).links(relation: "preload") == targets)
    }

    @Test func severalFieldsAreRead() {
        #expect(Self.hints("</a>; rel=preload", "</b>; rel=preload").links(relation: "PRELOAD") == ["/a", "/b"])
    }

    @Test("A stub's interim responses reach the caller and the events, these without secrets") func events()
        async throws
    {
        let hints = HTTPResponse(
            status: .init(code: 103),
            headerFields: [
                .init("Link")!: "</a?token=hush>; rel=preload", .setCookie: "id=hush", .init("X-Note")!: "plain",
            ])
        let events = EventRecorder()
        let client = Client(Shop(), transport: Hinting(hints: hints), cache: nil, retry: .never, observers: [events])
        let response = try await client.response(for: .item("tea"))
        #expect(response.interim == [InterimResponse(status: hints.status, headerFields: hints.headerFields)])
        #expect(response.map(\.name).interim.count == 1)
        #expect(try await client.stream(for: .item("tea")).interim.count == 1)
        let steps = events.events.map(\.step)
        let reported = steps.compactMap { if case .interim(let interim) = $0 { interim } else { nil } }
        #expect(reported.first?.headerFields[.init("X-Note")!] == "plain" && reported.first?.status.code == 103)
        #expect(!"\(events.events)".contains("hush"))
    }
}

/// A transport that sends interim responses.
private struct Hinting: Transport {
    let hints: HTTPResponse

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        request.onInterim?(hints)
        let stub = StubTransport { _ in .json(#"{"name":"tea"}"#) }
        var response = try await stub.send(request)
        response.interim = [hints]
        return response
    }
}
