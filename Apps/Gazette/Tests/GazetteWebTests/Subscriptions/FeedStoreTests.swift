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

/// The feeds of readers, in both databases.
@Suite(.timeLimit(.minutes(2)))
struct FeedStoreTests {
    @Test(arguments: StoreHome.Kind.available)
    func newItemsAreUnreadForEachReaderOfTheFeed(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let (first, second) = (Visitor(), Visitor())
            let id = try await home.add(
                "https://a.example/feed", [FeedHome.item("1", minutes: 9), FeedHome.item("2")], title: "A", for: first)
            #expect(try await home.items(of: first).map(\.title) == ["Item 2", "Item 1"])
            // The feed is stored once: the second reader requests nothing.
            _ = try await home.library.store.subscribe(
                [.init(address: "https://a.example/feed")], second, now: home.now)
            #expect(try await home.items(of: second).count == 2)
            home.pass(60)
            try await home.receive(
                [FeedHome.item("3", minutes: -1), FeedHome.item("1", minutes: 9), FeedHome.item("2")], title: "A",
                of: id)
            for reader in [first, second] {
                #expect(try await home.items(of: reader).map(\.title) == ["Item 3", "Item 2", "Item 1"])
                #expect(try await home.library.store.subscriptions(of: reader).map(\.unread) == [3])
            }
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func whatOneReaderReadsIsUnreadForTheOther(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let (first, second) = (Visitor(), Visitor())
            let items = (0..<5).map { FeedHome.item("\($0)", minutes: Double($0)) }
            let id = try await home.add("https://a.example/feed", items, for: first)
            _ = try await home.library.store.subscribe(
                [.init(address: "https://a.example/feed")], second, now: home.now)
            let shown = try await home.items(of: first)
            try await home.mark(shown[0...1].map(\.id), isRead: true, of: first)
            #expect(try await home.items(of: first).map(\.id) == shown.dropFirst(2).map(\.id))
            try await home.mark([shown[1].id], isRead: false, of: first)
            #expect(try await home.items(of: first).map(\.id) == shown.dropFirst(1).map(\.id))
            #expect(try await home.library.store.subscriptions(of: first).map(\.unread) == [4])
            // Down to the third: it and all above are read.
            try await home.library.store.mark(.readAll(.feed(id), downTo: shown[2].id, home.now), of: first)
            #expect(try await home.items(of: first).map(\.id) == shown.suffix(2).map(\.id))
            #expect(try await home.items(of: second).count == 5)
            let all = try await home.items(of: first) { $0.selection = .all }
            #expect(all.map(\.isUnread) == [false, false, false, true, true])
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func aStoryOfTwoFeedsIsShownOnce(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            let first = try await home.add(
                "https://a.example/feed", [FeedHome.item("1", link: "https://www.site.example/story/?utm_source=a")],
                for: reader)
            home.pass(1)
            let second = try await home.add(
                "https://b.example/feed", [FeedHome.item("x", link: "http://site.example/story#top")], for: reader)
            for selection in [ItemQuery.Selection.unread, .all] {
                #expect(try await home.items(of: reader) { $0.selection = selection }.map(\.feed) == [first])
            }
            // So it is among many feeds, which are read otherwise, and not for a reader of the second feed alone.
            for index in 0..<25 { try await home.add("https://\(index).example/feed", [], for: reader) }
            #expect(try await home.items(of: reader) { $0.selection = .all }.map(\.feed) == [first])
            let other = Visitor()
            _ = try await home.library.store.subscribe(
                [.init(address: "https://b.example/feed")], other, now: home.now)
            #expect(try await home.items(of: other) { $0.selection = .all }.map(\.feed) == [second])
            // The list of a feed has all of its items.
            #expect(
                try await home.items(of: reader) { ($0.scope, $0.selection) = (.feed(second), .all) }.count == 1)
        }
    }

