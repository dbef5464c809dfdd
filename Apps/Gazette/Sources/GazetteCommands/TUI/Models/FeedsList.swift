import FeedEngine
import Foundation
import FreshetCombine
import ReaderModels

/// The feeds of this machine by folder, and the items of a folder, a feed or all of them.
final class FeedsList: TUIList {
    private let isOffline: Bool
    private let open: () throws -> LocalFeeds
    private var feeds: LocalFeeds?
    private var onChange: () -> Void = {}

    private var all: [FeedSubscription] = []
    private var items: [ListedItem] = []
    /// Which items were marked since they were loaded, and how.
    private var marked: [Int: Bool] = [:]
    /// The open list; `nil` for the list of feeds.
    private var scope: ItemQuery.Scope?
    private var selection = ItemQuery.Selection.unread
    private var searchText: String?

    /// Whether the list of feeds is known.
    private var isLoaded = false
    private var isLoading = false
    private var hasMore = false
    private var isReading = false
    private var newCount = 0
    private var problem: String?
    /// The number of the latest loading, so that an earlier one does not replace its result.
    private var loading = 0
    private var hasReadSites = false
    /// The saved items.
    private var saved: Set<Int>
    /// The items that are stored as saved; `nil` if that is not known yet.
    private var storedSaved: Set<Int>?
    /// How far items were read that were left since that was stored.
    private var positions: [Int: Double] = [:]

    private static let pageSize = 50

    /// - Parameters:
    ///   - saved: The saved elements of all sections.
    ///   - open: Opens the stored feeds, which happens when the section is first shown.
    init(isOffline: Bool, saved: [TUIRow], open: @escaping () throws -> LocalFeeds) {
        self.isOffline = isOffline
        self.saved = Self.items(saved)
        self.open = open
    }

    // MARK: - Content

    var content: TUIContent {
        var content = TUIContent()
        content.isInner = scope != nil
        content.rows = showsItems ? items.map(row) : feedRows
        content.newCount = showsItems ? newCount : 0
        let text = showsItems ? itemStatus : feedStatus
        content.status = isReading ? "\(text) · reading feeds…" : text
        content.problem = problem
        return content
    }

    private var words: String? { searchText.flatMap { $0.isEmpty ? nil : $0 } }
    private var showsItems: Bool { scope != nil || words != nil }

    private var feedStatus: String {
        if !isLoaded { return problem == nil ? Words.loading : "" }
        if all.isEmpty { return FeedsCommand.noFeeds }
        return "\(CountText.feeds(all.count)) · \(unread(in: .all)) unread"
    }

    private var itemStatus: String {
        if items.isEmpty {
            if isLoading { return Words.loading }
            if let words { return "No item matches “\(words)”. Try fewer words." }
            return selection == .unread ? "Nothing is unread in \(scopeName). Press ] for all items." : "No items."
        }
        let count = "\(CountText.items(items.count))\(hasMore ? " so far" : "")"
        return words == nil ? "\(scopeName), \(selectionName): \(count)" : "\(scopeName): \(count)"
    }

    private var selectionName: String {
        switch selection {
        case .unread: "unread"
        case .all: "all"
        case .fresh: "new"
        }
    }

    private var scopeName: String { title(of: scope ?? .all) }

    private func title(of scope: ItemQuery.Scope) -> String {
        switch scope {
        case .all: "All feeds"
        case .folder(let name): name
        case .feed(let id): all.first { $0.id == id }?.title ?? ""
        }
    }

    private func unread(in scope: ItemQuery.Scope) -> Int {
        members(of: scope).reduce(0) { $0 + $1.unread }
    }

    private func members(of scope: ItemQuery.Scope) -> [FeedSubscription] {
        switch scope {
        case .all: all
        case .folder(let name): all.filter { $0.folder == name }
        case .feed(let id): all.filter { $0.id == id }
        }
    }

    // MARK: - Rows

    private var feedRows: [TUIRow] {
        var rows: [TUIRow] = []
        if all.count > 1 { rows.append(Self.row(.all, "All feeds", unread(in: .all))) }
        let counts = Dictionary(all.map { ($0.folder, $0.unread) }, uniquingKeysWith: +)
        var folder = ""
        for feed in all {
            if feed.folder != folder {
                folder = feed.folder
                rows.append(Self.row(.folder(folder), "\(folder)/", counts[folder] ?? 0))
            }
            let title = folder.isEmpty ? feed.title : "· \(feed.title)"
            let url = feed.home?.absoluteString ?? feed.address
            rows.append(Self.row(.feed(feed.id), title, feed.unread, failed: feed.problem != nil, url: url))
        }
        return rows
    }

