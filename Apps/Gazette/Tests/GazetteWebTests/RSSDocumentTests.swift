import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Lists as feeds: well-formed whatever the contents are, and sent again only when they differ.
@Suite(.timeLimit(.minutes(2)))
struct RSSDocumentTests {
    /// What a feed reader makes of a feed.
    private final class Reader: NSObject, XMLParserDelegate {
        var items: [[String: String]] = []
        var channel: [String: String] = [:]
        private var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            if name == "item" { items.append([:]) }
            if name == "atom:link" { channel["self"] = attributes["href"] }
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            if items.isEmpty { channel[name] = text } else if name != "item" { items[items.count - 1][name] = text }
        }
    }

    private func read(_ text: String) throws -> Reader {
        let parser = XMLParser(data: Data(text.utf8))
        let reader = Reader()
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return reader
    }

    @Test(
        "Dates of RFC 822",
        arguments: [
            ("2026-03-14T09:26:53Z", "Sat, 14 Mar 2026 09:26:53 +0000"),
            ("1970-01-01", "Thu, 01 Jan 1970 00:00:00 +0000"),
            ("1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 +0000"),
            ("0001-01-01", "Mon, 01 Jan 0001 00:00:00 +0000"),
        ])
    func dates(text: String, written: String) throws {
        #expect(RSSDocument.date(try #require(InternetDate.date(from: text))) == written)
    }

    @Test(
        "Feeds of lists",
        arguments: [
            ("/news.rss", 20), ("/news.rss?category=science", 5), ("/news.rss?q=climate", 3), ("/hn/top.rss", 25),
            ("/hn/ask.rss", 10), ("/hn.rss", 25), ("/movies/popular.rss", 20), ("/sources/harbour-times.rss", 1),
        ])
    func lists(path: String, count: Int) async throws {
        try await Site.onEmulator { get in
            let response = try await get(path, [:])
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == "application/rss+xml; charset=utf-8")
            let feed = try read(response.text)
            #expect(feed.items.count >= count)
            #expect(feed.channel["self"]?.hasPrefix("http://localhost") == true)
            #expect(feed.channel["self"]?.contains(".rss") == true)
            let names = Set(feed.items.compactMap { $0["guid"] })
            #expect(names.count == feed.items.count)
            for item in feed.items {
                #expect(item["title"]?.isEmpty == false)
                #expect(item["link"]?.hasPrefix("http") == true)
            }
        }
    }

    @Test(
        "Views name their feeds, and those that have none do not",
        arguments: [
            ("/news", "/news.rss"), ("/", "/news.rss"),
            ("/news?category=science&pages=2", "/news.rss?category=science"),
            ("/hn", "/hn/top.rss"), ("/hn/best", "/hn/best.rss"), ("/movies", "/movies/now-playing.rss"),
            ("/people", nil), ("/saved", nil), ("/movies/10007", nil),
        ] as [(String, String?)])
    func links(path: String, feed: String?) async throws {
        try await Site.onEmulator { get in
            let page = try await get(path, [:])
            let start = page.text.range(of: "rel=\"alternate\" type=\"application/rss+xml\"")
            #expect((start != nil) == (feed != nil))
            if let start, let feed {
                let rest = page.text[start.upperBound...].prefix { $0 != ">" }
                #expect(rest.contains("href=\"\(feed)\""))
            }
        }
    }

    @Test func whoHasItAlreadyGetsItNotAgain() async throws {
        try await Site.onEmulator { get in
            let first = try await get("/hn/top.rss", [:])
            let tag = try #require(first.headers[.eTag])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let second = try await get("/hn/top.rss", [.ifNoneMatch: known])
                #expect(second.status == 304)
                #expect(second.text.isEmpty)
                #expect(second.headers[.eTag] == tag)
            }
            let other = try await get("/hn/top.rss", [.ifNoneMatch: "\"other\""])
            #expect(other.status == 200)
        }
    }

    @Test(
        "What has no feed",
        arguments: ["/people.rss", "/movies/10007.rss", "/nope.rss", "/.rss", "/saved.rss", "/hn/x.rss"])
    func missing(path: String) async throws {
        try await Site.onResponse(.json("{}")) { get in
            let response = try await get(path, [:])
            #expect(response.status == 404)
        }
    }

    @Test(.emulatorTape("refused-feed"))
    func aListThatCouldNotBeHadIsAskedForLater() async throws {
        try await Site.onTape(newsKey: "limited") { get in
            let response = try await get("/news.rss", [:])
            #expect(response.status == 503)
            #expect(response.headers[.retryAfter] == "300")
        }
    }

    @Test func contentsFromOutsideStayText() throws {
        let hostile = "</title><script>alert(1)</script> & \"q\" ]]> \u{0}\u{1}\u{B}\u{FFFE}\u{1F600} é"
        let entry = Entry(
            key: .init(.news, "https://news.example/?a=1&b=2"), title: hostile, path: "/news/read?article=a&q=b",
            original: URL(string: "https://news.example/?a=1&b=2"), source: hostile, summary: "<b>bold</b> & more",
            published: Date(timeIntervalSince1970: 784_111_777))
        let feed = try read(
            RSSDocument(
                title: hostile, origin: "http://localhost:8080", path: "/news?q=<x>&y",
                feedPath: "/news.rss?q=<x>&\"y\"",
                entries: [entry]
            ).xml)
        let item = try #require(feed.items.first)
        #expect(item["title"] == "</title><script>alert(1)</script> & \"q\" ]]> \u{1F600} é")
        #expect(item["link"] == "https://news.example/?a=1&b=2")
        #expect(item["pubDate"] == "Sun, 06 Nov 1994 08:49:37 +0000")
        // Readers take descriptions for HTML.
        #expect(item["description"] == "&lt;b&gt;bold&lt;/b&gt; &amp; more")
        #expect(feed.channel["self"] == "http://localhost:8080/news.rss?q=<x>&\"y\"")
    }

    @Test func aHostileHostComesIntoNoFeed() async throws {
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.host = "0.0.0.0"
        try await Site.run(configuration) { get in
            // swift-format-ignore: NeverForceUnwrap
            let response = try await get("/hn/top.rss", [HTTPField.Name("Host")!: "evil\"><x>.example"])
            #expect(!response.text.contains("<x>"))
        }
    }

    @Test func theManifestNamesTheIcon() async throws {
        try await Site.onResponse(.json("{}")) { get in
            let page = try await get("/nope", [:])
            let start = try #require(page.text.range(of: "rel=\"manifest\" href=\""))
            let path = String(page.text[start.upperBound...].prefix { $0 != "\"" })
            let response = try await get(path, [:])
            #expect(response.headers[.contentType] == "application/manifest+json")
            let manifest = try #require(
                try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [String: Any])
            #expect(manifest["name"] as? String == "Gazette")
            let icons = try #require(manifest["icons"] as? [[String: String]])
            let icon = try await get(try #require(icons.first?["src"]), [:])
            #expect(icon.headers[.contentType] == "image/svg+xml")
            #expect(page.headers[.contentSecurityPolicy]?.contains("manifest-src 'self'") == true)
        }
    }
}
