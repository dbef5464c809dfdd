import FeedEngine
import Foundation
import LivePages
import ReaderModels
import ReaderStorage

/// A list of items of the visitor's feeds, beside their feeds and folders.
///
/// What is shown stays while it is read: items that come meanwhile are counted, and shown on request.
final class FeedsPage: ModelPage {
    let section: Section? = .feeds
    let isPersonal = true
    let isHeldForVisitor = true
    let model: FeedsViewModel
    private(set) var address: PageAddress
    private var list: FeedsAddress
    private let hasSamples: Bool
    private let pictures: PictureLinks
    private let now: @Sendable () -> Date
    private var listener: ChangeListener?

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        list = FeedsAddress(address)
        model = FeedsViewModel(
            tools.visitorFeeds, list.query, pageCount: address.pageCount, scheduler: tools.scheduler)
        hasSamples = tools.feeds?.samples != nil
        pictures = tools.pictures
        now = tools.now
        listener = ChangeListener(tools) { [weak model] in model?.update() }
    }

    var title: String {
        model.scope == .all ? ReaderSection.feeds.title : model.title.isEmpty ? "Feed" : model.title
    }
    var hasTitle: Bool { model.subscriptions != nil }
    var link: String { address.link(["pages": model.pageCount > 1 ? String(model.pageCount) : nil]) }

    var isMissing: Bool {
        guard let subscriptions = model.subscriptions, let scope = model.scope, scope != .all else { return false }
        return subscriptions.members(of: scope).isEmpty
    }

    func start() { model.load() }
    func proceed() -> Bool { !model.isLoading && !model.isLoadingMore }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "more":
            guard model.pageCount < PageAddress.pageLimit else { return false }
            if input.asksForPage(after: model.pageCount) { model.loadMore() }
        case "showNew": model.showNew()
        case "q":
            address["q"] = input.value
            list.query.words = address["q"]
            model.searchText = input.value
        default: return handleCommon(input)
        }
        return true
    }

    func regions() -> [Region] {
        let failures = model.selectedError.map { error in
            [Region("status", StatusContext(error, keeps: model.showsBesideError, retry: link))]
        }
        guard let subscriptions = model.subscriptions else {
            return failures ?? [Region("list", Skeleton(.rows))]
        }
        guard !subscriptions.isEmpty else { return [Region("list", NoFeedsContext(hasSamples: hasSamples))] }
        let shown = model.shown
        let isFull = model.pageCount >= PageAddress.pageLimit
        return (failures ?? []) + [
            Region("feeds", FeedNavigation(subscriptions, list, pictures)),
            Region("tools", FeedTools()),
            Region("views", tabs),
            .search(
                SearchContext(
                    action: "/feeds", name: "q", label: searchLabel, placeholder: searchLabel,
                    value: list.query.words ?? "",
                    hidden: list.values.filter { $0.key != "q" }.sorted { $0.key < $1.key }.map {
                        .init(name: $0.key, value: $0.value)
                    })),
            Region("actions", FeedActions(shown.items, list, asOf: model.loaded)),
            Region("new", NewItemsContext(shown.newCount, list)),
            Region(
                "list",
                FeedListContext(
                    shown.items, subscriptions, list, asOf: model.loaded, emptyText: emptyText, pictures, now: now())),
            Region(
                "more",
                MoreContext(
                    next: shown.hasMore && !isFull
                        ? .init(address, pages: model.pageCount + 1, isHeld: model.isLoadingMore) : nil,
                    end: shown.items.isEmpty
                        ? nil
                        : shown.hasMore
                            ? "These are the first \(shown.items.count) items, the most that one page shows."
                            : "This is the end of the list.")),
        ]
    }

    private var searchLabel: String { "Words in \(list.query.scope == .all ? "all feeds" : title)" }

    private var tabs: TabsContext {
        TabsContext(
            label: "Items",
            tabs: ItemQuery.Selection.allCases.map { selection in
                .init(
                    href: list.with(nil, selection).link, title: selection.title,
                    isCurrent: list.query.words == nil && list.query.selection == selection)
            })
    }

    private var emptyText: String? {
        let isOfAll = list.query.words == nil && list.query.selection == .all
        return model.emptyText.map { isOfAll ? "\($0) New feeds are refreshed within a minute." : $0 }
    }
}

/// The page of a visitor who has no feeds.
struct NoFeedsContext: TemplateContext {
    static let template = "noFeeds"

    /// Whether there is a list of feeds to begin with.
    let hasSamples: Bool
}

/// The number of items that have come since the list was shown.
struct NewItemsContext: TemplateContext {
    static let template = "newItems"

    let count: Int?
    let href: String

    init(_ count: Int, _ list: FeedsAddress) {
        self.count = count > 0 ? count : nil
        href = list.link
    }
}

/// The feeds and folders of a visitor, with the numbers of unread items.
struct FeedNavigation: TemplateContext {
    static let template = "feedNavigation"

    struct Link: Encodable {
        let title: String
        let href: String
        let count: Int?
        let isCurrent: Bool
        let icon: String?
        /// Why the feed can't be read; `nil` if it can.
        let problem: String?
    }

    struct Folder: Encodable {
        let link: Link?
        let feeds: [Link]
    }

