import Foundation
import Freshet
import FreshetStreams
import FreshetTesting
import Testing

/// The `Link` field (RFC 8288).
struct LinkTests {
    private static func links(
        _ fields: String..., url: ResponseURL = "https://feed.example/v1/items?page=2"
    ) -> ResponseLinks {
        var head = HTTPResponse(status: .ok)
        for field in fields { head.headerFields.append(HTTPField(name: .init("Link")!, value: field)) }
        return Response(value: 0, head: head, url: url).links
    }

    @Test(
        "The target of next",
        arguments: [
            ("<https://a.example/x>; rel=next", "https://a.example/x"), ("</x>;rel=\"next\"", "https://feed.example/x"),
            ("<x>; REL=Next", "https://feed.example/v1/x"),
            ("<?page=3>; rel=next", "https://feed.example/v1/items?page=3"),
            ("<//b.example/x>; rel=next", "https://b.example/x"),
            ("<x>; rel=\"prev next\"", "https://feed.example/v1/x"),
            ("<a>; rel=prev, <b>; rel=next", "https://feed.example/v1/b"),
            ("<a,b;c>; rel=next", "https://feed.example/v1/a,b;c"),
            ("<a>; title=\"x, <no>; rel=next\"; rel=first, <b>; rel=next", "https://feed.example/v1/b"),
            ("<a>; title=\"a \\\" b\"; rel=next", "https://feed.example/v1/a"),
            ("<a>; rel=first; rel=next, <b>; rel=last", nil), ("<a>; rel=next; anchor=\"/other\"", nil),
            ("<a>; rel=next; anchor=\"?page=2\"", "https://feed.example/v1/a"),
            ("<a>; rel=next; anchor=\"https://feed.example/v1/items?page=2\"", "https://feed.example/v1/a"),
            ("<a>", nil), ("", nil), ("rel=next", nil), ("<a; rel=next", nil), ("<a>; rel", nil),
            (",, <a>;; ;rel=next", "https://feed.example/v1/a"),
            ("<a> ; rel = next", "https://feed.example/v1/a"), ("<mailto:a@b.example>; rel=next", nil),
            ("<>; rel=next", "https://feed.example/v1/items?page=2"),
            ("<a>; rel=next; anchor=\"\"", "https://feed.example/v1/a"), ("<a>; rel=next; anchor=\"#part\"", nil),
            ("<#part>; rel=next", "https://feed.example/v1/items?page=2#part"),
            ("</x%20y?ids[]=1&q=a%2Fb>; rel=next", "https://feed.example/x%20y?ids%5B%5D=1&q=a%2Fb"),
            ("<caf%E9 b>; rel=next", "https://feed.example/v1/caf%E9%20b"), ("<caf\u{FFFD}>; rel=next", nil),
        ] as [(String, String?)])
    func next(field: String, target: String?) {
        #expect(Self.links(field)["next"] == target)
        #expect(Self.links(field)["NEXT"] == target)
    }

    @Test("Several fields and links, with their parameters")
    func parameters() throws {
        let links = Self.links("<a>; rel=\"next  Last\"; title=One; title=Two; type=\"text/html\"", "<b>; rel=prev")
        #expect(links.map(\.target) == ["https://feed.example/v1/a", "https://feed.example/v1/b"])
        let first = try #require(links.first)
        #expect(first.relations == ["next", "last"])
        #expect(first.parameters == ["title": "One", "type": "text/html"])
        #expect(first.context == "https://feed.example/v1/items?page=2")
        #expect(links["prev"] == "https://feed.example/v1/b")
    }

    @Test("A reading that gets the whole response resolves the links of its page")
    func reading() async throws {
        struct Page: Sendable { let next: String? }
        let (client, _) = Feed.client([
            .redirect(to: "/v2/"), .json("[]", headers: [.init("Link")!: "<p2>; rel=next"]),
        ])
        let request = Request<Feed, Page>(
            "items",
            reading: ResponseReading { response, service in
                _ = try service.decode([Int].self, from: response.value)
                return Page(next: response.links["next"])
            })
        #expect(try await client.value(for: request).next == "https://feed.example/v2/p2")
    }
}
