import Feeds
import Foundation
import Testing

/// What is read of single items.
@Suite("The items of feeds")
struct FeedItemTests {
    private func items(_ text: String) throws(FeedError) -> [FeedItem] {
        try FeedParser().feed(from: Data(text.utf8), address: CorpusFile.address).items
    }

    private func rss(_ items: String...) throws(FeedError) -> [FeedItem] {
        let channel = "<link>https://a.example/</link>" + items.map { "<item>\($0)</item>" }.joined()
        return try self.items("<rss><channel>\(channel)</channel></rss>")
    }

    private func atom(_ entry: String) throws -> FeedItem {
        let feed = #"<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><entry>\#(entry)</entry></feed>"#
        return try #require(try items(feed).first)
    }

    // MARK: - Ids

    @Test(
        "Items with one id or one link, and titles of their own",
        arguments: [
            "<link>https://a.example/changes</link>", "<link>https://a.example/</link>",
            "<guid>https://a.example/changes</guid>", "<guid>1</guid><link>https://a.example/changes</link>",
        ])
    func itemsOfOneLink(_ same: String) throws {
        let texts = (1...3).map { day in
            "\(same)<title>Version \(day)</title><pubDate>0\(day) Mar 2026 12:00 GMT</pubDate>"
        }
        let all = try rss(texts[0], texts[1], texts[2])
        #expect(all.map(\.title) == ["Version 1", "Version 2", "Version 3"])
        let reversed = try rss(texts[2], texts[1], texts[0])
        #expect(reversed.map(\.id) == all.map(\.id).reversed())
        #expect(try rss(texts[1], texts[2]).map(\.id) == all.dropFirst().map(\.id))
    }

    @Test func theOnlyItemWithTheLinkOfTheFeedIsAnotherOneLater() throws {
        let first = try rss("<link>https://a.example/</link><title>Monday</title>")
        let second = try rss("<link>https://a.example/</link><title>Tuesday</title>")
        #expect(first.map(\.id) != second.map(\.id))
    }

    @Test func versionsOfAnItemAreOne() throws {
        let items = try rss(
            "<guid>1</guid><link>https://a.example/1</link><title>Old</title>",
            "<guid>1</guid><link>https://a.example/2</link><title>Old</title>",
            "<guid>2</guid><link>https://a.example/3</link><title>Before</title><pubDate>3 Mar 2026</pubDate>",
            "<guid>2</guid><link>https://a.example/3</link><title>After</title><pubDate>3 Mar 2026</pubDate>")
        #expect(items.map(\.id) == ["1", "2"])
    }

    @Test func manyItemsOfOneIdAreReadInLinearTime() throws {
        let items = (0..<20_000).map { "<item><guid>1</guid><title>\($0)</title></item>" }.joined()
        #expect(try self.items("<rss><channel>\(items)</channel></rss>").count == 20_000)
    }

    // MARK: - Addresses

