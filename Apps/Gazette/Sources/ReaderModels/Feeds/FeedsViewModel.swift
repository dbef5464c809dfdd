public import Foundation
public import FreshetCombine

/// A view model of a reader's feeds, and of the items of a folder, a feed or all of them.
///
/// Only the newest choice of a list counts: items of an earlier one are never shown. The shown items stay in place
/// while new ones arrive, which are counted until ``showNew()``, and when loading fails. A mark shows at once, and is
/// taken back if it can't be stored. Call its methods where the scheduler runs; all outputs change there.
public final class FeedsViewModel: ObservableObject {
    /// The feeds, by folder and title; `nil` until they are known.
    @Published public private(set) var subscriptions: [FeedSubscription]?
    /// The items of the open list.
    @Published public private(set) var shown = ShownItems()
    /// Whether sites are read at the moment.
    @Published public private(set) var isReadingSites = false
    /// The outcome of the latest ``add(_:folder:)``; `nil` until then.
    @Published public private(set) var addition: FeedAddition?
    /// The failure to show, until it is dismissed or something else is loaded.
    @Published public private(set) var selectedError: SelectedError?

    private struct Choice: Equatable {
        var scope: ItemQuery.Scope?
        var selection = ItemQuery.Selection.unread
        var text = ""
    }

    /// How many times the size of a page the open list has: by one more after each ``loadMore()``.
    public private(set) var pageCount: Int
    /// When what is shown was loaded: items that have come since are only counted, and stay unread.
    public private(set) var loaded = Date.distantPast

    @Published private var choice: Choice {
        didSet { if choice != oldValue { showChoice(since: oldValue) } }
    }
    @Published private var loading: AnyCancellable?
    @Published private var loadingMore: AnyCancellable?
    @Published private var adding: AnyCancellable?
    /// The query of the shown items, which differs from ``query`` while another is loading or has failed.
    private var shownQuery: ItemQuery?
    private var updating: AnyCancellable?
    private var readingSites: AnyCancellable?
    /// The marks that are not stored yet, each with the number of its change.
    private var marks: [Int: (change: Int, isRead: Bool)] = [:]
    private var changeCount = 0
    private var lastChange: Task<Void, Never>?

    private let feeds: any ReaderFeeds
    private let scheduler: AnyScheduler
    private let pageSize: Int
    private let isVisit: Bool
    /// Whether something has changed since loading began.
    private var needsUpdate = false

    /// Makes the model. Nothing is loaded before ``load()``.
    ///
    /// - Parameters:
    ///   - query: The list to open; `nil` for the list of feeds alone.
    ///   - pageSize: The items that are loaded at once.
    ///   - pageCount: How many times so many the list has at first.
    ///   - isVisit: Whether the reader looks at the list, so that what comes from now on is new at the next visit.
    public init(
        _ feeds: any ReaderFeeds, _ query: ItemQuery? = nil, pageSize: Int = 50, pageCount: Int = 1,
        isVisit: Bool = true, scheduler: AnyScheduler = .main
    ) {
        self.feeds = feeds
        self.pageSize = pageSize
        self.pageCount = pageCount
        self.isVisit = isVisit
        self.scheduler = scheduler
        choice = Choice(
            scope: query?.scope, selection: query?.selection ?? .unread, text: query?.words ?? "")
    }

    // MARK: - The open list

    /// The open list; `nil` for the list of feeds, in which only a search shows items.
    public var scope: ItemQuery.Scope? { choice.scope }

    /// The items of the list. Set it on the scheduler.
    public var selection: ItemQuery.Selection {
        get { choice.selection }
        set { choice.selection = newValue }
    }

    /// The words that each item contains; empty for no search. Set it on the scheduler.
    public var searchText: String {
        get { choice.text }
        set { choice.text = newValue }
    }

    /// The query of the open list; `nil` if no items are shown.
    public var query: ItemQuery? {
        let words = choice.text.allSatisfy(\.isWhitespace) ? nil : choice.text
        guard choice.scope != nil || words != nil else { return nil }
        var query = ItemQuery()
        query.scope = choice.scope ?? .all
        query.selection = choice.selection
        query.words = words
        return query
    }

    /// Whether the items of the list are loading.
    public var isLoading: Bool { loading != nil }
    /// Whether further items are loading.
    public var isLoadingMore: Bool { loadingMore != nil }
    /// Whether a feed is being added.
    public var isAdding: Bool { adding != nil }

