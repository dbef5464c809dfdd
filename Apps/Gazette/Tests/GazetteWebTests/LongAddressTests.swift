import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Articles with addresses of all lengths that RFC 9110 §4.1 recommends to support.
@Suite(.timeLimit(.minutes(2)))
struct LongAddressTests {
    private static func address(_ number: Int, length: Int) -> String {
        let start = "https://news.example/\(number)?a=b&c="
        return start + String(repeating: "x", count: length - start.utf8.count)
    }

    private static func articles(length: Int) -> StubTransport.Response {
        let articles = [1, 2].map { number in
            """
            {"source":{"id":null,"name":"CNBC"},"title":"Title \(number)","url":"\(address(number, length: length))",\
            "urlToImage":"\(address(number, length: length)).png","publishedAt":"2023-09-18T18:05:40Z"}
            """
        }
        return .json(#"{"status":"ok","totalResults":2,"articles":[\#(articles.joined(separator: ","))]}"#)
    }

    @Test(
        "An article opens, is saved and is exported, however long its address is",
        arguments: [100, 188, 189, 190, 201, 1228, 1521, 3073, 4097, 7990])
    func articles(length: Int) async throws {
        let stub = StubTransport { _ in Self.articles(length: length) }
        let visited = WebConfiguration(clients: Site.clients(stub))
        try await Guest.visit(visited) { guest in
            let list = try await guest.get("/news")
            let start = try #require(list.text.range(of: "<h2><a href=\"/news/read?"))
            let link = String(list.text[start.lowerBound...].dropFirst("<h2><a href=\"".count).prefix { $0 != "\"" })
                .replacing("&amp;", with: "&")
            let page = try await guest.get(link)
            #expect(page.text.contains("class=\"reading\""))
            #expect(page.text.contains("Title 1"))
            // The neighbour in the list is another article.
            #expect(page.text.contains("Title 2"))

            let button = try #require(page.buttons("save").first)
            let saved = try await guest.post(button.action, [("entry", button.entry), ("back", link)])
            #expect(saved.status == 303)
            #expect(saved.headers[.location]?.hasPrefix(link + "#at-news:") == true)
            let export = try await guest.get("/saved.json")
            #expect(export.count(of: "\"title\"") == 1)
            #expect(export.text.contains("\"url\" : \"\(Self.address(1, length: length))\""))
        }
    }

    @Test func everyOctetOfALongAddressMayBeEscapedInAForm() throws {
        let original = "https://news.example/" + String(repeating: "&", count: 7900)
        let entry = Entry(
            key: .init(.news, original), title: "T", path: "/news/read?article=x", original: URL(string: original))
        let back = try #require(Entry(line: entry.line))
        #expect(back.original?.absoluteString == original)
    }

    @Test func articlesWithTheSameBeginningHaveNamesOfTheirOwn() {
        let names = (0..<3).map { PageAddress.name(of: Self.address(1, length: 5000) + "\($0)") }
        #expect(Set(names).count == 3)
        #expect(names.allSatisfy { $0.utf8.count < 60 })
        #expect(PageAddress.name(of: "https://news.example/1|0") == "https://news.example/1|0")
    }

    @Test func valuesOfAnAddressAreNeverCut() {
        let ids = (0..<2000).map(String.init).joined(separator: ",")
        let address = PageAddress(path: ["hn", "item", "1"], query: [("fold", ids)])
        #expect(address["fold"] == ids)
    }

    @Test func aLongPictureAddressIsSignedAndFound() throws {
        let links = PictureLinks()
        let url = try #require(URL(string: Self.address(1, length: 8000)))
        let parts = try #require(links.link(url)).split(separator: "/").map(String.init)
        #expect(links.url(signature: parts[1], name: parts[2]) == url)
        #expect(links.link(URL(string: Self.address(1, length: 8001))) == nil)
    }
}
