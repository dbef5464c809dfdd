import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide "Status codes, redirects and URLs".

struct CheckedLink: Equatable {
    let status: Int
    let finalAddress: String
    let redirects: [Int]
}

func check(_ link: String, _ web: Client<AnyOrigin>) async throws(FetchError) -> CheckedLink {
    let page = Request<AnyOrigin, Data>(.absolute(link)).accepting(.any)
    let response = try await web.response(for: page)
    return CheckedLink(
        status: response.head.status.code, finalAddress: response.url.text,
        redirects: response.redirects.map(\.status.code))
}

func signInPage(_ web: Client<AnyOrigin>, for link: String) async throws(FetchError) -> String? {
    let request = Request<AnyOrigin, Data>(.absolute(link)).reading(.nothing).redirecting(.manual)
    return try await web.response(for: request).head.headerFields[.location]
}

func preloads(of response: Response<Data>) -> [String] {
    response.interim.flatMap { $0.links(relation: "preload") }
}

@Suite
struct StatusSnippets {
    @Test func aLinkIsChecked() async throws {
        let stub = StubTransport { request in
            request.head.path == "/old" ? .redirect(301, to: "/new") : .text("gone", status: 410)
        }
        let web = Client(AnyOrigin(), transport: stub, cache: nil)
        let checked = try await check("https://gallery.example/old", web)
        #expect(checked == CheckedLink(status: 410, finalAddress: "https://gallery.example/new", redirects: [301]))
        #expect(try await signInPage(web, for: "https://gallery.example/old") == "/new")
    }

    @Test func hintsHaveLinks() {
        var response = Response(value: Data(), head: HTTPResponse(status: .ok), url: "https://gallery.example/")
        let fields = HTTPFields([HTTPField(name: HTTPField.Name("Link")!, value: "</a.css>; rel=preload")])
        response.interim = [InterimResponse(status: .init(code: 103), headerFields: fields)]
        #expect(preloads(of: response) == ["/a.css"])
    }
}

func size(of link: String, _ web: Client<AnyOrigin>) async throws(FetchError) -> Int? {
    let request = Request<AnyOrigin, Void>(.absolute(link), method: .head, reading: .nothing)
    return try await web.response(for: request).head.headerFields[.contentLength].flatMap { Int($0) }
}

@Test func theSizeIsReadWithoutTheBody() async throws {
    let server = StubTransport { _ in StubTransport.Response(headers: [.contentLength: "42"], chunks: []) }
    let web = Client(AnyOrigin(), transport: server, cache: nil)
    #expect(try await size(of: "https://files.example/report", web) == 42)
    #expect(server.requests.map(\.head.method) == [.head])
}