    /// - Parameter count: The number of unread items.
    private static func row(
        _ scope: ItemQuery.Scope, _ title: String, _ count: Int, failed: Bool = false, url: String? = nil
    ) -> TUIRow {
        // Many lists are too narrow for facts, so the number is a part of the title.
        let shown = count > 0 ? "\(title) (\(count))" : title
        var row = TUIRow(
            section: .feeds, id: name(of: scope), title: shown, facts: failed ? "failed" : "", url: url)
        row.list = name(of: scope)
        row.isRead = count == 0
        return row
    }

    private func row(_ item: ListedItem) -> TUIRow {
        let age = RelativeTime.text(from: item.date, to: Date())
        let isOfOneFeed = if case .feed? = scope { true } else { false }
        let highlight = item.isHighlighted ? "highlighted" : nil
        var row = TUIRow(
            section: .feeds, id: "\(item.id)", title: item.title,
            facts: [item.source, age].joined(separator: " · "),
            brief: [highlight, isOfOneFeed ? nil : item.source, age].compactMap(\.self).joined(separator: " · "),
            url: item.link?.absoluteString)
        row.isRead = marked[item.id] ?? !item.isUnread
        return row
    }

    /// The name of a list, which is not a number as the ids of items are.
    private static func name(of scope: ItemQuery.Scope) -> String {
        switch scope {
        case .all: "all"
        case .folder(let name): "folder \(name)"
        case .feed(let id): "feed \(id)"
        }
    }

    private static func scope(named name: String) -> ItemQuery.Scope? {
        if name == "all" { return .all }
        if name.hasPrefix("folder ") { return .folder(String(name.dropFirst("folder ".count))) }
        return Int(name.dropFirst("feed ".count)).map { .feed($0) }
    }

