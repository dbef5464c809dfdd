import Feeds
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Emulator

/// The feeds without faults, as the library reads them.
@Suite(.timeLimit(.minutes(2))) struct FeedSiteTests {
    private struct Case: CustomTestStringConvertible {
        let name: String
        let format: Feed.Format
        let count: Int
        let title: String
        let type: String
        var hasDates = true
        var hasContent = true

        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            name: "night-sky", format: .rss, count: 24, title: "The Night Sky Almanac", type: "application/rss+xml"),
        Case(name: "tidewater", format: .json, count: 18, title: "Tidewater", type: "application/feed+json"),
        Case(
            name: "hedgerow", format: .rss, count: 15, title: "Hedgerow Birds", type: "text/xml", hasDates: false,
            hasContent: false),
        Case(
            name: "branch-lines", format: .rss, count: 12, title: "Branch Lines", type: "text/xml", hasDates: false,
            hasContent: false),
        Case(name: "contour", format: .rdf, count: 15, title: "Contour Lines", type: "application/rdf+xml"),
        Case(
            name: "stadtspaziergang", format: .rss, count: 15, title: "Stadtspaziergänge", type: "application/rss+xml"),
        Case(
            name: "slow-kitchen", format: .rss, count: 20, title: "The Slow Kitchen", type: "application/rss+xml",
            hasContent: false),
        Case(name: "type-case", format: .atom, count: 16, title: "The Type Case", type: "application/atom+xml"),
        Case(name: "build-log", format: .atom, count: 40, title: "Build Log", type: "application/atom+xml"),
        Case(
            name: "harbour-radio", format: .rss, count: 10, title: "Harbour Radio", type: "application/rss+xml",
            hasContent: false),
        Case(name: "kisetsu", format: .rss, count: 16, title: "季節の手帖", type: "application/rss+xml"),
        Case(name: "waha", format: .atom, count: 16, title: "واحة العلوم", type: "application/atom+xml"),
        Case(
            name: "digest", format: .rss, count: 20, title: "The Weekend Digest", type: "application/rss+xml",
            hasContent: false),
    ]

    @Test func casesAreAllSites() {
        #expect(Self.cases.map(\.name).sorted() == FeedSite.all.map(\.name).sorted())
    }

    @Test("A feed is read", arguments: cases)
    private func reading(_ expected: Case) async throws {
        let site = try #require(FeedSite.named(expected.name))
        let (feed, response) = try await Feed.received(site.feedPath)
        #expect(response.header("Content-Type") == expected.type)
        #expect(feed.format == expected.format)
        #expect(feed.title == expected.title)
        #expect(feed.description == site.about)
        #expect(feed.homePage?.absoluteString == "http://localhost\(site.path)/")
        #expect(!feed.isTruncated)
        #expect(feed.items.count == expected.count)
        #expect(feed.items.map(\.title) == site.articles(at: InProcess.now).map(\.title))
        #expect(Set(feed.items.map(\.title)).count == expected.count)
        #expect(Set(feed.items.map(\.id)).count == expected.count)
        #expect(
            feed.items.map { $0.link?.absoluteString }
                == site.articles(at: InProcess.now).map { "http://localhost\($0.path)" })
        for item in feed.items {
            #expect((item.published != nil) == expected.hasDates)
            #expect(item.summary != nil || item.content != nil)
            if expected.hasContent, expected.name != "type-case" { #expect(item.content != nil) }
            if let date = item.published { #expect(date <= InProcess.now) }
        }
    }

    @Test func textsHaveNoGaps() async throws {
        for site in FeedSite.all {
            for article in site.articles(at: InProcess.now) {
                for text in [article.title, article.teaser] + article.blocks {
                    #expect(!text.contains { "{}".contains($0) }, "\(site.name)")
                }
            }
        }
    }

    @Test func encodingsDiffer() async throws {
        let german = try await InProcess.get("/feeds/stadtspaziergang/rss.xml")
        #expect(german.text.contains("encoding=\"windows-1252\""))
        #expect(german.bytes.contains(0xFC) && String(validating: german.bytes, as: UTF8.self) == nil)
        let japanese = try await InProcess.get("/feeds/kisetsu/rss.xml")
        #expect(japanese.bytes.starts(with: [0xFF, 0xFE, 0x3C, 0]))
    }

    @Test func relativeAddressesAreThoseOfTheSite() async throws {
        let (feed, response) = try await Feed.received("/feeds/build-log/atom.xml")
        #expect(response.text.contains("xml:base=\"http://localhost/feeds/build-log/\""))
        let content = try #require(feed.items.first?.content)
        let html = SafeHTML(base: nil).cleaned(content)
        #expect(html.contains("<img src=\"http://localhost/feeds/pictures/"))
        #expect(html.contains("href=\"http://localhost/feeds/build-log/articles/"))
        #expect(feed.icon?.absoluteString == "http://localhost/feeds/build-log/icon.png")
    }

    @Test func schedulesAreNamed() async throws {
        #expect(try await Feed.received("/feeds/slow-kitchen/feed").feed.ttlMinutes == 120)
        #expect(try await Feed.received("/feeds/branch-lines/rss091.xml").feed.skippedHours == [1, 2, 3])
        #expect(try await Feed.received("/feeds/contour/index.rdf").feed.ttlMinutes == 60)
    }

    @Test func episodesHaveSound() async throws {
        let (feed, _) = try await Feed.received("/feeds/harbour-radio/podcast.xml")
        let enclosure = try #require(feed.items.first?.enclosures.first)
        #expect(enclosure.type == "audio/wav")
        #expect(enclosure.durationSeconds == 3)
        let sound = try await InProcess.get(enclosure.url.path())
        #expect(sound.status == 200)
        #expect(sound.bytes.count == enclosure.byteCount)
        #expect(sound.bytes.starts(with: Array("RIFF".utf8)))
        #expect(try await InProcess.get("/feeds/night-sky/episodes/1.wav").status == 404)
    }

    @Test func digestHasTheLinksOfOtherSites() async throws {
        let digest = try await Feed.received("/feeds/digest/rss.xml").feed
        let others =
            try await Feed.received("/feeds/night-sky/rss.xml").feed.items
            + Feed.received("/feeds/build-log/atom.xml").feed.items
        let links = Set(others.compactMap(\.link))
        #expect(digest.items.allSatisfy { $0.link.map(links.contains) == true })
    }

    @Test func articlesAppearAsTheClockMoves() async throws {
        let site = try #require(FeedSite.named("night-sky"))
        let before = site.articles(at: InProcess.now)
        let after = site.articles(at: InProcess.now.addingTimeInterval(5 * 3600))
        #expect(after.map(\.number) == before.map { $0.number + 1 })
        #expect(after[0].date <= InProcess.now.addingTimeInterval(5 * 3600))
        // Before the first articles it is as if they were there.
        #expect(site.articles(at: Date(timeIntervalSince1970: 0)).map(\.number) == Array((0..<24).reversed()))
    }

    @Test func originMayBeConfigured() async throws {
        let response = try await InProcess.get(["/feeds/tidewater/feed.json"]) {
            $0.feedOrigin = "https://feeds.example"
        }[0]
        #expect(response.text.contains("https://feeds.example/feeds/tidewater/articles/"))
        #expect(!response.text.contains("localhost"))
    }

    @Test func listsOfSubscriptionsNameAllFeeds() async throws {
        let list = try OPML(from: Data(try await InProcess.get("/feeds/subscriptions.opml").bytes))
        #expect(list.outlines.map(\.title) == ["Science", "Places", "Craft", "World"])
        let feeds = list.outlines.flatMap(\.feeds).map { $0.feed.feed?.absoluteString }
        #expect(feeds.sorted { $0 ?? "" < $1 ?? "" } == FeedSite.all.map { "http://localhost\($0.feedPath)" }.sorted())
    }

    @Test func indexLinksToAllFeeds() async throws {
        let page = try await InProcess.get("/feeds/")
        let links = FeedDiscovery.links(in: Data(page.bytes), address: URL(string: "http://localhost/feeds/"))
        #expect(links.map(\.url.absoluteString) == FeedSite.all.map { "http://localhost\($0.feedPath)" })
        for fault in FeedFault.allCases { #expect(page.text.contains("href=\"\(fault.path)\"")) }
        #expect(try await InProcess.get("/feeds").bytes == page.bytes)
    }
}

extension Feed {
    /// Requests a feed of the shared emulator and reads it.
    static func received(_ path: String) async throws -> (feed: Feed, response: ReceivedResponse) {
        let response = try await InProcess.get(path)
        try #require(response.status == 200, "\(path): \(response.status)")
        let feed = try FeedParser().feed(
            from: Data(response.bytes), contentType: response.header("Content-Type"),
            address: URL(string: "http://localhost\(path)"))
        return (feed, response)
    }
}
