import Foundation
import Testing

@testable import GazetteCommands
@testable import GazetteWeb
@testable import ReaderStorage

/// The marks of the terminal and those of an account.
struct TUISharingTests {
    private static func row(_ section: TUISection, _ id: String, _ title: String = "Title") -> TUIRow {
        TUIRow(section: section, id: id, title: title, facts: "", url: "https://example.com/\(title)")
    }

    private static let article = row(.news, "https://news.example/one/long/address", "Article")

    @Test func changesAreWhatDiffers() throws {
        var old = TUIMarks()
        old.read(Self.row(.hn, "1"))
        _ = old.toggleSaved(Self.row(.hn, "1"))
        var marks = old
        marks.toggleRead(Self.row(.hn, "1"))
        marks.read(Self.article)
        marks.read(Self.row(.people, "3"))
        _ = marks.toggleSaved(Self.row(.hn, "1"))
        _ = marks.toggleSaved(Self.row(.movies, "7"))
        let change = marks.change(from: old)
        #expect(change.read == [Self.article.sharedKey] && change.unread == ["hn:1"])
        #expect(change.save.map(\.key) == ["movies:7"] && change.remove == ["hn:1"])
        #expect(change.save.first?.path == "/movies/7")
        #expect(marks.change(from: marks).isEmpty)
    }

    @Test func marksOfAnAccountReplaceThoseOfTheTerminal() throws {
        var own = TUIMarks()
        own.read(Self.row(.people, "3"))
        own.read(Self.row(.hn, "1"))
        _ = own.toggleSaved(Self.row(.people, "3"))
        let key = try #require(Self.article.sharedKey)
        let item = SharedMarks.Item(key: key, title: "Article", path: "/news", source: "News")
        let shared = SharedMarks(name: "ann", read: [key, "hn:2"], saved: [item], settings: [:])
        var marks = own.replaced(by: shared, at: "https://gazette.example")
        #expect(marks.isRead(Self.article) && marks.isSaved(Self.article) && marks.isRead(Self.row(.hn, "2")))
        #expect(!marks.isRead(Self.row(.hn, "1")) && marks.isRead(Self.row(.people, "3")))
        #expect(marks.saved.map(\.url) == ["https://gazette.example/news", "https://example.com/Title"])
        // A row of a list takes away what the account has marked.
        let before = marks
        marks.toggleRead(Self.article)
        _ = marks.toggleSaved(Self.article)
        #expect(!marks.isRead(Self.article) && !marks.isSaved(Self.article))
        #expect(marks.change(from: before).unread == [key] && marks.change(from: before).remove == [key])
    }

    /// What was read and saved of feeds is about the feeds of one machine, or of the web app.
    @Test func itemsOfFeedsAreNotShared() {
        var own = TUIMarks()
        _ = own.toggleSaved(Self.row(.feeds, "5"))
        own.read(Self.row(.feeds, "5"))
        #expect(own.change(from: TUIMarks()).isEmpty)
        let item = SharedMarks.Item(key: "feeds:9", title: "Item", path: "/feeds/item/9")
        let shared = SharedMarks(name: "ann", read: ["feeds:9", "hn:2"], saved: [item], settings: [:])
        let marks = own.replaced(by: shared, at: "https://gazette.example")
        #expect(marks.saved.map(\.id) == ["5"] && Set(marks.readKeys) == ["feeds 5", "hn 2"])
    }

    @Test func aLaterChangeOutweighsAnEarlierOne() {
        func change(_ read: [String], _ unread: [String], _ save: [String], _ remove: [String]) -> SharedMarks.Change {
            var change = SharedMarks.Change()
            (change.read, change.unread, change.remove) = (read, unread, remove)
            change.save = save.map { SharedMarks.Item(key: $0, title: $0, path: "/") }
            return change
        }
        var all = change(["hn:1", "hn:2"], ["hn:3"], ["hn:4"], ["hn:5"])
        all.add(change(["hn:3"], ["hn:1"], ["hn:5"], ["hn:4"]))
        #expect(all == change(["hn:2", "hn:3"], ["hn:1"], ["hn:5"], ["hn:4"]))
    }
}