    // MARK: - Loading

    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable] {
        self.onChange = onChange
        return [AnyCancellable { [weak self] in self?.onChange = {} }]
    }

    func appear() {
        openFeeds()
        loadFeeds()
        if !hasReadSites {
            hasReadSites = true
            readSites(only: nil)
        }
    }

    private func openFeeds() {
        guard feeds == nil else { return }
        do { feeds = try open() } catch let error as Failure { problem = error.message } catch {
            problem = "The feeds can't be used: \(error)"
        }
    }

    func reload() {
        loadFeeds()
        readSites(only: scope.map { members(of: $0).map(\.id) }, reloadsItems: true)
    }

    func showNew() {
        newCount = 0
        loadItems()
    }

    func loadMore() {
        if showsItems, hasMore, !isLoading { loadItems(after: items.last?.id) }
    }

    func turn(by offset: Int) {
        guard showsItems, let next = ItemQuery.Selection.allCases.turned(from: selection, by: offset) else { return }
        selection = next
        items = []
        loadItems()
    }

    func enter(_ list: String?) {
        scope = list.flatMap(Self.scope(named:))
        selection = .unread
        newCount = 0
        items = []
        if scope != nil { loadItems() } else { loadFeeds() }
    }

    func search(_ text: String?) {
        searchText = text
        items = []
        if showsItems { loadItems() } else { onChange() }
    }

    private func loadFeeds() {
        perform { list, feeds in
            list.all = try await feeds.subscriptions()
            list.isLoaded = true
        }
    }

    /// - Parameter last: The item that precedes the items to load; `nil` to load the list from its beginning.
    private func loadItems(after last: Int? = nil) {
        var query = ItemQuery()
        query.scope = scope ?? .all
        query.selection = selection
        query.words = words
        query.before = last
        query.limit = Self.pageSize
        loading += 1
        isLoading = true
        let (number, request) = (loading, query)
        perform { list, feeds in
            let found: Result<[ListedItem], any Error>
            do { found = .success(try await feeds.items(request)) } catch { found = .failure(error) }
            guard number == list.loading else { return }
            list.isLoading = false
            let items = try found.get()
            if last == nil { list.marked = [:] }
            list.items = last == nil ? items : list.items + items
            list.hasMore = items.count == Self.pageSize
        }
    }

    /// Reads the sites of some feeds, or of those that are due.
    private func readSites(only ids: [Int]?, reloadsItems: Bool = false) {
        guard feeds != nil, !isOffline, !isReading else { return }
        isReading = true
        perform { list, feeds in
            defer { list.isReading = false }
            if !list.isLoaded { list.all = try await feeds.subscriptions() }
            let before = list.unread(in: list.scope ?? .all)
            // Reading a feed removes its oldest items, unless they are saved.
            try await list.storeSaved(feeds)
            try await feeds.refresh(only: ids)
            list.all = try await feeds.subscriptions()
            if reloadsItems, list.showsItems {
                list.loadItems()
            } else if list.showsItems {
                list.newCount = max(0, list.unread(in: list.scope ?? .all) - before)
            }
        }
    }

    /// Runs a body with the stored feeds, then shows the changes.
    private func perform(_ body: @escaping @MainActor (FeedsList, LocalFeeds) async throws -> Void) {
        guard let feeds else { return onChange() }
        Task { [weak self] in
            guard let self else { return }
            do {
                try await body(self, feeds)
                problem = nil
            } catch {
                problem = "The feeds can't be used: \(error)"
            }
            onChange()
        }
    }

    // MARK: - Marks

    func mark(_ row: TUIRow, isRead: Bool) {
        guard let id = Int(row.id) else { return }
        marked[id] = isRead
        perform { list, feeds in
            try await feeds.mark([id], isRead: isRead)
            list.all = try await feeds.subscriptions()
        }
    }

    func markAll(_ list: String?) {
        guard let scope = list.flatMap(Self.scope(named:)) ?? scope ?? (words == nil ? nil : .all) else { return }
        // Of the items on the screen; what came meanwhile stays unread.
        let last = list == nil ? items.last?.id : nil
        let ids = list == nil && words != nil ? items.map(\.id) : nil
        if list == nil { for item in items { marked[item.id] = true } }
        perform { list, feeds in
            if let ids {
                try await feeds.mark(ids, isRead: true)
            } else {
                try await feeds.markAll(in: scope, downTo: last)
            }
            list.all = try await feeds.subscriptions()
        }
    }

    func receive(saved: [TUIRow]) {
        let items = Self.items(saved)
        guard items != self.saved else { return }
        self.saved = items
        openFeeds()
        perform { list, feeds in try await list.storeSaved(feeds) }
    }

    func finish() async {
        guard let feeds else { return }
        try? await storeSaved(feeds)
        try? await storePositions(feeds)
    }

    private func keep(_ position: Double, of item: Int) {
        positions[item] = position
        perform { list, feeds in try await list.storePositions(feeds) }
    }

    private func storePositions(_ feeds: LocalFeeds) async throws {
        while let (item, position) = positions.first {
            try await feeds.setPosition(position, of: item)
            // Another may have been left meanwhile.
            if positions[item] == position { positions[item] = nil }
        }
    }

    /// Stores which items are saved. Calls may overlap: each of them repeats until the latest change is stored.
    private func storeSaved(_ feeds: LocalFeeds) async throws {
        while storedSaved != saved {
            let items = saved
            try await feeds.replaceSaved(items)
            storedSaved = items
        }
    }

    private static func items(_ rows: [TUIRow]) -> Set<Int> {
        Set(rows.filter { $0.section == .feeds }.compactMap { Int($0.id) })
    }

    // MARK: - Details

    func detail(of row: TUIRow) -> TUIDetailSource? {
        if let name = row.list {
            return Self.scope(named: name).map { scope in
                TUIDetailSource(read: { [weak self] in self?.description(of: scope, row) ?? TUIDetail(row) })
            }
        }
        guard let id = Int(row.id) else { return nil }
        openFeeds()
        guard let feeds else { return nil }
        let item = FeedItemSource(feeds, id: id, isOffline: isOffline)
        return TUIDetailSource(
            read: { item.detail(row) }, start: { item.load() },
            toggleText: { item.toggleText() }, keep: { [weak self] in self?.keep($0, of: id) },
            observing: { onChange in
                item.onChange = onChange
                return AnyCancellable { item.onChange = {} }
            })
    }

    /// What a list of items contains, and how its feeds are.
    private func description(of scope: ItemQuery.Scope, _ row: TUIRow) -> TUIDetail {
        let now = Date()
        var detail = TUIDetail(key: row.key, title: title(of: scope), facts: "", url: row.url)
        let members = members(of: scope)
        detail.facts = "\(CountText.feeds(members.count)) · \(unread(in: scope)) unread"
        if case .feed = scope, let feed = members.first {
            detail.facts = [
                feed.folder.isEmpty ? nil : feed.folder, "\(feed.unread) unread",
                feed.checked.map { "read \(DateText.ago($0, now: now))" },
            ].compactMap(\.self).joined(separator: " · ")
            detail.blocks.append(.text(feed.address))
        }
        detail.add("Failed", members.compactMap { $0.failureText(now: now) })
        return detail
    }
}

extension TUIDetail {
    /// The details of an element of which no more is known than its row shows.
    init(_ row: TUIRow) { self.init(key: row.key, title: row.title, facts: row.facts, url: row.url) }
}
