import Feeds
import Foundation
import Testing

@Suite("Lists of feeds")
struct OPMLTests {
    private func list(_ text: String) throws(FeedError) -> OPML { try OPML(from: Data(text.utf8)) }

    @Test func foldersAndFeedsAreRead() throws {
        let list = try list(
            """
            <?xml version="1.0"?><opml version="1.1"><head><title>Mine &amp; yours</title></head><body>
            <outline text="News"><outline type="rss" text="A" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
            <outline text="Local"><outline title="B" xmlUrl="https://b.example/feed"/></outline></outline>
            <outline text="C" xmlUrl="https://c.example/feed"/></body></opml>
            """)
        #expect(list.title == "Mine & yours")
        let feeds = list.outlines.flatMap(\.feeds)
        #expect(feeds.map(\.feed.title) == ["A", "B", "C"])
        #expect(feeds.map(\.folders) == [["News"], ["News", "Local"], []])
        #expect(feeds.first?.feed.homePage?.absoluteString == "https://a.example/")
    }

    @Test func faultsAreTolerated() throws {
        let list = try list(
            """
            \u{FEFF}garbage <OPML><BODY><outline text="A & B" xmlurl=https://a.example/?x=1&y=2>
            <outline text="Empty"/><outline text="Bad" xmlUrl="javascript:alert(1)"/>
            <outline xmlUrl="https://c.example/feed" text="C
            """)
        #expect(list.outlines.map(\.title) == ["A & B"])
        #expect(list.outlines.first?.feed?.absoluteString == "https://a.example/?x=1&y=2")
    }

    @Test func aWrittenListIsReadAgain() throws {
        let list = OPML(
            title: "\"Mine\" <&>",
            outlines: [
                FeedOutline(
                    title: "Folder\u{1}\n&",
                    outlines: [
                        FeedOutline(
                            title: "Ä", feed: URL(string: "https://a.example/?x=1&y=2"),
                            homePage: URL(string: "https://a.example/"))
                    ]),
                FeedOutline(title: "B", feed: URL(string: "https://b.example/")),
            ])
        var expected = list
        expected.outlines[0].title = "Folder &"
        #expect(try OPML(from: list.document) == expected)
    }

    @Test(arguments: ["feed://a.example/f", "feed:https://a.example/f", "FEED:https://a.example/f"])
    func theSchemeOfFeedsIsRead(_ address: String) throws {
        let list = try list("<opml><body><outline text=\"A\" xmlUrl=\"\(address)\"/></body></opml>")
        #expect(list.outlines.map(\.feed?.absoluteString) == ["https://a.example/f"])
    }

    @Test func anotherDocumentIsRefused() {
        #expect(throws: FeedError.notAnOutline) { try list("<rss/>") }
        #expect(throws: FeedError.notAnOutline) { try list("text") }
        #expect(throws: FeedError.empty) { try list("") }
        #expect(throws: FeedError.tooLarge(byteLimit: 3)) { try OPML(from: Data("<opml/>".utf8), byteLimit: 3) }
    }
}
