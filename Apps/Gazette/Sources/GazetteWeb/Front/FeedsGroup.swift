import Foundation
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// Items of the visitor's feeds, as a group of a page.
final class FeedsGroup {
    /// What a search finds, as a part of a sentence.
    static let noun = "items in your feeds"

    private let model: FeedsViewModel
    private let title: String
    private let more: String
    private let pictures: PictureLinks
    private let now: @Sendable () -> Date
    private var listener: ChangeListener?

    /// - Parameters:
    ///   - query: The items to show; `nil` for a search.
    ///   - count: The most items.
    ///   - more: The name of the link to the whole list.
    init(_ query: ItemQuery?, count: Int, title: String = ReaderSection.feeds.title, more: String, _ tools: PageTools) {
        model = FeedsViewModel(tools.visitorFeeds, query, pageSize: count, isVisit: false, scheduler: tools.scheduler)
        self.title = title
        self.more = more
        pictures = tools.pictures
        now = tools.now
        listener = ChangeListener(tools) { [weak model] in model?.update() }
    }

    var items: [ListedItem] { model.shown.items }
    /// Whether the visitor has any feeds.
    var hasFeeds: Bool { model.subscriptions?.isEmpty == false }
    /// Whether nothing was found.
    var isEmpty: Bool { items.isEmpty && !model.isLoading }

    /// Begins to search for another text. What was found before stays until then.
    func search(_ text: String) { model.searchText = text }

    /// The group of the page. It retains the items.
    var group: Group {
        Group(
            id: "feeds", changes: model.objectWillChange.map { _ in }.eraseToAnyPublisher(),
            start: { if self.model.query != nil { self.model.load() } }, retry: {}, cancel: {},
            isPending: { self.model.isLoading && self.items.isEmpty }, failure: { nil }
        ) {
            BriefsContext(
                head: GroupHead(
                    id: "feeds", title: self.title,
                    href: PageAddress.link(["feeds"], ["q": self.model.searchText]), more: self.more,
                    notice: self.model.emptyText),
                briefs: self.items.map { RowContext($0, self.pictures, now: self.now()) })
        }
    }
}

extension RowContext {
    /// Makes the row of an item of a feed.
    init(_ item: ListedItem, _ pictures: PictureLinks, now: Date) {
        let path = FeedsAddress().link(to: item.id)
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
