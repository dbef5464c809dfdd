import Feeds
import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of the guide "Reading feeds", and of the comments of Feeds.

enum FeedSnippets {
    static func feed(at address: URL) async throws -> Feed {
        let feeds = Client(Feeds())
        let feed = try await feeds.value(for: .feed(address))
        return feed
    }

    static func parsed(_ data: Data, address: URL) throws -> Feed {
        let feed = try FeedParser().feed(from: data, contentType: "application/rss+xml", address: address)
        return feed
    }

    static func cleaned(_ item: FeedItem) -> String {
        let html = SafeHTML(base: item.link).cleaned(item.content?.html ?? "")
        return html
    }

    static func addresses(of page: URL, with feeds: Client<Feeds>) async throws -> [URL] {
        let links = try await feeds.value(for: .feedLinks(of: page))
        let addresses = links.isEmpty ? FeedDiscovery.candidates(for: page) : links.map(\.url)
        return addresses
    }

    static func shown(_ item: FeedItem) -> String? {
        let cleaner = SafeHTML(base: item.link) { picture in
            "/picture?address="
                + (picture.absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        let html = (item.content ?? item.summary).map { cleaner.cleaned($0) }
        return html
    }

    static func stub() -> Client<Feeds> {
        let stub = StubTransport { _ in
            StubTransport.Response(
                headers: [.contentType: "application/rss+xml"],
                chunks: [Data("<rss><channel><title>Test</title></channel></rss>".utf8)])
        }
        let feeds = Client(Feeds(), transport: stub, cache: nil)
        return feeds
    }
}

struct FeedSnippetTests {
    @Test func theStubRespondsWithAFeed() async throws {
        let address = try #require(URL(string: "https://a.example/feed"))
        #expect(try await FeedSnippets.stub().value(for: .feed(address)).title == "Test")
    }

    @Test func aPictureHasTheAddressOfTheProxy() throws {
        var item = FeedItem(id: "1", link: URL(string: "https://a.example/1"))
        item.content = FeedText(html: "<img src=b.png>")
        #expect(
            FeedSnippets.shown(item)?.contains(#"src="/picture?address=https%3A%2F%2Fa%2Eexample%2Fb%2Epng""#) == true)
    }
}
