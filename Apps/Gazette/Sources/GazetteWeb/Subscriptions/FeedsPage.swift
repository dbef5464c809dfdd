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
    /// How many items have come since the list was shown.
    private var newCount = 0
    private var pages: Int

    /// How many items a page shows at first, and with each further step.
    private static let pageSize = 50

    /// What was loaded.
    struct Contents: Sendable {
        var subscriptions: [FeedSubscription] = []
        var items: [ListedItem] = []
        var hasMore = false
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
        case .feed(let id): contents?.subscriptions.first { $0.id == id }?.title ?? "Feed"
        }
    }

    var hasTitle: Bool { contents != nil }
    var link: String { address.link(["pages": pages > 1 ? String(pages) : nil]) }

    var isMissing: Bool {
        guard let contents, contents.failure == nil else { return false }
        switch list.query.scope {
        case .all: return false
        case .folder(let name): return !contents.subscriptions.contains { $0.folder == name }
        case .feed(let id): return !contents.subscriptions.contains { $0.id == id }
        }
    }

    func proceed() -> Bool { contents != nil }

    func start() {
        load { [weak self] in
            self?.contents = $0
            self?.newCount = 0
        }
    }

    /// Loads again what is shown: the marks of its items, the numbers of unread ones, and how many are new.
    private func update() {
        guard contents != nil else { return }
        load { [weak self] loaded in
            guard let self, let shown = contents, !shown.items.isEmpty else {
                self?.contents = loaded
                return
            }
            // What is shown stays where it can't be loaded again, with the marks that wait.
            guard loaded.failure == nil else { return showUnwritten() }
            let known = Dictionary(loaded.items.map { ($0.id, $0) }) { first, _ in first }
            let shownIDs = Set(shown.items.map(\.id))
            newCount = loaded.items.count { !shownIDs.contains($0.id) && $0.id > shown.items[0].id }
            var items = shown.items
            for index in items.indices {
                // What is missing among the unread items has been read.
                if let item = known[items[index].id] { items[index] = item } else { items[index].isUnread = false }
            }
            contents = Contents(subscriptions: loaded.subscriptions, items: items, hasMore: shown.hasMore)
        }
    }

    private func showUnwritten() {
        guard var shown = contents, let library, let visitor else { return }
        let unwritten = UnwrittenReads(library.store.unwritten(visitor))
        for index in shown.items.indices {
            unwritten.apply(to: &shown.items[index]) { [subscriptions = shown.subscriptions] feed in
                subscriptions.first { $0.id == feed }?.folder
            }
        }
        contents = shown
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
                return Contents(
                    subscriptions: subscriptions, items: Array(items.prefix(limit)), hasMore: items.count > limit)
            } catch {
                return Contents(failure: "Your feeds can't be read at the moment: the database can't be used.")
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
            Region("new", NewItemsContext(newCount, list)),
            Region("list", FeedListContext(contents.items, list, emptyText: emptyText, pictures, now: now())),
            Region(
                "more",
                MoreContext(
                    next: contents.hasMore && !isFull ? .init(address, pages: pages + 1) : nil,
                    end: contents.items.isEmpty
                        ? nil
                        : contents.hasMore
                            ? "These are the first \(contents.items.count) items. One page shows no more."
                            : "This is the end of the list.")),
        ]
    }

    private var tabs: TabsContext {
        func tab(_ selection: ItemQuery.Selection, _ title: String) -> TabsContext.Tab {
            .init(
                href: list.with(nil, selection).link, title: title,
                isCurrent: list.query.words == nil && list.query.selection == selection)
        }
        return TabsContext(
            label: "Items",
            tabs: [tab(.unread, "Unread"), tab(.all, "All"), tab(.fresh, "Since your last visit")])
    }

    private var emptyText: String {
        if let words = list.query.words { return "No item contains “\(words)”." }
        switch list.query.selection {
        case .unread: return "You have read everything."
        case .all: return "Nothing has come yet. New feeds are read within a minute."
        case .fresh: return "Nothing has come since your last visit."
        }
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
        all = link("All feeds", .all, subscriptions.reduce(0) { $0 + $1.unread })
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
        let grouped = Dictionary(grouping: subscriptions, by: \.folder)
        folders = grouped.keys.sorted { $0.localizedStandardCompare($1) == .orderedAscending }.map { name in
            Folder(
                link: name.isEmpty
                    ? nil : link(name, .folder(name), (grouped[name] ?? []).reduce(0) { $0 + $1.unread }),
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
                author: item.author == item.source ? nil : item.author, summary: item.summary,
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
