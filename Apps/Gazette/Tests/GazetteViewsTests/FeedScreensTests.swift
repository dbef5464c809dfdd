import AppleUI
import Foundation
import ReaderModels
import Testing

@testable import GazetteViews

/// The screens of feeds, evaluated on the stub.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FeedScreensTests {
    private let feeds = SampleFeeds()

    @Test func feedsAreShownByFolder() async throws {
        let words = try await Reader.words(of: FeedsView(feeds)) { $0.contains("Night Sky") }
        for text in ["Feeds", "1 feed · 3 unread", "All feeds", "Science", "3", "Remove", "Add"] {
            #expect(words.contains(text))
        }
        let tools = try await Reader.tools()
        #expect(StubHost.words(of: GazetteTabs(ReaderTools(tools.clients, feeds: feeds))).contains("Feeds"))
        #expect(!StubHost.words(of: GazetteTabs(tools)).contains("Feeds"))
    }

    @Test func feedsThatCanNotBeOpenedSaySo() async throws {
        let feeds = UnavailableFeeds(CocoaError(.fileWriteNoPermission))
        let words = try await Reader.words(of: FeedsView(feeds)) { $0.contains("Try again") }
        #expect(words.contains { $0.contains("is unavailable") })
        let root = GazetteRoot(environment: [:]) { _ in throw CocoaError(.fileWriteNoPermission) }
        #expect(StubHost.words(of: root).contains(ReaderSection.feeds.title))
    }

    @Test func itemsAreShownWithTheirState() async throws {
        let words = try await Reader.words(of: FeedItemsView(feeds, .all)) { $0.contains("A comet") }
        #expect(words.contains { $0.hasPrefix("Night Sky · ") && $0.hasSuffix(" · unread") })
        for text in ["All feeds", "Unread", "Since your last visit", "Mark as read", "Mark all as read", "Read"] {
            #expect(words.contains(text) == (text != "Read"))
        }
    }

    @Test func anItemIsShownWithItsText() async throws {
        let view = FeedItemView(feeds.item, in: FeedsViewModel(feeds), feeds)
        let words = try await Reader.words(of: view) { $0.contains("A comet") }
        for text in [
            "Night Sky", "Look up[1]", "• to the north", "Links", "1. https://a.example/", "Read", "Full text",
        ] {
            #expect(words.contains(text))
        }
    }
}

/// A feed with an item.
private struct SampleFeeds: ReaderFeeds {
    let item = ListedItem(
        id: 1, feed: 1, source: "Night Sky", title: "A comet", link: URL(string: "https://feeds.example/comet"),
        author: nil, summary: nil, picture: nil, date: .distantPast, isUnread: true, isFresh: true)

    func contents(_ query: ItemQuery?, isVisit: Bool) async throws -> FeedContents {
        let feed = FeedSubscription(
            id: 1, address: "https://feeds.example/feed", title: "Night Sky", folder: "Science", home: nil, icon: nil,
            unread: 3, wantsText: false, checked: nil, next: .distantPast, problem: nil, isEnded: false)
        return FeedContents([feed], query == nil ? [] : [item], at: .distantPast)
    }

    func item(_ id: Int, in query: ItemQuery?) async throws -> OpenItem? {
        OpenItem(
            FullItem(
                item: item,
                content: "<p>Look <a href=\"https://a.example/\">up</a></p><ul><li>to the north</li></ul>", base: nil,
                comments: nil, enclosures: [], wantsText: false))
    }

    func html(of item: FullItem, _ article: KeptArticle?) async -> String? { item.content }

    func article(at url: URL) async throws -> KeptArticle { throw CancellationError() }

    func add(_ address: String, folder: String) async throws -> FeedAddition { .failed("It is not a feed.") }

    func remove(_ feed: Int) async throws {}

    func refresh(only feeds: [Int]?, onProgress: @escaping @Sendable (Int) -> Void) async throws -> Int { 0 }

    func mark(_ items: [Int], isRead: Bool) async throws {}

    func markAll(in scope: ItemQuery.Scope, downTo last: Int?, asOf date: Date) async throws {}
}
