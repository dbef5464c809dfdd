import Foundation
import FreshetTesting
import NIOConcurrencyHelpers
import ReaderModels

/// Feeds in memory, whose responses a test holds or fails.
final class StubFeeds: ReaderFeeds {
    struct Failure: Error {}

    struct State {
        var subscriptions = [FeedSubscription.stub(1, "Night Sky", in: "Science"), .stub(2, "Tides")]
        /// The items, the newest first.
        var items: [ListedItem] = []
        var full: [Int: FullItem] = [:]
        var article: KeptArticle?
        var additions: [String: FeedAddition] = [:]
        var isFailing = false
        /// Whether reading each text takes too long.
        var isTooSlow = false
        /// The items whose marks as read are not stored yet.
        var waiting: Set<Int> = []
        /// Holds the items of a selection.
        var gates: [ItemQuery.Selection: Gate] = [:]
        /// Holds the changes.
        var changeGate: Gate?
        var queries: [ItemQuery] = []
        var cancelled: [ItemQuery.Selection] = []
        var changes: [String] = []
        var refreshed: [[Int]?] = []
        /// When everything is read.
        var date = Date(timeIntervalSince1970: 1_767_225_700)
    }

    private let box: NIOLockedValueBox<State>

    init(_ ids: [Int] = []) {
        var state = State()
        state.items = ids.map { .stub($0) }
        box = NIOLockedValueBox(state)
    }

    var state: State {
        get { box.withLockedValue { $0 } }
        set { box.withLockedValue { $0 = newValue } }
    }

    private func checked() throws -> State {
        let state = state
        if state.isFailing { throw Failure() }
        return state
    }

    func contents(_ query: ItemQuery?, isVisit: Bool) async throws -> FeedContents {
        guard let query else { return FeedContents(try checked().subscriptions, at: state.date) }
        let items = try await items(query)
        return FeedContents(state.subscriptions, items, at: state.date)
    }

    func marked(_ items: [ListedItem], _ subscriptions: [FeedSubscription]) -> [ListedItem] {
        var items = items
        for index in items.indices where state.waiting.contains(items[index].id) { items[index].isUnread = false }
        return items
    }

    private func items(_ query: ItemQuery) async throws -> [ListedItem] {
        box.withLockedValue { $0.queries.append(query) }
        await state.gates[query.selection]?.wait()
        if Task.isCancelled { box.withLockedValue { $0.cancelled.append(query.selection) } }
        let found = try checked().items.filter { item in
            if let before = query.before, item.id >= before { return false }
            if case .feed(let id) = query.scope, item.feed != id { return false }
            if let words = query.words { return item.title.contains(words) }
            return query.selection == .all || (query.selection == .unread ? item.isUnread : item.isFresh)
        }
        return Array(found.prefix(query.limit))
    }

    private func change(_ name: String, _ change: (inout State) -> Void) async throws {
        await state.changeGate?.wait()
        _ = try checked()
        box.withLockedValue {
            $0.changes.append(name)
            change(&$0)
        }
    }

    func mark(_ items: [Int], isRead: Bool) async throws {
        try await change("\(isRead ? "read" : "unread") \(items)") { state in
            for index in state.items.indices where items.contains(state.items[index].id) {
                state.items[index].isUnread = !isRead
            }
        }
    }

    func markAll(in scope: ItemQuery.Scope, downTo last: Int?, asOf date: Date) async throws {
        try await change("all down to \(last ?? 0)\(date == state.date ? "" : " as of before")") { state in
            for index in state.items.indices where state.items[index].id >= last ?? 0 {
                state.items[index].isUnread = false
            }
        }
    }

    func remove(_ feed: Int) async throws {
        try await change("remove \(feed)") { $0.subscriptions.removeAll { $0.id == feed } }
    }

    func add(_ address: String, folder: String) async throws -> FeedAddition {
        try checked().additions[address] ?? .failed("“\(address)” is not a feed.")
    }

    func refresh(only feeds: [Int]?, onProgress: @escaping @Sendable (Int) -> Void) async throws -> Int {
        try await change("refresh") { $0.refreshed.append(feeds) }
        return 1
    }

    func item(_ id: Int, in query: ItemQuery?) async throws -> OpenItem? {
        let state = try checked()
        guard let full = state.full[id] else { return nil }
        let isRead = state.changes.last == "read [\(id)]"
        var item = full.item
        item.isUnread = !isRead
        return OpenItem(
            FullItem(
                item: item, content: full.content, base: full.base, comments: full.comments,
                enclosures: full.enclosures, wantsText: full.wantsText),
            position: 0.5, older: query.map { _ in .init(id: id - 1, title: "Item \(id - 1)") })
    }

    func html(of item: FullItem, _ article: KeptArticle?) async -> String? {
        state.isTooSlow ? nil : article?.html ?? item.content
    }

    func article(at url: URL) async throws -> KeptArticle {
        guard let article = try checked().article else { throw Failure() }
        return article
    }
}

extension FeedSubscription {
    static func stub(_ id: Int, _ title: String, in folder: String = "", unread: Int = 2) -> Self {
        FeedSubscription(
            id: id, address: "https://feeds.example/\(id)", title: title, folder: folder, home: nil, icon: nil,
            unread: unread, wantsText: false, checked: nil, next: .distantPast, problem: nil, isEnded: false)
    }
}

extension ListedItem {
    static func stub(_ id: Int, feed: Int = 1, link: URL? = URL(string: "https://feeds.example/item")) -> Self {
        ListedItem(
            id: id, feed: feed, source: "Night Sky", title: "Item \(id)", link: link, author: "Ann", summary: nil,
            picture: nil, date: Date(timeIntervalSince1970: 1_767_225_600), isUnread: true, isFresh: false)
    }
}
