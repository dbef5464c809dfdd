import FeedEngine
import Foundation
import LivePages
import ReaderModels
import ReaderStorage

/// The items of a visitor's feeds that contain some words, as a group of the search over everything.
final class FeedSearch {
    /// What it finds, as a part of a sentence.
    static let noun = "items of your feeds"

    private(set) var items: [ListedItem] = []
    /// Whether the visitor has any feeds.
    private(set) var hasFeeds = false
    private var text = ""
    private let library: FeedLibrary?
    private let visitor: Visitor?
    private let pictures: PictureLinks
    private let now: @Sendable () -> Date
    private let count: Int
    private let loader: Loader<(items: [ListedItem], hasFeeds: Bool)>

    /// - Parameter count: The most items.
    init(_ tools: PageTools, count: Int) {
        library = tools.feeds
        visitor = tools.marks?.visitor
        pictures = tools.pictures
        now = tools.now
        self.count = count
        loader = Loader(on: tools.scheduler)
    }

    /// Whether nothing was found.
    var isEmpty: Bool { items.isEmpty && !loader.isLoading }

    /// Begins to search for another text. What was found before stays until then.
    func search(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        guard let library, let visitor, !text.allSatisfy(\.isWhitespace) else {
            items = []
            return
        }
        var query = ItemQuery()
        (query.words, query.limit) = (text, count)
        loader.load { [query] in
            guard let subscriptions = try? await library.store.subscriptions(of: visitor) else { return ([], false) }
            let items = try? await library.store.items(query, of: visitor, since: nil, subscriptions)
            return (items ?? [], !subscriptions.isEmpty)
        } _: { [weak self] in
            self?.items = $0.items
            self?.hasFeeds = $0.hasFeeds
        }
    }

    /// The group of the page. It retains the search.
    var group: Group {
        Group(
            id: "feeds", changes: loader.changes, start: {}, retry: {}, cancel: {},
            isPending: { self.loader.isLoading && self.items.isEmpty }, failure: { nil }
        ) {
            BriefsContext(
                head: GroupHead(
                    id: "feeds", title: "Feeds", href: PageAddress.link(["feeds"], ["q": self.text]),
                    more: "All results"),
                briefs: self.items.map { RowContext($0, self.pictures, now: self.now()) })
        }
    }
}

extension RowContext {
    /// Makes the row of an item of a feed.
    init(_ item: ListedItem, _ pictures: PictureLinks, now: Date) {
        let path = PageAddress.link(["feeds", "item", String(item.id)])
        title = item.title
        href = path
        isOutside = false
        source = item.source
        time = TimeContext(item.date, now: now, daysAfter: 2)
        summary = item.summary
        picture = pictures.link(item.picture)
        mark = nil
    }
}