    /// The title of the screen.
    public var title: String {
        choice.scope.map { subscriptions?.title(of: $0) ?? "" } ?? ReaderSection.feeds.title
    }

    /// The number of feeds, and that of their unread items, as text.
    public var countText: String {
        let members = (subscriptions ?? []).members(of: choice.scope ?? .all)
        return "\(CountText.feeds(members.count)) · \(members.unread) unread"
    }

    /// The text in place of the items, or of the feeds; `nil` if there are any, or they are not known yet.
    public var emptyText: String? {
        if let query { return shown.items.isEmpty && query == shownQuery ? FeedTexts.empty(query) : nil }
        return subscriptions?.isEmpty == true ? FeedTexts.noFeeds : nil
    }

    /// The number of items that have come since the list was shown, as text; `nil` for none.
    public var newText: String? { shown.newCount > 0 ? CountText.new(shown.newCount) : nil }

    /// Opens a list with its unread items; `nil` returns to the list of feeds.
    public func open(_ scope: ItemQuery.Scope?) { choice = Choice(scope: scope, text: choice.text) }

    // MARK: - Loading

    /// Loads the feeds, and the open list from its beginning to where it has been loaded.
    public func load() {
        selectedError = nil
        loadItems()
    }

    /// Cancels loading. What is shown stays.
    public func cancel() { (loading, loadingMore, updating) = (nil, nil, nil) }

    /// Loads the items after the shown ones, unless some are loading.
    public func loadMore() {
        if shown.hasMore, query == shownQuery, !isLoading, !isLoadingMore { loadItems(after: shown.items.last?.id) }
    }

    /// Loads the list with the items that have come.
    public func showNew() { load() }

    /// Loads the present state of what is shown, and counts the items that have come. Where that fails, what is shown
    /// stays.
    public func update() {
        // What is loading may precede the change.
        needsUpdate = isLoading
        guard !isLoading else { return }
        guard let subscriptions, query == shownQuery else { return loadItems() }
        let limit = shown.items.count + pageSize
        var query = query
        query?.limit = limit + 1
        updating = scheduler.run(for: self) { [feeds, query, isVisit] in
            try await feeds.contents(query, isVisit: isVisit)
        } then: { model, result in
            guard case .success(let contents) = result else {
                return model.show { shown in shown.set(model.feeds.marked(shown.items, subscriptions)) }
            }
            model.subscriptions = contents.subscriptions
            // What has come is in the counts of the feeds already, but not among the items.
            if model.query == nil { model.loaded = contents.date }
            model.show { $0.update(ShownItems(contents.items, limit: limit)) }
        }
    }

    /// Reads the sites of the open list's feeds, and shows what has come.
    ///
    /// - Parameter onlyDue: Whether only the sites that are due are read, of all feeds, and new items are only counted.
    public func readSites(onlyDue: Bool = false) {
        guard !isReadingSites else { return }
        isReadingSites = true
        let ids = onlyDue ? nil : scope.map { (subscriptions ?? []).members(of: $0).map(\.id) }
        readingSites = scheduler.run(for: self) { [feeds] in
            try await feeds.refresh(only: ids) { _ in }
        } then: { model, result in
            model.isReadingSites = false
            guard model.value(of: result) != nil else { return }
            if onlyDue { model.update() } else { model.load() }
        }
    }

    private func showChoice(since former: Choice) {
        selectedError = nil
        pageCount = 1
        if former.scope != choice.scope || query == nil { (shown, shownQuery) = (ShownItems(), nil) }
        if query == nil, subscriptions != nil {
            cancel()
        } else {
            loadItems()
        }
    }

    /// - Parameter last: The item that precedes those to load; `nil` to load the list from its beginning.
    private func loadItems(after last: Int? = nil) {
        (loading, loadingMore) = (nil, nil)
        if last == nil { updating = nil }
        let limit = last == nil ? pageCount * pageSize : pageSize
        var query = query
        query?.before = last
        query?.limit = limit + 1
        needsUpdate = false
        let task = scheduler.run(for: self) { [feeds, query, isVisit] in
            try await feeds.contents(query, isVisit: isVisit)
        } then: { model, result in
            (model.loading, model.loadingMore) = (nil, nil)
            guard let contents = model.value(of: result) else { return }
            model.subscriptions = contents.subscriptions
            model.shownQuery = model.query
            if last == nil { model.loaded = contents.date } else { model.pageCount += 1 }
            model.show { shown in
                if last == nil { shown = ShownItems() }
                shown.append(contents.items, limit: limit)
            }
            if model.needsUpdate { model.update() }
        }
        if last == nil { loading = task } else { loadingMore = task }
    }

