import FeedEngine
import Foundation
import FreshetCombine
import ReaderModels
import ReaderStorage

/// The feeds of this machine by folder, and the items of a folder, a feed or all of them.
final class FeedsList: TUIList {
    private let isOffline: Bool
    private let open: () throws -> StoredFeeds
    /// The stored feeds and what is shown of them; `nil` until they are opened.
    private var opened: (feeds: StoredFeeds, model: FeedsViewModel)?
    private var subscription: AnyCancellable?
    private var onChange: () -> Void = {}
    private var problem: String?
    private var hasReadSites = false
    /// Whether the outcome of adding a feed is shown, until something else is opened.
    private var showsAddition = false
    /// The saved items.
    private var saved: Set<Int>
    /// The items that are stored as saved; `nil` if that is not known yet.
    private var storedSaved: Set<Int>?
    /// How far items were read that were left since that was stored.
    private var positions: [Int: Double] = [:]

    /// - Parameters:
    ///   - saved: The saved elements of all sections.
    ///   - open: Opens the stored feeds, which happens when the section is first shown.
    init(isOffline: Bool, saved: [TUIRow], open: @escaping () throws -> StoredFeeds) {
        self.isOffline = isOffline
        self.saved = Self.items(saved)
        self.open = open
    }

    // MARK: - Content

    private var model: FeedsViewModel? { opened?.model }
    private var all: [FeedSubscription] { model?.subscriptions ?? [] }

    var content: TUIContent {
        var content = TUIContent()
        content.problem = problem
        guard let model else { return content }
        if showsAddition, case .choices(let choices)? = model.addition {
            content.isInner = true
            content.rows = choices.map(Self.row)
            content.status = "This page links to \(CountText.feeds(choices.count)). Open the one to add."
            return content
        }
        content.isInner = model.scope != nil
        content.rows = model.query == nil ? feedRows : model.shown.items.map(row)
        content.newCount = model.query == nil ? 0 : model.shown.newCount
        content.problem = problem ?? model.selectedError.map { $0.text }
        let text = model.query.map { itemStatus($0, model) } ?? feedStatus(model, content.problem)
        content.status = model.isReadingSites ? "\(text) · refreshing feeds…" : text
        if model.isAdding { content.status = "Reading the address…" }
        guard showsAddition else { return content }
        switch model.addition {
        case .added(let feed): content.status = FeedTexts.added(feed)
        case .failed(let reason): content.problem = reason
        case .choices, nil: if isOffline { content.problem = "A feed can't be added with --offline." }
        }
        return content
    }

    private func feedStatus(_ model: FeedsViewModel, _ problem: String?) -> String {
        guard let feeds = model.subscriptions else { return problem == nil ? Words.loading : "" }
        return feeds.isEmpty ? "\(FeedTexts.noFeeds) Press a to add one." : model.countText
    }

    private func itemStatus(_ query: ItemQuery, _ model: FeedsViewModel) -> String {
        let items = model.shown.items
        if items.isEmpty {
            guard let text = model.emptyText else { return Words.loading }
            let hint =
                query.words != nil ? " Try fewer words." : query.selection == .all ? "" : " Press ] for all items."
            return text + hint
        }
        let count = "\(CountText.items(items.count))\(model.shown.hasMore ? " so far" : "")"
        let name = title(of: query.scope)
        let selection = query.selection == .fresh ? "new" : query.selection.rawValue
        return query.words == nil ? "\(name), \(selection): \(count)" : "\(name): \(count)"
    }

    private func title(of scope: ItemQuery.Scope) -> String { all.title(of: scope) ?? "" }

    // MARK: - Rows

    private var feedRows: [TUIRow] {
        let heads = all.count > 1 ? [Self.row(.all, FeedTexts.allFeeds, all.unread)] : []
        return heads
            + all.folders.flatMap { folder in
                let isNamed = !folder.name.isEmpty
                let head = isNamed ? [Self.row(.folder(folder.name), "\(folder.name)/", folder.feeds.unread)] : []
                return head
                    + folder.feeds.map { feed in
                        Self.row(
                            .feed(feed.id), isNamed ? "· \(feed.title)" : feed.title, feed.unread,
                            failed: feed.problem != nil, url: feed.home?.absoluteString ?? feed.address)
                    }
            }
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
        let isOfOneFeed = if case .feed? = model?.scope { true } else { false }
        let highlight = item.isHighlighted ? "highlighted" : nil
        var row = TUIRow(
            section: .feeds, id: "\(item.id)", title: item.title,
            facts: [item.source, age].joined(separator: " · "),
            brief: [highlight, isOfOneFeed ? nil : item.source, age].compactMap(\.self).joined(separator: " · "),
            url: item.link?.absoluteString)
        row.isRead = !item.isUnread
        return row
    }

    /// What begins the name of a list that stands for a feed to add; its address follows.
    private static let choice = "add "

    private static func row(_ choice: FeedAddition.Choice) -> TUIRow {
        var row = TUIRow(
            section: .feeds, id: Self.choice + choice.address, title: choice.title ?? choice.address,
            facts: choice.address, url: choice.address)
        row.list = row.id
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
        model?.update()
        if !hasReadSites {
            hasReadSites = true
            readSites(onlyDue: true)
        }
    }