    @Test func addressesInTextsOfRSSAreRelativeToTheItem() throws {
        let item = try #require(
            try rss(
                """
                <link>https://b.example/2026/post</link><description>&lt;img src="x.png"></description>\
                <enclosure url="x.mp3"/><media:thumbnail url="t.png"/>
                """
            ).first)
        #expect(item.summary?.base?.absoluteString == "https://b.example/2026/post")
        #expect(item.enclosures.first?.url.absoluteString == "https://b.example/2026/x.mp3")
        #expect(item.picture?.absoluteString == "https://b.example/2026/t.png")
        let based = try rss(
            #"<link>https://b.example/</link><description xml:base="https://c.example/">x</description>"#)
        #expect(based.first?.summary?.base?.absoluteString == "https://c.example/")
        let atom = try atom(#"<link href="https://b.example/"/><summary>x</summary>"#)
        #expect(atom.summary?.base == CorpusFile.address)
    }

    @Test func anIdThatIsAnAddressIsTheLink() throws {
        #expect(try atom("<id>https://a.example/1</id><title>x</title>").link?.path() == "/1")
        let json = try items(#"{"items": [{"id": "https://a.example/1", "title": "x"}]}"#)
        #expect(json.first?.link?.path() == "/1")
    }

    @Test func anItemOfJSONMayBeAboutAnotherPageAlone() throws {
        let items = try items(
            #"{"items": [{"id": "1", "external_url": "https://b.example/", "author": [{"name": "Ann"}, "Bob"]}]}"#)
        #expect(items.first?.link?.absoluteString == "https://b.example/")
        #expect(items.first?.authors.map(\.name) == ["Ann", "Bob"])
    }

    // MARK: - Texts

    @Test(
        "Texts of other vocabularies",
        arguments: [
            "<media:group><media:description>A &lt; B</media:description></media:group>",
            #"<media:description type="plain">A &lt; B</media:description>"#,
            "<itunes:subtitle>A &lt; B</itunes:subtitle>", "<dc:description>A &amp;lt; B</dc:description>",
        ])
    func summary(_ text: String) throws {
        #expect(try rss("<title>x</title>\(text)").first?.summary?.html == "A &lt; B")
    }

    @Test func aTitleMayBeInBase64() throws {
        #expect(try atom(#"<title mode="base64" type="text/html">QSAmYW1wOyBC</title>"#).title == "A & B")
        #expect(try rss("<media:group><media:title>A</media:title></media:group><guid>1</guid>").isEmpty == false)
    }

    // MARK: - Authors, files, categories

    @Test(
        "Authors",
        arguments: [
            ("<author>by <a href=\"/a\">Foo</a></author>", "by Foo"), ("<dc:author>Foo</dc:author>", "Foo"),
            ("<author><name>Foo</name></author>", "Foo"),
            ("<dc:creator>&lt;a href='/a'&gt;Foo&lt;/a&gt;</dc:creator>", "Foo"),
            ("<source><author><name>Foo</name></author></source>", "Foo"),
        ])
    func author(_ text: String, _ name: String) throws {
        #expect(try rss("<title>x</title>\(text)").first?.authors.map(\.name) == [name])
        #expect(try atom("<title>x</title>\(text)").authors.map(\.name) == [name])
    }

    @Test func eachFileIsThereOnce() throws {
        let link = #"<link rel="enclosure" href="/a.mp3" length="12" type="audio/mpeg"/>"#
        let enclosures = try atom("<title>x</title>" + link + link).enclosures
        #expect(enclosures.map(\.url.lastPathComponent) == ["a.mp3"])
        #expect(enclosures.first?.byteCount == 12)
        let original = "<feedburner:origEnclosureLink>https://b.example/1.mp3</feedburner:origEnclosureLink>"
        let burned = try rss("<enclosure url=\"https://feeds.example/~r/1.mp3\"/>\(original)")
        #expect(burned.first?.enclosures.map(\.url.absoluteString) == ["https://b.example/1.mp3"])
    }

    @Test func categoriesOfOtherVocabulariesAreRead() throws {
        let items = try rss(
            """
            <title>x</title><itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>\
            <media:group><media:category label="Music">m/1</media:category></media:group>\
            <itunes:image url="https://a.example/i.png"/><itunes:keywords>Sea, Arts</itunes:keywords>
            """)
        #expect(items.first?.categories == ["Arts", "Books", "Music", "Sea"])
        #expect(items.first?.picture?.path() == "/i.png")
    }

    @Test func theFeedIsReadOfOtherVocabularies() throws {
        let feed = try FeedParser().feed(
            from: Data(
                """
                <feed><itunes:subtitle>A</itunes:subtitle><icon xml:base="https://b.example/x/">i.png</icon>\
                <itunes:image url="/l.png"/></feed>
                """.utf8), address: CorpusFile.address)
        #expect(feed.description == "A")
        #expect(feed.icon?.absoluteString == "https://b.example/x/i.png")
        #expect(feed.picture?.absoluteString == "https://feeds.example/l.png")
    }

    // MARK: - Encodings

    @Test func anEncodingMayBeNamedLate() throws {
        let space = String(repeating: " ", count: 2000)
        let document = Data("<!-- \(space) --><?xml version=\"1.0\" encoding=\"windows-1251\"?>".utf8)
        let item = Data("<rss><channel><title>".utf8) + Data([0xCF, 0xF0]) + Data("</title></channel></rss>".utf8)
        #expect(try FeedParser().feed(from: document + item).title == "Пр")
    }

    @Test func anEncodingOfMacIsRead() throws {
        let start = Data("<?xml version=\"1.0\" encoding=\"x-mac-cyrillic\"?><rss><channel><title>".utf8)
        let feed = try FeedParser().feed(from: start + Data([0x8F, 0xF0]) + Data("</title></channel></rss>".utf8))
        #expect(feed.title == "Пр")
    }

    @Test func aControlCharacterIsThatOfWindows() throws {
        #expect(try rss("<title>It\u{92}s\u{85}</title>").first?.title == "It’s…")
    }
}
