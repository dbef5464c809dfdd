public import Foundation
public import Freshet
public import FreshetCombine

/// A list that comes in pages, for one query at a time.
///
/// The newest query wins: the call before it is cancelled and its response never shown. What is shown stays while another
/// query or a reload is under way, and when that fails; the failure stands beside it, and the next input works as if nothing
/// had happened. Further pages are appended; an element that comes twice is shown once.
///
/// All outputs change on the scheduler; call its methods there.
public final class PagedModel<Query: Equatable, Item: Identifiable>: ObservableObject {
    /// A part of the list.
    public struct Page {
        /// The elements of the page.
        public let items: [Item]
        /// The number of all elements, if the service sends it.
        public let totalCount: Int?
        /// The number of elements of the page that failed to load.
        public let missingCount: Int
        /// The source of the page: a stale one is marked, and a fresh one may follow.
        public let source: ResponseSource
        /// Whether more of the same page follows; it is shown only where it takes nothing away.
        public let isPartial: Bool
        /// Fetches the next page; `nil` after the last one.
        public let next: (() -> AnyPublisher<Page, FetchError>)?

        /// Makes a page.
        public init(
            _ items: [Item], totalCount: Int? = nil, missingCount: Int = 0, source: ResponseSource = .network,
            isPartial: Bool = false, next: (() -> AnyPublisher<Page, FetchError>)? = nil
        ) {
            self.items = items
            self.totalCount = totalCount
            self.missingCount = missingCount
            self.source = source
            self.isPartial = isPartial
            self.next = next
        }

        /// The same page, of elements whose list came from elsewhere.
        func from(_ source: ResponseSource) -> Page {
            Page(
                items, totalCount: totalCount, missingCount: missingCount, source: source, isPartial: isPartial,
                next: next)
        }
    }

    /// The elements, and how their loading goes; the failure of a further page is ``moreError``.
    @Published public private(set) var list = FetchState<[Item]>()
    /// The query that the list is to show.
    @Published public private(set) var query: Query?
    /// The query that the elements belong to; it differs from ``query`` while another is under way or has failed.
    @Published public private(set) var shownQuery: Query?
    /// The number of all elements; `nil` if unknown.
    @Published public private(set) var totalCount: Int?
    /// How long the first page of what is shown took, in seconds.
    @Published public private(set) var loadingTime: TimeInterval?
    /// How many elements could not be had, on all pages together.
    @Published public private(set) var missingCount = 0
    /// Whether a further page is loading.
    @Published public private(set) var isLoadingMore = false
    /// The failure of the last attempt to load a further page.
    @Published public private(set) var moreError: (any Error)?
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    /// Whether there is a further page of what is shown.
    public var hasMore: Bool { next != nil && shownQuery == query }

    /// The elements of all loaded pages.
    public var items: [Item] { list.value ?? [] }

    /// Whether the first page of ``query`` was requested and has not come, failed or been cancelled yet.
    public var isAwaited: Bool { isFirstAsked || list.isFetching }

    /// Whether a query has no results.
    public var isEmpty: Bool { list.value?.isEmpty == true && !hasMore }

    private let firstPage: (Query, CachePolicy) -> AnyPublisher<Page, FetchError>
    private let first: FetchSlot<(query: Query, page: Page)>
    private let more: FetchSlot<Page>
    private var next: (() -> AnyPublisher<Page, FetchError>)?
    private var seen: Set<Item.ID> = []
    /// The number of consecutive pages without a new element.
    private var barrenPages = 0
    // Calls begin and are cancelled on the scheduler, a moment after they were requested.
    /// The time at which the call for the first page began.
    private var begin: Date?
    /// Whether a first page was requested whose call has not begun.
    private var isFirstAsked = false
    /// Whether a further page was requested that has not come or been cancelled yet.
    private var isMoreWanted = false

    /// Makes a list. Nothing is requested before a query is shown.
    ///
    /// - Parameters:
    ///   - scheduler: Where the outputs change: the main queue by default.
    ///   - time: The time at which lists come. The system's by default.
    ///   - firstPage: Asks for the first page of a query: out of the cache where that will do, or, when it is reloaded, the
    ///     service in any case. Further pages follow the first.
    public init(
        scheduler: AnyScheduler = .main,
        time: TimeSource = .system,
        firstPage: @escaping (Query, CachePolicy) -> AnyPublisher<Page, FetchError>
    ) {
        self.firstPage = firstPage
        first = FetchSlot(scheduler: scheduler)
        more = FetchSlot(scheduler: scheduler)
        first.onEvent = { [weak self] in self?.handleFirst($0, at: time.date()) }
        more.onEvent = { [weak self] in self?.handleMore($0, at: time.date()) }
    }

