import Feeds
import Foundation
import Testing

@Suite("The parser of feeds")
struct FeedParserTests {
    private func feed(_ text: String, byteLimit: Int = 16 << 20) throws(FeedError) -> Feed {
        try FeedParser(byteLimit: byteLimit).feed(from: Data(text.utf8), address: CorpusFile.address)
    }

    @Test func aDocumentPastTheLimitIsRefused() throws {
        let text = "<rss><channel><title>x</title></channel></rss>"
        #expect(throws: FeedError.tooLarge(byteLimit: 20)) { try feed(text, byteLimit: 20) }
        #expect(try feed(text, byteLimit: text.utf8.count).title == "x")
    }

    @Test func entitiesOfEntitiesAreRefused() {
        let bomb = """
            <!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <rss><channel><title>&b;</title></channel></rss>
            """
        #expect(throws: FeedError.entityExpansion) { try feed(bomb) }
    }

    @Test(arguments: ["<title>REFERENCES</title>", #"<link href="REFERENCES"/>"#])
    func aLongEntityManyTimesIsRefused(element: String) {
        let value = String(repeating: "a", count: 50_000)
        let references = String(repeating: "&a;", count: 50_000)
        let bomb =
            "<!DOCTYPE rss [<!ENTITY a \"\(value)\">]><rss><channel>"
            + element.replacing("REFERENCES", with: references) + "</channel></rss>"
        #expect(throws: FeedError.entityExpansion) { try feed(bomb) }
    }

    @Test func externalEntitiesAreEmpty() throws {
        let feed = try feed(
            """
            <!DOCTYPE rss SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">
            <!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]>
            <rss><channel><title>a&x;b</title></channel></rss>
            """)
        #expect(feed.title == "ab")
    }

    @Test func anInclusionIsNotFollowed() throws {
        let feed = try feed(
            """
            <rss xmlns:xi="http://www.w3.org/2001/XInclude"><channel><title>x</title><item><title>a\
            <xi:include href="file:///etc/hostname" parse="text"/></title></item></channel></rss>
            """)
        #expect(feed.items.map(\.title) == ["a"])
    }

    @Test(arguments: [100_000])
    func deepElementsEnd(count: Int) throws {
        let open = String(repeating: "<a>", count: count)
        let feed = try feed("<rss><channel><title>x</title><item><title>deep \(open)</b></title></item>")
        #expect(feed.title == "x")
        #expect(feed.isTruncated)
    }

    @Test func aLongTextIsReadInLinearTime() throws {
        let text = String(repeating: "a & b < c &eacute; ", count: 10_000)
        let feed = try feed(
            "<rss><channel><item><title>t</title><description>\(text)</description></item></channel></rss>")
        #expect((feed.items.first?.summary?.html.utf8.count ?? 0) > 120_000)
    }

    @Test func manyPartsOfAnItemAreReadInLinearTime() throws {
        let categories = (0..<50_000).map { "<category>\($0)</category>" }.joined()
        let files = (0..<5000).map { "<enclosure url=\"https://a.example/\($0).mp3\"/>" }.joined()
        let feed = try feed("<rss><channel><item><title>t</title>\(categories)\(files)</item></channel></rss>")
        #expect(feed.items.first?.categories.count == 50_000)
        #expect(feed.items.first?.enclosures.count == 100)
    }

    @Test func aPrefixMayHaveSeveralNamespaces() throws {
        let feed = try feed(
            """
            <rss><channel><item xmlns:a="http://purl.org/dc/elements/1.1/"><a:creator>One</a:creator><title>a</title></item>\
            <item xmlns:a="https://a.example/"><a:creator>Two</a:creator><title>b</title></item>\
            <item xmlns:a="http://purl.org/rss/1.0/modules/content/"><a:encoded>Three</a:encoded></item></channel></rss>
            """)
        #expect(feed.items.flatMap(\.authors).map(\.name) == ["One"])
        #expect(feed.items.map { $0.content?.html } == [nil, nil, "Three"])
    }

    @Test func aPageLeadsToItsFeeds() throws {
        let page = #"<html><head><link rel="alternate" type="application/atom+xml" href="/a" title="A"></head></html>"#
        let link = FeedLink(
            url: try #require(URL(string: "https://feeds.example/a")), title: "A", type: "application/atom+xml")
        #expect(throws: FeedError.htmlPage(links: [link])) { try feed(page) }
    }

    @Test func anUnknownRootIsNamed() {
        #expect(throws: FeedError.notAFeed(root: "svg")) { try feed("<svg/>") }
        #expect(throws: FeedError.notAFeed(root: nil)) { try feed("no markup") }
        #expect(throws: FeedError.empty) { try feed(" \n ") }
    }

    @Test func idsDoNotDependOnTheOrderOfItems() throws {
        let items = ["<item><title>One</title></item>", "<item><title>Two</title></item>"]
        let first = try feed("<rss><channel>\(items[0])\(items[1])</channel></rss>")
        let second = try feed("<rss><channel>\(items[1])\(items[0])</channel></rss>")
        #expect(first.items.map(\.id) == second.items.reversed().map(\.id))
        #expect(first.items.first?.id.hasPrefix("digest:") == true)
    }

    @Test func aFeedIsCodable() throws {
        for file in CorpusFile.all {
            guard let feed = try? FeedParser().feed(from: file.data(), address: CorpusFile.address) else { continue }
            #expect(try JSONDecoder().decode(Feed.self, from: JSONEncoder().encode(feed)) == feed)
        }
    }
}
