import Feeds
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import ReaderStorage

/// The full texts of pages: fetched once, within the rules of the sites, and stored with their pictures.
@Suite(.timeLimit(.minutes(1)))
struct ArticleKeeperTests {
    private static let paragraph = String(repeating: "A sentence with some words, and a comma. ", count: 12)
    private static let page = """
        <html><head><title>Tides</title></head><body><nav><a href="/">Home</a></nav><article><h1>Tides</h1>
        <p>\(paragraph)</p><p><img src="/tide.png" width="400" height="300" alt="A tide"></p><p>\(paragraph)</p>
        <img src="https://count.example/p.gif" width="1" height="1"></article></body></html>
        """
    private static let picture =
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 200) + Data("IEND".utf8)

    /// A site with a page at every path, its rules for robots, and a switch that ends it.
    private struct Pages: Sendable {
        let isDown = NIOLockedValueBox(false)
        var robots = ""
        var robotsStatus = 200
        var page = ArticleKeeperTests.page
        var type = "text/html; charset=utf-8"

        package func respond(_ head: HTTPRequest) -> StubTransport.Response {
            if isDown.withLockedValue({ $0 }) { return .text("", status: 503) }
            switch head.path {
            case "/robots.txt": return .text(robots, status: robotsStatus)
            case "/tide.png":
                return StubTransport.Response(
                    headers: [.contentType: "image/png"], chunks: [ArticleKeeperTests.picture])
            default: return StubTransport.Response(headers: [.contentType: type], chunks: [Data(page.utf8)])
            }
        }
    }

    private func with(
        _ pages: Pages, _ kind: StoreHome.Kind = .sqlite, _ body: @escaping @Sendable (FeedHome) async throws -> Void
    ) async throws {
        try await FeedHome.with(kind, respond: { pages.respond($0) }, body)
    }

    private static func url(_ path: String = "/tides") throws -> URL {
        try #require(URL(string: "https://site.example\(path)"))
    }

    private func paths(_ home: FeedHome) -> [String?] { home.requests.withLockedValue { $0.map(\.path) } }

    @Test(arguments: StoreHome.Kind.available)
    func aTextIsStoredWithItsPicturesAndReadWhileTheSiteIsDown(_ kind: StoreHome.Kind) async throws {
        let pages = Pages()
        try await with(pages, kind) { home in
            await home.library.keeper.keep(try Self.url())
            #expect(paths(home) == ["/robots.txt", "/tides", "/tide.png"])
            pages.isDown.withLockedValue { $0 = true }
            let article = try await home.library.keeper.article(at: try Self.url())
            #expect(article.title == "Tides" && article.problem == nil)
            let html = try #require(article.html)
            #expect(html.contains("A sentence with some words") && !html.contains("Home"))
            #expect(!html.contains("<h1") && !html.contains("p.gif"))
            let picture = try await home.library.store.picture(at: try Self.url("/tide.png"))
            #expect(picture == Self.picture)
            // A text that is asked for again stays if the site fails.
            let again = try await home.library.keeper.article(at: try Self.url(), fetchesAgain: true)
            #expect(again.html == html)
        }
    }

    @Test func theRulesForRobotsAreRespectedAndReadOnce() async throws {
        try await with(Pages(robots: "User-agent: *\nDisallow: /members/\n")) { home in
            let closed = try await home.library.keeper.article(at: try Self.url("/members/1"))
            #expect(closed.html == nil && closed.problem?.contains("asks bots not to read") == true)
            let open = try await home.library.keeper.article(at: try Self.url())
            #expect(open.html != nil)
            #expect(paths(home) == ["/robots.txt", "/tides"])
        }
    }

    @Test func aServerThatCanNotSayItsRulesIsNotAsked() async throws {
        try await with(Pages(robotsStatus: 500)) { home in
            let article = try await home.library.keeper.article(at: try Self.url())
            #expect(article.html == nil)
            #expect(paths(home) == ["/robots.txt"])
        }
        try await with(Pages(robotsStatus: 404)) { home in
            let article = try await home.library.keeper.article(at: try Self.url())
            #expect(article.html != nil)
        }
    }

    @Test func aPageForSubscribersIsShownAsFarAsItWasSent() async throws {
        var pages = Pages()
        pages.page = pages.page.replacing(
            "</head>", with: "<script type=\"application/ld+json\">{\"isAccessibleForFree\": \"False\"}</script></head>"
        )
        try await with(pages) { home in
            let article = try await home.library.keeper.article(at: try Self.url())
            #expect(article.html != nil && article.problem?.contains("subscribers") == true)
        }
    }

    @Test(
        "What is no page of text is said",
        arguments: [
            ("application/pdf", "%PDF-1.7"), ("text/html", "<html><body><p>Short.</p></body></html>"),
            ("text/html", ""),
        ])
    func noText(_ type: String, _ body: String) async throws {
        var pages = Pages()
        (pages.type, pages.page) = (type, body)
        try await with(pages) { home in
            let article = try await home.library.keeper.article(at: try Self.url())
            #expect(article.html == nil && article.problem?.hasSuffix(".") == true)
            // It is not requested again for a while.
            _ = try await home.library.keeper.article(at: try Self.url())
            #expect(paths(home).count == 2)
            home.pass(601)
            _ = try await home.library.keeper.article(at: try Self.url())
            #expect(paths(home).count == 3)
        }
    }

    @Test func aFeedMayHaveTheFullTextOfEachNewItem() async throws {
        let pages = Pages()
        try await with(pages) { home in
            let reader = Visitor()
            let store = home.library.store
            let id = try await home.add("https://site.example/feed", [FeedHome.item("1")], for: reader)
            _ = try await store.change(id, of: reader, wantsText: true)
            home.pass(60)
            let due = try #require(try await store.claim(upTo: 1, only: [id], now: home.now).first)
            #expect(due.wantsText)
            var feed = Feed(format: .rss)
            feed.items = [FeedHome.item("1"), FeedHome.item("2", minutes: -1)]
            let links = try await store.record(
                .read(feed, digest: Data([2]), movedTo: nil), of: due, next: home.now, now: home.now)
            #expect(links.map(\.path) == ["/2"])
        }
    }
}