    private func openFeeds() {
        guard opened == nil else { return }
        do {
            let feeds = try open()
            let model = FeedsViewModel(feeds)
            opened = (feeds, model)
            problem = nil
            subscription = model.objectWillChange.sink { [weak self] in
                MainActor.assumeIsolated { self?.onChange() }
            }
        } catch let error as Failure { problem = error.message } catch {
            problem = "The feeds can't be used. \(FileProblem.text(error))"
        }
        onChange()
    }

    func reload() {
        showsAddition = false
        openFeeds()
        model?.load()
        readSites(onlyDue: false)
    }

    func showNew() { model?.showNew() }

    func loadMore() { model?.loadMore() }

    func turn(by offset: Int) {
        guard let model, model.query != nil,
            let next = ItemQuery.Selection.allCases.turned(from: model.selection, by: offset)
        else { return }
        model.selection = next
    }

    func add(_ address: String) {
        openFeeds()
        showsAddition = true
        if !isOffline { model?.add(address) }
    }

    func enter(_ list: String?) {
        if let list, list.hasPrefix(Self.choice) { return add(String(list.dropFirst(Self.choice.count))) }
        showsAddition = false
        model?.open(list.flatMap(Self.scope(named:)))
        if list == nil { model?.update() }
    }

    func search(_ text: String?) {
        showsAddition = false
        model?.searchText = text ?? ""
    }

    private func readSites(onlyDue: Bool) {
        guard !isOffline else { return }
        perform { list, feeds in
            // Reading a feed removes its oldest items, unless they are saved.
            try await list.storeSaved(feeds)
            list.model?.readSites(onlyDue: onlyDue)
        }
    }

    /// Runs a body with the stored feeds, then shows the changes.
    private func perform(_ body: @escaping @MainActor (FeedsList, StoredFeeds) async throws -> Void) {
        guard let feeds = opened?.feeds else { return onChange() }
        Task { [weak self] in
            guard let self else { return }
            do {
                try await body(self, feeds)
                problem = nil
            } catch {
                problem = "The feeds can't be used. \(FileProblem.text(error))"
            }
            onChange()
        }
    }

    // MARK: - Marks

    func mark(_ row: TUIRow, isRead: Bool) {
        if let id = Int(row.id) { model?.mark([id], isRead: isRead) }
    }

    func markAll(_ list: String?) {
        if let scope = list.flatMap(Self.scope(named:)) { model?.markAll(in: scope) } else { model?.markAll() }
    }

    func receive(saved: [TUIRow]) {
        let items = Self.items(saved)
        guard items != self.saved else { return }
        self.saved = items
        openFeeds()
        perform { list, feeds in try await list.storeSaved(feeds) }
    }

    func finish() async {
        guard let (feeds, model) = opened else { return }
        await model.waitForChanges()
        try? await storeSaved(feeds)
        try? await storePositions(feeds)
    }

    private func keep(_ position: Double, of item: Int) {
        positions[item] = position
        perform { list, feeds in try await list.storePositions(feeds) }
    }

    private func storePositions(_ feeds: StoredFeeds) async throws {
        while let (item, position) = positions.first {
            try await feeds.setPosition(position, of: item)
            // Another may have been left meanwhile.
            if positions[item] == position { positions[item] = nil }
        }
    }

    /// Stores which items are saved. Calls may overlap: each of them repeats until the latest change is stored.
    private func storeSaved(_ feeds: StoredFeeds) async throws {
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
        guard let feeds = opened?.feeds else { return nil }
        let note = isOffline ? "The page can't be read with --offline." : nil
        let item = FeedItemViewModel(feeds, id: id, offlineNote: note)
        return TUIDetailSource(
            read: { TUIDetail(row, item) }, start: { item.load() }, cancel: { item.cancel() },
            toggleText: { item.toggleText() }, keep: { [weak self] in self?.keep($0, of: id) },
            observing: { onChange in item.objectWillChange.sink { _ in onChange() } })
    }

    /// What a list of items contains, and how its feeds are.
    private func description(of scope: ItemQuery.Scope, _ row: TUIRow) -> TUIDetail {
        let now = Date()
        var detail = TUIDetail(key: row.key, title: title(of: scope), facts: "", url: row.url)
        let members = all.members(of: scope)
        detail.facts = "\(CountText.feeds(members.count)) · \(members.unread) unread"
        if case .feed = scope, let feed = members.first {
            detail.facts = [
                feed.folder.isEmpty ? nil : feed.folder, "\(feed.unread) unread",
                feed.checked.map { "refreshed \(DateText.ago($0, now: now))" },
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

    /// The details of an item of a feed.
    init(_ row: TUIRow, _ model: FeedItemViewModel) {
        if let text = model.fetch.value {
            self.init(
                key: row.key, title: text.item.title, facts: text.facts(now: Date()),
                url: text.item.link?.absoluteString ?? row.url)
            picture = text.item.picture?.absoluteString
            if let notice = text.proseNotice { blocks.append(.text(notice)) }
            if !text.prose.blocks.isEmpty { blocks.append(.prose(text.prose)) }
            add("More", text.addresses.map { "\($0.name): \($0.address.absoluteString)" })
            position = model.opened?.position ?? 0
        } else {
            self.init(row)
        }
        isLoading = model.fetch.isFetching
        problem =
            model.problem
            ?? model.selectedError.map { $0.isAbsent ? "\($0.text) Press v to read it in the browser." : $0.text }
    }
}
