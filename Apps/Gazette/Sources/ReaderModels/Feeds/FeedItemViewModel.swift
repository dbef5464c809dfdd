import Foundation
public import Freshet
public import FreshetCombine

/// A view model of an item of a feed: with the text of the feed, or with that of its page.
///
/// Call its methods where the scheduler runs; all outputs change there.
public final class FeedItemViewModel: DetailModel {
    /// The item with the shown text, and the state of its loading.
    @Published public private(set) var fetch = FetchState<FeedItemText>()
    /// Why the text of the page is not shown; `nil` if it is, or was not requested.
    @Published public private(set) var problem: String?
    /// The item with those beside it, and where the reader has left it; `nil` until it is loaded.
    public var opened: OpenItem? { contents?.opened }
    /// Whether the reader has read the item. It may be marked as unread while it is open.
    @Published public private(set) var isRead = false
    /// Whether the text of the page is shown, or what is known instead.
    public var isFullShown: Bool { contents?.isFull == true }

    private struct Contents: Sendable {
        let opened: OpenItem
        var text: FeedItemText?
        var fullText: FeedItemText?
        /// Which of them is shown.
        var isFull = false

        var shownText: FeedItemText? { isFull ? fullText : text }

        /// Reads the text of the page, or that of the feed, to be shown.
        mutating func read(isFull: Bool, _ feeds: any ReaderFeeds) async throws {
            let full = opened.full
            if isFull, let link = full.item.link {
                let article = try await feeds.article(at: link)
                fullText = FeedItemText(full, html: await feeds.html(of: full, article), article)
            } else {
                text = FeedItemText(full, html: await feeds.html(of: full, nil))
            }
            self.isFull = fullText != nil && isFull
        }
    }

    private let feeds: any ReaderFeeds
    private let id: Int
    private let query: ItemQuery?
    private let wantsPage: Bool?
    private let marksAsRead: Bool
    private let offlineNote: String?
    private let scheduler: AnyScheduler
    private var contents: Contents?
    /// Whether the other text was requested before the item was loaded.
    private var isToggled = false
    private var loading: AnyCancellable?
    private var updating: AnyCancellable?

    /// Makes the model. Nothing is loaded before ``load()``.
    ///
    /// - Parameters:
    ///   - query: The list whose items are beside this one; `nil` for none.
    ///   - wantsPage: Whether the text of the page is shown first; `nil` as the reader wants it for all items of the feed.
    ///   - marksAsRead: Whether loading the item marks it as read.
    ///   - offlineNote: Why no page is requested, as a sentence; `nil` if pages are.
    public init(
        _ feeds: any ReaderFeeds, id: Int, in query: ItemQuery? = nil, wantsPage: Bool? = nil,
        marksAsRead: Bool = false, offlineNote: String? = nil, scheduler: AnyScheduler = .main
    ) {
        self.feeds = feeds
        self.id = id
        self.query = query
        self.wantsPage = wantsPage
        self.marksAsRead = marksAsRead
        self.offlineNote = offlineNote
        self.scheduler = scheduler
    }

    /// Loads the item with its text.
    public func load() {
        let mayRequest = offlineNote == nil
        begin { [feeds, id, query, wantsPage, marksAsRead] in
            guard let opened = try await feeds.item(id, in: query) else { throw AbsentError(FeedTexts.absent) }
            var contents = Contents(opened: opened)
            try await contents.read(isFull: mayRequest && wantsPage ?? opened.full.wantsText, feeds)
            if marksAsRead, opened.full.item.isUnread { try await feeds.mark([id], isRead: true) }
            return contents
        }
    }

    /// Loads whether the item is read.
    public func update() {
        guard opened != nil, loading == nil else { return }
        updating = scheduler.run(for: self) { [feeds, id] in
            try await feeds.item(id, in: nil)
        } then: { model, result in
            if case .success(let found?) = result { model.isRead = !found.full.item.isUnread }
        }
    }

    /// Shows the text of the page instead of that of the feed, or the other way round.
    public func toggleText() {
        guard var contents else { return isToggled.toggle() }
        problem = nil
        contents.isFull.toggle()
        if contents.shownText != nil { return show(contents) }
        if contents.isFull {
            guard contents.opened.full.item.link != nil else { return problem = FeedTexts.noPage }
            if let offlineNote { return problem = offlineNote }
        }
        begin { [feeds, contents] in
            var contents = contents
            try await contents.read(isFull: contents.isFull, feeds)
            return contents
        }
    }

    private func begin(_ work: @escaping @concurrent @Sendable () async throws -> Contents) {
        problem = nil
        updating = nil
        fetch.begin()
        loading = scheduler.run(for: self, work) { model, result in
            model.loading = nil
            switch result {
            case .success(let contents):
                model.isRead = model.marksAsRead || !contents.opened.full.item.isUnread
                model.show(contents)
            case .failure(let error as AbsentError): model.fetch.fail(error)
            case .failure(let error): model.fetch.fail(FeedStorageError(FeedTexts.unreadableItem, error))
            }
        }
    }

    private func show(_ contents: Contents) {
        self.contents = contents
        if let text = contents.shownText { fetch.receive(text, at: contents.opened.full.item.date) }
        if isToggled {
            isToggled = false
            if !isFullShown { toggleText() }
        }
    }

    /// The failure to show, until it is dismissed.
    public var selectedError: SelectedError? { fetch.error.map(SelectedError.init) }

    /// Removes the failure. What is shown stays.
    public func dismissError() { fetch.dismissError() }

    /// Cancels loading. What is shown stays.
    public func cancel() {
        loading = nil
        fetch.cancel()
    }
}