    /// Changes the shown items. The marks that are not stored yet stay.
    private func show(_ change: (inout ShownItems) -> Void) {
        var new = shown
        change(&new)
        for (id, mark) in marks { new.mark([id], isRead: mark.isRead) }
        shown = new
    }

    /// Returns the value of a result, or reports its failure.
    private func value<Value>(of result: Result<Value, any Error>) -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let error):
            report(error)
            return nil
        }
    }

    private func report(_ error: any Error) {
        // The first failure is the cause of those after it.
        if selectedError == nil { selectedError = SelectedError(FeedStorageError(FeedTexts.unreadable, error)) }
    }

    // MARK: - Changes

    /// Marks items as read or unread.
    public func mark(_ items: [Int], isRead: Bool) {
        change(marking: items, isRead: isRead) { try await $0.mark(items, isRead: isRead) }
    }

    /// Marks the shown items as read. What has come since they were loaded stays unread.
    public func markAll() {
        let items = shown.items.map(\.id)
        guard let query, let last = items.last else { return }
        if query.words != nil { return mark(items, isRead: true) }
        change(marking: items, isRead: true) { [loaded] in
            try await $0.markAll(in: query.scope, downTo: last, asOf: loaded)
        }
    }

    /// Marks all items of a list as read.
    public func markAll(in scope: ItemQuery.Scope) {
        change { [loaded] in try await $0.markAll(in: scope, downTo: nil, asOf: loaded) }
    }

    /// Adds the feed at an address, or the one that the page there links to. ``addition`` reports the outcome.
    ///
    /// - Parameters:
    ///   - address: The address as people type it: the scheme may be missing.
    ///   - folder: The folder; empty for none.
    public func add(_ address: String, folder: String = "") {
        selectedError = nil
        addition = nil
        adding = scheduler.run(for: self) { [feeds] in
            try await feeds.add(address, folder: folder)
        } then: { model, result in
            model.adding = nil
            model.addition = model.value(of: result)
            if case .added? = model.addition { model.load() }
        }
    }

    /// Removes a feed.
    public func remove(_ feed: Int) {
        subscriptions?.removeAll { $0.id == feed }
        change { try await $0.remove(feed) }
    }

    /// Stores a change, after those before it, and loads what it affects. It is stored even if the model is released.
    private func change(
        marking items: [Int] = [], isRead: Bool = true,
        _ store: @escaping @Sendable (any ReaderFeeds) async throws -> Void
    ) {
        selectedError = nil
        changeCount += 1
        let number = changeCount
        for id in shown.mark(Set(items), isRead: isRead) { marks[id] = (number, isRead) }
        let finish = scheduler.sender(to: self) { (model, failure: (any Error)?) in model.finish(number, failure) }
        lastChange = Task { @concurrent [feeds, lastChange] in
            await lastChange?.value
            do {
                try await store(feeds)
                finish(nil)
            } catch {
                finish(error)
            }
        }
    }

    /// Returns when the changes so far are stored, or have failed.
    public func waitForChanges() async { await lastChange?.value }

    private func finish(_ number: Int, _ failure: (any Error)?) {
        for (id, mark) in marks where mark.change == number {
            marks[id] = nil
            if failure != nil { shown.mark([id], isRead: !mark.isRead) }
        }
        if let failure { report(failure) }
        update()
    }
}

extension FeedsViewModel: ErrorShowing, Refreshing {
    /// Whether there are feeds next to the failure.
    public var showsBesideError: Bool { subscriptions != nil }

    /// Removes the failure. What is shown stays.
    public func dismissError() { selectedError = nil }

    /// Loads again after a failure.
    public func retry() { load() }

    /// Reads the sites of the open list's feeds, and returns when that has ended.
    public func refresh() async {
        readSites()
        for await _ in $isReadingSites.first(where: { !$0 }).typedValues {}
    }
}
