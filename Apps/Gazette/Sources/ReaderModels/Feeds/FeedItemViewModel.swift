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
    /// Where the reader has left the text; `nil` for its beginning.
    public private(set) var position: Double?
    /// Whether the text of the page is shown, or what is known instead.
    public private(set) var isFullShown = false

    private struct Contents: Sendable {
        let item: FullItem
        let text: FeedItemText
        var fullText: FeedItemText?
        var position: Double?
    }

    private let feeds: any ReaderFeeds
    private let id: Int
    private let offlineNote: String?
    private let scheduler: AnyScheduler
    private var contents: Contents?
    /// Whether the other text was requested before the item was loaded.
    private var isToggled = false
    private var loading: AnyCancellable?

    /// Makes the model. Nothing is loaded before ``load()``.
    ///
    /// - Parameter offlineNote: Why no page is requested, as a sentence; `nil` if pages are.
    public init(_ feeds: any ReaderFeeds, id: Int, offlineNote: String? = nil, scheduler: AnyScheduler = .main) {
        self.feeds = feeds
        self.id = id
        self.offlineNote = offlineNote
        self.scheduler = scheduler
    }

    /// Loads the item, and the text of its page if the reader wants that of all items of the feed.
    public func load() {
        let mayRequest = offlineNote == nil
        begin { [feeds, id] in
            guard let item = try await feeds.item(id) else { throw AbsentError(FeedTexts.absent) }
            var contents = Contents(item: item, text: FeedItemText(item, html: feeds.html(of: item)))
            contents.position = try await feeds.position(of: id)
            if item.wantsText, mayRequest, let link = item.item.link {
                contents.fullText = try await Self.fullText(of: contents.item, at: link, feeds)
            }
            return contents
        }
    }

    /// Shows the text of the page instead of that of the feed, or the other way round.
    public func toggleText() {
        guard let contents else { return isToggled.toggle() }
        problem = nil
        if isFullShown || contents.fullText != nil {
            isFullShown.toggle()
            return show(contents)
        }
        guard let link = contents.item.item.link else { return problem = FeedTexts.noPage }
        if let offlineNote { return problem = offlineNote }
        begin { [feeds] in
            var contents = contents
            contents.fullText = try await Self.fullText(of: contents.item, at: link, feeds)
            return contents
        }
    }

    private static func fullText(
        of item: FullItem, at link: URL, _ feeds: any ReaderFeeds
    ) async throws -> FeedItemText {
        FeedItemText(item, html: feeds.html(of: item), try await feeds.article(at: link))
    }

    private func begin(_ work: @escaping @concurrent @Sendable () async throws -> Contents) {
        problem = nil
        fetch.begin()
        loading = scheduler.run(for: self, work) { model, result in
            model.loading = nil
            switch result {
            case .success(let contents):
                model.isFullShown = contents.fullText != nil
                model.show(contents)
            case .failure(let error as AbsentError): model.fetch.fail(error)
            case .failure(let error): model.fetch.fail(FeedStorageError(FeedTexts.unreadableItem, error))
            }
        }
    }

    private func show(_ contents: Contents) {
        self.contents = contents
        position = contents.position
        let text = isFullShown ? contents.fullText : nil
        fetch.receive(text ?? contents.text, at: contents.item.item.date)
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