    @Test("A story is unread once when two feeds are stored at the same time", arguments: StoreHome.Kind.available)
    func storyOfTwoFeedsAtOnce(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            func item(_ id: String) -> FeedItem { FeedHome.item(id, link: "https://site.example/story") }
            home.pass(1)
            try await home.add("https://a.example/feed", [item("a"), FeedHome.item("b")], for: reader)
            // It was read before the other one, and is stored after it.
            home.pass(-1)
            let first = try await home.add("https://b.example/feed", [item("c")], for: reader)
            let unread = try await home.items(of: reader)
            #expect(unread.map(\.feed).contains(first) && unread.count == 2)
            #expect(try await home.library.store.subscriptions(of: reader).map(\.unread) == [1, 1])
            #expect(try await home.items(of: reader) { $0.selection = .all }.map(\.id) == unread.map(\.id))
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func foldersAndFeedsLimitLists(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            let first = try await home.add("https://a.example/feed", [FeedHome.item("a")], for: reader, folder: "News")
            let second = try await home.add("https://b.example/feed", [FeedHome.item("b")], for: reader)
            for selection in [ItemQuery.Selection.unread, .all] {
                let folder = try await home.items(of: reader) {
                    ($0.scope, $0.selection) = (.folder("News"), selection)
                }
                #expect(folder.map(\.feed) == [first])
                let feed = try await home.items(of: reader) { ($0.scope, $0.selection) = (.feed(second), selection) }
                #expect(feed.map(\.feed) == [second])
            }
            try await home.library.store.rename(folder: "News", to: "Papers", of: reader)
            _ = try await home.library.store.change(second, of: reader, title: " Blog ", folder: "Papers")
            let subscriptions = try await home.library.store.subscriptions(of: reader)
            #expect(subscriptions.map(\.folder) == ["Papers", "Papers"])
            #expect(subscriptions.contains { $0.title.contains("Blog") })
            try await home.library.store.unsubscribe([first], reader)
            #expect(try await home.items(of: reader) { $0.selection = .all }.map(\.feed) == [second])
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func wordsAreFoundInAnyCaseAndByTheirBeginning(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            try await home.add(
                "https://a.example/feed",
                [
                    FeedHome.item("1", title: "The Café at the harbour", text: "Boats & <b>tea</b>"),
                    FeedHome.item("2", minutes: 5, title: "東京の天気", text: "Silben\u{AD}trennung 雨"),
                    FeedHome.item("3", minutes: 9, title: "Nothing", text: "It's \"quoted\" (OR) AND-NOT*"),
                ], for: reader)
            func found(_ words: String) async throws -> [String] {
                try await home.items(of: reader) { ($0.words, $0.selection) = (words, .unread) }.map(\.title)
            }
            #expect(try await found("cafe harb") == ["The Café at the harbour"])
            #expect(try await found("TEA") == ["The Café at the harbour"])
            #expect(try await found("京の") == ["東京の天気"])
            #expect(try await found("harbour rain").isEmpty)
            #expect(try await found("Silbentren") == ["東京の天気"])
            #expect(try await found("Silben\u{AD}tren") == ["東京の天気"])
            // No text is an operator of a search, and none is a mistake in it.
            for text in ["\"quoted\" (or", "AND", "it's", "'", "*", "quoted:*", "a & | !", "-", "NEAR("] {
                let titles = try await found(text)
                #expect(titles.isEmpty || titles.contains("Nothing") || text.contains("a"), "\(text)")
            }
            #expect(try await found("\"quoted\" (or") == ["Nothing"])
        }
    }

    @Test("Words are found whether few items have them or most", arguments: StoreHome.Kind.available)
    func commonWords(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            for feed in 0..<5 {
                let items = (0..<420).map { index in
                    FeedHome.item(
                        "\(feed)-\(index)", minutes: Double(index * 5 + feed), text: index % 100 == 7 ? "tea" : "boat")
                }
                try await home.add("https://\(feed).example/feed", items, for: reader)
            }
            // Of another reader, whose items are not found.
            try await home.add("https://other.example/feed", [FeedHome.item("other")], for: Visitor())
            func found(_ words: String) async throws -> [String] {
                try await home.items(of: reader) { ($0.words, $0.selection, $0.limit) = (words, .all, 6) }.map(\.title)
            }
            #expect(try await found("item") == (0..<5).map { "Item \($0)-0" } + ["Item 0-1"])
            #expect(try await found("tea") == (0..<5).map { "Item \($0)-7" } + ["Item 0-107"])
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func aChangedItemIsUpdatedAndStaysRead(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            let id = try await home.add("https://a.example/feed", [FeedHome.item("1", text: "old")], for: reader)
            let item = try #require(try await home.items(of: reader).first)
            try await home.mark([item.id], isRead: true, of: reader)
            home.pass(60)
            try await home.receive([FeedHome.item("1", title: "Better", text: "new words")], title: "A", of: id)
            let all = try await home.items(of: reader) { $0.selection = .all }
            #expect(all.map(\.title) == ["Better"] && all.map(\.isUnread) == [false])
            #expect(try await home.items(of: reader) { $0.words = "new words" }.count == 1)
            #expect(try await home.items(of: reader) { $0.words = "old" }.isEmpty)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func theOldestItemsAreRemovedUnlessTheyAreSaved(_ kind: StoreHome.Kind) async throws {
        var limits = FeedStore.Limits()
        limits.items = 3
        try await StoreHome.with(kind) { [limits] place in
            let visitors = try await place.open()
            let home = try FeedHome(visitors, limits) { _ in .text("", status: 404) }
            let reader = Visitor()
            let id = try await home.add(
                "https://a.example/feed", (1...3).map { FeedHome.item("\($0)", minutes: Double(9 - $0)) }, for: reader)
            let oldest = try #require(try await home.items(of: reader).last)
            let marks = await visitors.marks(of: reader)
            marks.apply(.save(Entry(oldest, path: "/feeds/item/\(oldest.id)"), home.now))
            await visitors.flush()
            home.pass(60)
            try await home.receive((1...6).map { FeedHome.item("\($0)", minutes: Double(9 - $0)) }, title: "A", of: id)
            let titles = try await home.items(of: reader) { $0.selection = .all }.map(\.title)
            #expect(titles == ["Item 6", "Item 5", "Item 4", "Item 1"])
            #expect(try await home.items(of: reader) { $0.words = "item 2" }.isEmpty)
            // What somebody has saved stays when nobody has the feed any more.
            try await home.library.store.unsubscribe([id], reader)
            try await home.library.store.removeUnused()
            #expect(try await home.library.store.item(oldest.id, of: reader, since: nil, []) != nil)
            marks.apply(.remove(Entry.Key(.feeds, String(oldest.id))))
            await visitors.flush()
            try await home.library.store.removeUnused()
            #expect(try await home.library.store.item(oldest.id, of: reader, since: nil, []) == nil)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func savedItemsOfATerminalStayUntilTheyAreReplaced(_ kind: StoreHome.Kind) async throws {
        var limits = FeedStore.Limits()
        limits.items = 3
        try await FeedHome.with(kind, limits: limits) { home in
            let reader = Visitor()
            func items(_ count: Int) -> [FeedItem] {
                (1...count).map { FeedHome.item("\($0)", minutes: Double(9 - $0)) }
            }
            func titles() async throws -> [String] {
                try await home.items(of: reader) { $0.selection = .all }.map(\.title)
            }
            let id = try await home.add("https://a.example/feed", items(3), for: reader)
            let oldest = try #require(try await home.items(of: reader).last)
            // One of them is not stored.
            for _ in 1...2 { try await home.library.store.replaceSaved([oldest.id, 5], of: reader, now: home.now) }
            home.pass(60)
            try await home.receive(items(6), title: "A", of: id)
            #expect(try await titles() == ["Item 6", "Item 5", "Item 4", "Item 1"])
            try await home.library.store.replaceSaved([], of: reader, now: home.now)
            home.pass(60)
            try await home.receive(items(7), title: "A", of: id)
            #expect(try await titles() == ["Item 7", "Item 6", "Item 5"])
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func filtersHideAndMarkWhatComesAndWhatIsThere(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            let store = home.library.store
            let id = try await home.add(
                "https://a.example/feed",
                [
                    FeedHome.item("1", title: "Cricket: a long day"),
                    FeedHome.item("2", minutes: 1, title: "Crickets sing"),
                ],
                for: reader)
            let hide = try #require(FeedFilter(part: .words, action: .hide, words: "cricket"))
            #expect(try await store.preview(hide, of: reader).map(\.title) == ["Cricket: a long day"])
            #expect(try await store.add(hide, of: reader))
            let mark = try #require(FeedFilter(part: .site, action: .highlight, words: "site.example"))
            #expect(try await store.add(mark, of: reader))
            let shown = try await home.items(of: reader) { $0.selection = .all }
            #expect(shown.map(\.title) == ["Crickets sing"] && shown[0].isHighlighted)
            let silent = try #require(FeedFilter(part: .words, action: .read, words: "léaks"))
            #expect(try await store.add(silent, of: reader))
            home.pass(60)
            try await home.receive(
                [
                    FeedHome.item("3", title: "More CRICKET", text: "x"), FeedHome.item("4", title: "Leaks again"),
                    FeedHome.item("5", title: "Rain"),
                ], title: "A", of: id)
            #expect(try await home.items(of: reader).map(\.title).sorted() == ["Crickets sing", "Rain"])
            #expect(try await home.items(of: reader) { $0.selection = .all }.count == 3)
            #expect(try await store.subscriptions(of: reader).map(\.unread) == [2])
            try await store.removeFilter(hide.id, of: reader)
            #expect(try await home.items(of: reader) { $0.selection = .all }.count == 5)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func whatHasComeSinceTheLastVisitIsFresh(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            let id = try await home.add("https://a.example/feed", [FeedHome.item("1")], for: reader)
            #expect(try await home.items(of: reader) { $0.selection = .fresh }.isEmpty)
            home.pass(3600)
            try await home.receive([FeedHome.item("2", minutes: -30)], title: "A", of: id)
            home.pass(3600)
            #expect(try await home.items(of: reader) { $0.selection = .fresh }.map(\.title) == ["Item 2"])
            // The same visit, a minute later.
            home.pass(60)
            let again = try await home.items(of: reader)
            #expect(again.map(\.isFresh) == [true, false])
            home.pass(3600)
            #expect(try await home.items(of: reader) { $0.selection = .fresh }.isEmpty)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func aFeedIsReadByOneOfTwoProcesses(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let store = home.library.store
            let additions = (0..<40).map { FeedStore.Addition(address: "https://a.example/\($0)") }
            _ = try await store.subscribe(additions, Visitor(), now: home.now)
            let claimed = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<8 { group.addTask { try await store.claim(upTo: 7, now: home.now).map(\.id) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(claimed).count == claimed.count)
            let rest = try await store.claim(upTo: 100, now: home.now)
            #expect(claimed.count + rest.count == 40)
            // A process that has ended leaves its feeds to others after a time.
            home.pass(301)
            #expect(try await store.claim(upTo: 100, now: home.now).count == 40)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func aMovedFeedJoinsTheOneAtItsNewAddress(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let (first, second) = (Visitor(), Visitor())
            let store = home.library.store
            let old = try await home.add("https://a.example/old", [FeedHome.item("1")], for: first, folder: "Mine")
            let new = try await home.add("https://a.example/new", [FeedHome.item("1")], for: second)
            home.pass(60)
            let due = try #require(try await store.claim(upTo: 1, only: [old], now: home.now).first)
            var feed = Feed(format: .rss)
            feed.items = [FeedHome.item("1")]
            try await store.record(
                .read(feed, digest: Data([1]), movedTo: URL(string: "https://a.example/new")), of: due,
                next: home.now, now: home.now)
            #expect(try await store.subscriptions(of: first).map(\.id) == [new])
            #expect(try await store.subscriptions(of: first).map(\.folder) == ["Mine"])
            // Who adds the old address again gets a feed of its own until it moves again.
            #expect(try await store.subscribe([.init(address: "https://a.example/old")], first, now: home.now) == [old])
        }
    }

    @Test func titlesAreInTheOrderThatPeopleExpect() {
        let titles = ["zebra", "Äpfel", "feed 10", "Feed 2", "apple", "2001", "éclair", "10", "日本"]
        #expect(
            titles.sorted { TitleOrder.key($0) < TitleOrder.key($1) }
                == ["10", "2001", "Äpfel", "apple", "éclair", "Feed 2", "feed 10", "zebra", "日本"])
    }

    @Test(arguments: StoreHome.Kind.available)
    func listsOfFeedsComeAndGoWithTheirFolders(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let reader = Visitor()
            let list = """
                <opml version="2.0"><body><outline text="Sea &amp; sky"><outline text="Tides" xmlUrl="https://a.example/t"/>
                </outline><outline text="Plain" xmlUrl="https://b.example/p"/></body></opml>
                """
            let result = try await home.library.add(list: Data(list.utf8), for: reader)
            #expect(result.count == 2 && result.added == 2)
            let written = try OPML(from: try await home.library.list(of: reader))
            #expect(written.outlines.map(\.title) == ["Sea & sky", "Plain"])
            #expect(written.outlines.first?.outlines.map(\.feed?.absoluteString) == ["https://a.example/t"])
            let again = try await home.library.add(list: Data(list.utf8), for: reader)
            #expect(again.added == 2)
            #expect(try await home.library.store.subscriptions(of: reader).count == 2)
        }
    }

    @Test func foldersInFoldersStayInEachOther() async throws {
        try await FeedHome.with(.sqlite) { home in
            let reader = Visitor()
            let list = """
                <opml><body><outline text="A"><outline text="B"><outline text="1" xmlUrl="https://a.example/1"/></outline>
                <outline text="2" xmlUrl="https://a.example/2"/><outline text="Gone" type="rss"/></outline><outline text="Empty folder"/>
                <outline text="Bad" xmlUrl="javascript:x"/><outline text="3" xmlUrl="feed:https://a.example/3"/>
                </body></opml>
                """
            let result = try await home.library.add(list: Data(list.utf8), for: reader)
            #expect(result.count == 3 && result.added == 3)
            #expect(result.withoutAddress == ["Gone", "Bad"])
            let written = try OPML(from: try await home.library.list(of: reader)).outlines.flatMap(\.feeds)
            #expect(written.map(\.feed.title) == ["1", "2", "3"])
            #expect(written.map(\.folders) == [["A", "B"], ["A"], []])
        }
    }

    @Test func aFeedWithTwoAddressesInAListCountsOnce() async throws {
        var limits = FeedStore.Limits()
        limits.subscriptions = 2
        try await FeedHome.with(.sqlite, limits: limits) { home in
            let (reader, store) = (Visitor(), home.library.store)
            let old = try await home.add("https://a.example/old", [], for: reader)
            home.pass(60)
            let due = try #require(try await store.claim(upTo: 1, only: [old], now: home.now).first)
            try await store.record(
                .read(Feed(format: .rss), digest: Data([1]), movedTo: URL(string: "https://a.example/new")), of: due,
                next: home.now, now: home.now)
            func add(_ names: String...) async throws -> FeedLibrary.Import {
                let entries = names.map { "<outline xmlUrl=\"https://a.example/\($0)\"/>" }.joined()
                return try await home.library.add(list: Data("<opml>\(entries)</opml>".utf8), for: reader)
            }
            let both = try await add("old", "new")
            #expect(both.count == 1 && both.added == 1)
            let many = try await add("new", "2", "3", "4")
            #expect(many.count == 4 && many.added == 2)
        }
    }

    @Test(
        "Addresses as readers type them",
        arguments: [
            ("a.example", ["https", "http"]), ("feed://a.example/f", ["https", "http"]),
            ("https://a.example/", ["https"]),
            ("feed:http://a.example/", ["http"]),
        ])
    func typedAddresses(_ text: String, _ schemes: [String]) async throws {
        let document = "<rss><channel><title>A</title></channel></rss>"
        try await FeedHome.with(.sqlite) { head throws(FetchError) in
            if head.scheme == "https" { throw FetchError(.cannotConnect(.refused)) }
            return .text(document)
        } _: { home in
            let addition = try await home.library.add(text, folder: "", for: Visitor())
            if case .added = addition { #expect(schemes.last == "http") } else { #expect(schemes == ["https"]) }
            #expect(home.requests.withLockedValue { $0.map(\.scheme) } == schemes)
        }
    }

    @Test(arguments: ["http://[2001:db8::1]/feed", "[2001:db8::1]:8080/feed", "http://nas/feed", "1.1.1.1"])
    func addresses(_ text: String) { #expect(FeedLibrary.address(text) != nil) }

    @Test(arguments: [
        "nas", "a b", "https://", "ftp://a.example", "https://a:b@c.example/", "javascript:alert(1)", "::1",
    ])
    func wrongAddresses(_ text: String) { #expect(FeedLibrary.address(text) == nil) }
}