    let all: Link
    let folders: [Folder]
    /// How many feeds are left out.
    let others: String?

    /// The most feeds that are shown of all folders; of more, only those of the shown folder are.
    private static let feedLimit = 60

    init(_ subscriptions: [FeedSubscription], _ list: FeedsAddress, _ pictures: PictureLinks) {
        let isSearch = list.query.words != nil
        func link(
            _ title: String, _ scope: ItemQuery.Scope, _ count: Int, _ icon: URL? = nil, _ problem: String? = nil
        ) -> Link {
            Link(
                title: title, href: list.with(scope).link, count: count > 0 ? count : nil,
                isCurrent: !isSearch && list.query.scope == scope, icon: pictures.link(icon), problem: problem)
        }
        all = link(FeedTexts.allFeeds, .all, subscriptions.unread)
        let lively = subscriptions.filter {
            $0.unread > 0 || list.query.scope == .feed($0.id) || $0.problem != nil
        }
        let current: String? =
            switch list.query.scope {
            case .all: nil
            case .folder(let name): name
            case .feed(let id): subscriptions.first { $0.id == id }?.folder
            }
        let areMany = lively.count > Self.feedLimit
        let shown = Dictionary(grouping: lively, by: \.folder).mapValues { feeds in
            guard areMany else { return feeds }
            if let folder = feeds.first?.folder, !folder.isEmpty, folder != current { return [] }
            return Array(feeds.prefix(Self.feedLimit))
        }
        folders = subscriptions.folders.map { folder in
            let name = folder.name
            return Folder(
                link: name.isEmpty ? nil : link(name, .folder(name), folder.feeds.unread),
                feeds: (shown[name] ?? []).map {
                    link($0.title, .feed($0.id), $0.unread, $0.icon, $0.isEnded ? "ended" : $0.problem)
                })
        }
        let rest = subscriptions.count - shown.values.reduce(0) { $0 + $1.count }
        others = rest == 0 ? nil : rest == 1 ? "1 feed is not shown" : "\(rest) feeds are not shown"
    }
}

/// The buttons of the whole page: reading the feeds again, and adding one.
struct FeedTools: TemplateContext {
    static let template = "feedTools"
}

/// The buttons that mark a list as read.
struct FeedActions: TemplateContext {
    static let template = "feedActions"

    /// The keys of the unread items that are shown.
    let unreadKeys: String?
    /// The address that marks all items of the list as read, those that are not shown included.
    let allHref: String?

    init(_ items: [ListedItem], _ list: FeedsAddress, asOf date: Date) {
        let unread = items.filter(\.isUnread).prefix(500).map { Entry.Key(.feeds, String($0.id)).description }
        unreadKeys = unread.isEmpty ? nil : unread.joined(separator: " ")
        allHref = list.query.words == nil && !items.isEmpty ? list.readLink(asOf: date) : nil
    }
}

/// The items of a list as rows.
struct FeedListContext: TemplateContext {
    static let template = "feedList"

    struct Row: EntryRow {
        let title: String
        let href: String
        let source: String
        let sourceHref: String
        let icon: String?
        let author: String?
        let summary: String?
        let time: TimeContext
        let original: String?
        let isUnread: Bool
        let isFresh: Bool
        let isHighlighted: Bool
        /// The value of the button that marks all items down to this one as read.
        let aboveHref: String
        var mark: MarkContext?
    }

    var items: [Row]
    let emptyText: String?
    let isOfOneFeed: Bool

    init(
        _ items: [ListedItem], _ subscriptions: [FeedSubscription], _ list: FeedsAddress, asOf date: Date,
        emptyText: String?,
        _ pictures: PictureLinks, now: Date
    ) {
        let icons = Dictionary(subscriptions.map { ($0.id, pictures.link($0.icon)) }) { first, _ in first }
        self.items = items.map { item in
            let href = list.link(to: item.id)
            var mark = MarkContext(Entry(item, path: PageAddress.link(["feeds", "item", String(item.id)])))
            mark.isRead = !item.isUnread
            return Row(
                title: item.title, href: href, source: item.source, sourceHref: list.with(.feed(item.feed)).link,
                icon: icons[item.feed] ?? nil, author: item.shownAuthor, summary: item.summary,
                time: TimeContext(item.date, now: now, daysAfter: 2),
                original: item.link.map(OutsideLink.plain)?.absoluteString, isUnread: item.isUnread,
                isFresh: item.isFresh, isHighlighted: item.isHighlighted,
                aboveHref: list.readLink(downTo: item.id, asOf: date), mark: mark)
        }
        self.emptyText = emptyText
        isOfOneFeed = if case .feed = list.query.scope { true } else { false }
    }

    /// Sets whether the items are saved; whether they were read, the database says.
    mutating func mark(_ marks: Marks.Lookup) {
        for index in items.indices {
            guard let key = items[index].mark?.entry.key else { continue }
            items[index].mark?.isSaved = marks(key).isSaved
        }
    }
}

extension Entry {
    init(_ item: ListedItem, path: String) {
        self.init(
            key: .init(.feeds, String(item.id)), title: item.title, path: path, original: item.link,
            source: item.source, summary: item.summary, published: item.date)
    }
}
