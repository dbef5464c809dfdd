import Foundation
import Freshet
import FreshetTesting
import JSONPlaceholder
import Testing

/// Pages, which are described by fields of the response.
struct PageTests {
    private func response(_ json: String = "[]", link: String? = nil, count: String? = nil) -> StubTransport.Response {
        var response = StubTransport.Response.json(json)
        response.head.headerFields[HTTPField.Name("Link")!] = link
        response.head.headerFields[HTTPField.Name("X-Total-Count")!] = count
        return response
    }

    private func page(_ response: StubTransport.Response) async throws -> JSONPlaceholder.Page<JSONPlaceholder.Album> {
        try await Placeholders.client { _ in response }.0.value(for: .page(JSONPlaceholder.Album.self, .init().page(1)))
    }

    @Test func aPageNamesItsNext() async throws {
        let page = try await page(
            response(
                #"[{"id":1,"userId":1,"title":"a"},{"id":"x"},{"id":3,"userId":1,"title":"c"}]"#,
                link: #"<http://jsonplaceholder.typicode.com/albums?_page=1&_limit=20>; rel="first", "#
                    + #"<http://jsonplaceholder.typicode.com/albums?_page=3&_limit=20>; rel="next", "#
                    + #"<http://jsonplaceholder.typicode.com/albums?_page=5&_limit=20>; rel="last""#,
                count: "100"))
        #expect(page.elements.map(\.id) == [1, 3])
        #expect(page.unreadableCount == 1)
        #expect(page.totalCount == 100)
        #expect(page.next == "http://jsonplaceholder.typicode.com/albums?_page=3&_limit=20")
    }

    @Test func theNextPageIsAskedForWhereTheServiceIs() async throws {
        let page = try await page(
            response(link: #"<http://jsonplaceholder.typicode.com/albums?_page=2&_limit=20&q=a%26b>; rel="next""#))
        let next = try #require(Request.page(after: page))
        // The service prints the address of its backend: credentials of the connection must not be lost on the way.
        #expect(try await Placeholders.path(next) == "/albums?_page=2&_limit=20&q=a%26b")
        let stub = StubTransport { _ in .json("[]") }
        let proxied = Client(
            JSONPlaceholder(baseURL: "http://127.0.0.1:8080/fake"), transport: stub, cache: nil, retry: .never)
        #expect(try await proxied.value(for: next).elements.isEmpty)
        #expect(stub.requests[0].head.authority == "127.0.0.1:8080")
        #expect(stub.requests[0].head.path == "/fake/albums?_page=2&_limit=20&q=a%26b")
    }

    @Test func theLastPageNamesNone() async throws {
        let page = try await page(
            response(
                link: #"<http://a.example/albums?_page=1>; rel="first", <http://a.example/albums?_page=1>; rel="prev""#)
        )
        #expect(page.next == nil)
        #expect(Request.page(after: page) == nil)
        let past = try await self.page(response(count: "100"))
        #expect(past.elements.isEmpty)
        #expect(past.totalCount == 100)
        #expect(Request.page(after: past) == nil)
    }

    @Test(
        "The field Link (RFC 8288)",
        arguments: [
            (#"<a>; rel=next"#, "a"), (#"<a>;rel="next""#, "a"), (#"<a,b;c>; REL="prev NEXT""#, "a,b;c"),
            (#"<a>; title="x"; rel="next"; type=y"#, "a"), (#"<a>; rel="nextish", <b> ; rel = "next""#, "b"),
            (#"<>; rel="next""#, nil), ("", nil), ("<", nil), ("<a", nil), ("a; rel=next", nil), ("<a>", nil),
            (#"<a>; rel="prev""#, nil),
        ] as [(String, String?)])
    func links(field: String, next: String?) async throws {
        let address = next.map { "https://jsonplaceholder.typicode.com/\($0)" }
        #expect(try await page(response(link: field)).next == address)
    }

    @Test func countsThatAreNone() async throws {
        #expect(try await page(response(count: "many")).totalCount == nil)
        #expect(try await page(response()).totalCount == nil)
    }

    @Test func aPageIsCheckedAsEverythingElse() async {
        let (client, _) = Placeholders.client { _ in .json("{}", status: 404) }
        let error = await #expect(throws: FetchError.self) {
            try await client.value(for: .page(JSONPlaceholder.Album.self, .init().page(1)))
        }
        #expect(error?.kind == .status(.notFound))
    }
}