    /// Shows a query. The query that is shown or loading already is not requested again.
    public func show(_ query: Query) {
        guard query != self.query || (shownQuery != query && !list.isFetching && !isFirstAsked) else { return }
        self.query = query
        load(.automatic)
    }

    /// Asks the service for the first page again, also where the cache holds a fresh one.
    public func reload() {
        if query != nil { load(.revalidate) }
    }

    /// Asks for what failed again: the list, or its further page.
    public func retry() {
        if list.error != nil || list.value == nil { reload() } else if moreError != nil { loadMore() } else { reload() }
    }

    /// Requests the next page. Does nothing while one is loading, or if there is none.
    public func loadMore() {
        guard hasMore, !isLoadingMore, !isMoreWanted, !list.isFetching, let next else { return }
        barrenPages = 0
        isMoreWanted = true
        more.run(next())
    }

    /// Cancels what is under way. What is shown stays.
    public func cancel() {
        isFirstAsked = false
        first.cancel()
        cancelMore()
    }

    /// Shows nothing, as before the first query.
    public func clear() {
        cancel()
        query = nil
        shownQuery = nil
        reset()
        list = FetchState()
        selectedError = nil
    }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        list.dismissError()
        moreError = nil
    }

    private func load(_ policy: CachePolicy) {
        guard let query else { return }
        cancelMore()
        isFirstAsked = true
        first.run(firstPage(query, policy).map { (query: query, page: $0) })
    }

    private func cancelMore() {
        isMoreWanted = false
        more.cancel()
    }

    private func reset() {
        next = nil
        seen = []
        barrenPages = 0
        totalCount = nil
        loadingTime = nil
        missingCount = 0
        moreError = nil
    }

    private func handleFirst(_ event: FetchSlot<(query: Query, page: Page)>.Event, at date: Date) {
        switch event {
        case .began:
            isFirstAsked = false
            begin = date
            selectedError = nil
            list.begin()
        case .value(let (query, page)):
            // It may have come just before the call for a newer query begins.
            guard query == self.query else { return }
            if page.isPartial, let shown = list.value, shownQuery != query || shown.count >= page.items.count { return }
            reset()
            shownQuery = query
            loadingTime = begin.map { date.timeIntervalSince($0) }
            let age = (page.source.age ?? .zero) / .seconds(1)
            list.receive(
                unseen(page.items), at: date.addingTimeInterval(-age), isStale: page.source.isStale, goesOn: true)
            take(page)
            if let failure = page.source.failure {
                list.fail(failure)
                selectedError = SelectedError(failure)
            }
        case .failed(let error):
            // So may the failure of an abandoned call.
            guard query != nil, !isFirstAsked else { return list.cancel() }
            list.fail(error)
            selectedError = SelectedError(error)
        case .finished, .cancelled:
            list.cancel()
        }
    }

    private func handleMore(_ event: FetchSlot<Page>.Event, at date: Date) {
        switch event {
        case .began:
            isMoreWanted = true
            isLoadingMore = true
            moreError = nil
        case .value(let page):
            if page.isPartial { return }
            let new = unseen(page.items)
            var state = list
            state.receive(items + new, at: list.receivedAt ?? date, isStale: list.isStale)
            list = state
            barrenPages = new.isEmpty ? barrenPages + 1 : 0
            take(page)
        case .failed(let error):
            endMore()
            moreError = error
            selectedError = SelectedError(error)
        case .finished:
            // A page of nothing but what was there would leave the reader at an end that is none.
            if isMoreWanted, (1...3).contains(barrenPages), let next { more.run(next()) } else { endMore() }
        case .cancelled:
            endMore()
        }
    }

    private func endMore() {
        isMoreWanted = false
        isLoadingMore = false
    }

    private func take(_ page: Page) {
        next = page.next
        totalCount = page.totalCount ?? totalCount
        missingCount += page.missingCount
    }

    private func unseen(_ items: [Item]) -> [Item] { items.filter { seen.insert($0.id).inserted } }
}
