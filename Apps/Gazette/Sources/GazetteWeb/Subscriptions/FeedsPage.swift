import FeedEngine
import Foundation
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// A list of items of the visitor's feeds, beside their feeds and folders.
///
/// What is shown stays while it is read: items that come meanwhile are counted, and shown on request.
final class FeedsPage: PageContent {
    let section: Section? = .feeds
    let isPersonal = true
    let isHeldForVisitor = true
    var changes: AnyPublisher<Void, Never> { loader.changes }
    private var address: PageAddress
    private var list: FeedsAddress
    private let library: FeedLibrary?
    private let visitor: Visitor?
    private let pictures: PictureLinks
    private let now: @Sendable () -> Date
    private let loader: Loader<Contents>
    private var listener: ChangeListener?
    private var contents: Contents?
    private var pages: Int

    /// How many items a page shows at first, and with each further step.
    private static let pageSize = 50

    /// What was loaded.
    struct Contents: Sendable {
        var subscriptions: [FeedSubscription] = []
        var shown = ShownItems()
        var failure: String?
    }

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        list = FeedsAddress(address)
        library = tools.feeds
        visitor = tools.marks?.visitor
        pictures = tools.pictures
        now = tools.now
        pages = address.pageCount
        loader = Loader(on: tools.scheduler)
        listener = ChangeListener(tools) { [weak self] in self?.update() }
    }

    var title: String {
        switch list.query.scope {
        case .all: "Feeds"
        case .folder(let name): name
        case .feed: contents?.subscriptions.title(of: list.query.scope) ?? "Feed"
        }
    }

    var hasTitle: Bool { contents != nil }
    var link: String { address.link(["pages": pages > 1 ? String(pages) : nil]) }

    var isMissing: Bool {
        guard let contents, contents.failure == nil else { return false }
        return list.query.scope != .all && contents.subscriptions.members(of: list.query.scope).isEmpty
    }

    func proceed() -> Bool { contents != nil }

    func start() {
        load { [weak self] in
            self?.contents = $0
        }
    }

    /// Loads again what is shown: the marks of its items, the numbers of unread ones, and how many are new.
    private func update() {
        guard contents != nil else { return }
        load { [weak self] loaded in
            guard let self, var shown = contents?.shown, !shown.items.isEmpty else {
                self?.contents = loaded
                return
            }
            // What is shown stays where it can't be loaded again, with the marks that wait.
            guard loaded.failure == nil else { return showUnwritten() }
            shown.update(loaded.shown)
            contents = Contents(subscriptions: loaded.subscriptions, shown: shown)
        }
    }

    private func showUnwritten() {
        guard let subscriptions = contents?.subscriptions, let library, let visitor else { return }
        let unwritten = UnwrittenReads(library.store.unwritten(visitor))
        contents?.shown.forEach { item in
            unwritten.apply(to: &item) { feed in subscriptions.first { $0.id == feed }?.folder }
        }
    }

    private func load(_ take: @escaping (Contents) -> Void) {
        guard let library, let visitor else {
            contents = Contents(failure: "Feeds can't be stored here: the database can't be used.")
            return
        }
        var query = list.query
        query.limit = pages * Self.pageSize + 1
        let (now, limit) = (now, pages * Self.pageSize)
        loader.load { [query] in
            do {
                // A database that can only be read still shows the items.
                let since = try? await library.store.visit(visitor, now: now())
                let subscriptions = try await library.store.subscriptions(of: visitor)
                let items = try await library.store.items(query, of: visitor, since: since, subscriptions)
                return Contents(subscriptions: subscriptions, shown: ShownItems(items, limit: limit))
            } catch {
                return Contents(failure: FeedTexts.unreadable)
            }
        } _: {
            take($0)
        }
    }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "more":
            guard pages < PageAddress.pageLimit else { return false }
            if input.asksForPage(after: pages) {
                pages += 1
                start()
            }
        case "showNew", "retry": start()
        case "q":
            address["q"] = input.value
            list.query.words = address["q"]
            pages = 1
            start()
        default: return false
        }
        return true
    }

    func regions() -> [Region] {
        guard let contents else { return [Region("list", Skeleton(.rows))] }
        if let failure = contents.failure { return [Region("status", StatusContext(notice: failure))] }
        guard !contents.subscriptions.isEmpty else {
            return [Region("list", NoFeedsContext(hasSamples: library?.samples != nil))]
        }
        let shown = contents.shown
        let isFull = pages >= PageAddress.pageLimit
        return [
            Region("feeds", FeedNavigation(contents.subscriptions, list)),
            .search(
                SearchContext(
                    action: "/feeds", name: "q", label: "Words in \(list.query.scope == .all ? "all feeds" : title)",
                    value: list.query.words ?? "",
                    hidden: list.values.filter { $0.key != "q" }.sorted { $0.key < $1.key }.map {
                        .init(name: $0.key, value: $0.value)
                    })),
            Region("views", tabs),
            Region("new", NewItemsContext(shown.newCount, list)),
            Region("list", FeedListContext(shown.items, list, emptyText: emptyText, pictures, now: now())),
            Region(
                "more",
                MoreContext(
                    next: shown.hasMore && !isFull ? .init(address, pages: pages + 1) : nil,
                    end: shown.items.isEmpty
                        ? nil
                        : shown.hasMore
                            ? "These are the first \(shown.items.count) items. One page shows no more."
                            : "This is the end of the list.")),
        ]
    }

    private var tabs: TabsContext {
        TabsContext(
            label: "Items",
            tabs: ItemQuery.Selection.allCases.map { selection in
                .init(
                    href: list.with(nil, selection).link, title: selection.title,
                    isCurrent: list.query.words == nil && list.query.selection == selection)
            })
    }

    private var emptyText: String {
        let text = FeedTexts.empty(list.query)
        let isOfAll = list.query.words == nil && list.query.selection == .all
        return isOfAll ? "\(text) New feeds are read within a minute." : text
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

    init(_ subscriptions: [FeedSubscription], _ list: FeedsAddress) {
        let isSearch = list.query.words != nil
        func link(_ title: String, _ scope: ItemQuery.Scope, _ count: Int, _ problem: String? = nil) -> Link {
            Link(
                title: title, href: list.with(scope).link, count: count > 0 ? count : nil,
                isCurrent: !isSearch && list.query.scope == scope, problem: problem)
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
                    link($0.title, .feed($0.id), $0.unread, $0.isEnded ? "ended" : $0.problem)
                })
        }
        let rest = subscriptions.count - shown.values.reduce(0) { $0 + $1.count }
        others = rest == 0 ? nil : rest == 1 ? "1 feed is not shown" : "\(rest) feeds are not shown"
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
        let author: String?
        let summary: String?
        let picture: String?
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
    /// The keys of the unread items that are shown.
    let unreadKeys: String?
    /// The address that marks all items of the list as read, those that are not shown included.
    let allHref: String?

    init(_ items: [ListedItem], _ list: FeedsAddress, emptyText: String, _ pictures: PictureLinks, now: Date) {
        self.items = items.map { item in
            let href = list.link(to: item.id)
            var mark = MarkContext(Entry(item, path: PageAddress.link(["feeds", "item", String(item.id)])))
            mark.isRead = !item.isUnread
            return Row(
                title: item.title, href: href, source: item.source, sourceHref: list.with(.feed(item.feed)).link,
                author: item.shownAuthor, summary: item.summary,
                picture: pictures.link(item.picture), time: TimeContext(item.date, now: now, daysAfter: 2),
                original: item.link.map(OutsideLink.plain)?.absoluteString, isUnread: item.isUnread,
                isFresh: item.isFresh, isHighlighted: item.isHighlighted,
                aboveHref: Self.readHref(list, item.id), mark: mark)
        }
        self.emptyText = items.isEmpty ? emptyText : nil
        let unread = items.filter(\.isUnread)
        unreadKeys =
            unread.isEmpty
            ? nil : unread.prefix(500).map { Entry.Key(.feeds, String($0.id)).description }.joined(separator: " ")
        allHref = list.query.words == nil && !items.isEmpty ? Self.readHref(list, nil) : nil
    }

    private static func readHref(_ list: FeedsAddress, _ last: Int?) -> String {
        var values = list.values
        values["down"] = last.map(String.init)
        return PageAddress.link(["feeds", "read"], values)
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
