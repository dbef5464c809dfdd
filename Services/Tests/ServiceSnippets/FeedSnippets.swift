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

    static func subscriptions(in data: Data) throws -> [String] {
        let list = try OPML(from: data)
        let titles = list.outlines.flatMap(\.feeds).map { entry in
            (entry.folders + [entry.feed.title ?? "Untitled"]).joined(separator: "/")
        }
        return titles
    }

    static func article(_ data: Data, of address: URL) -> String? {
        let article = ArticleText.extract(data, contentType: "text/html", address: address)
        return article?.html
    }

    static func date() -> Date? {
        let date = FeedDate.date(from: "Tue, 03 Mar 2026 12:30:45 GMT")
        return date
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
    @Test func aListOfFeedsHasFolders() throws {
        let entry = #"<outline text="A" xmlUrl="https://a.example/feed"/>"#
        let list = #"<opml><body><outline text="News">\#(entry)</outline></body></opml>"#
        #expect(try FeedSnippets.subscriptions(in: Data(list.utf8)) == ["News/A"])
        #expect(FeedSnippets.date()?.timeIntervalSince1970 == 1_772_541_045)
    }

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
