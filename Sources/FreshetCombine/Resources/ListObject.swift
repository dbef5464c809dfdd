public import CombineCompletion
import Foundation
public import FreshetCore
public import FreshetResources

/// A list that is loaded in pages, for one query at a time, as an `ObservableObject`.
///
/// ```swift
/// let plays = ListObject { (year: Int) in
///     theatre.window(on: .programme(of: year), size: 20) { .entry($0) }
/// }
/// plays.show(2026)
/// plays.loadMore()
/// ```
///
/// Only the newest query counts: a response to an earlier query is never shown. The shown elements stay while another
/// query or a reload is loading, and if that fails; the failure is reported beside them, and the next input works as
/// usual. Further pages are appended; an element that is received twice is shown once.
///
/// Making one sends nothing. Call its methods on the scheduler; its properties change there. The elements are those of
/// a `ListWindow` of FreshetResources: the responses are shared, but no other screen changes what this one shows.
public final class ListObject<Query: Equatable, Item: Identifiable & Sendable>: ObservableObject
where Item.ID: Sendable {
    /// The elements and the state of their loading; the failure of a further page is ``moreError``.
    @Published public private(set) var fetch = FetchState<[Item]>()
    /// The query that the list is to show.
    @Published public private(set) var query: Query?
    /// The query that the elements belong to; it differs from ``query`` while another is loading or has failed.
    @Published public private(set) var shownQuery: Query?
    @Published private var shown = ListWindow<Item>.State()

    private let scheduler: AnyScheduler
    private let makeWindow: (Query) -> ListWindow<Item>
    private var window: ListWindow<Item>?
    private var observation: ResourceObservation?

    /// Makes a list. Nothing is requested before a query is shown.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the properties change. The main queue by default.
    ///   - window: Makes the window on the list of a query.
    public init(scheduler: AnyScheduler = .main, window: @escaping (Query) -> ListWindow<Item>) {
        self.scheduler = scheduler
        makeWindow = window
    }

    /// The elements of all loaded pages.
    public var items: [Item] { fetch.value ?? [] }
    /// The number of all elements; `nil` if unknown.
    public var totalCount: Int? { shown.totalCount }
    /// How long the first shown page took to load.
    public var loadingTime: Duration? { shown.loadingTime }
    /// The number of elements that could not be loaded, on all pages together.
    public var missingCount: Int { shown.missingCount }
    /// Whether the shown list has a further page.
    public var hasMore: Bool { shown.hasNext && shownQuery == query }
    /// Whether a further page is loading.
    public var isLoadingMore: Bool { shown.next.isInProgress && shownQuery == query }
    /// Whether a further page can be requested now.
    public var offersMore: Bool { hasMore && !isLoadingMore }
    /// The failure of the last attempt to load a further page.
    public var moreError: FetchError? { shownQuery == query ? shown.next.error : nil }
    /// Whether a complete list is shown while its replacement is loading.
    public var isReplacing: Bool { fetch.isFetching && fetch.value != nil && !shown.isPartial }
    /// Whether a query has no results.
    public var isEmpty: Bool { fetch.value?.isEmpty == true && !hasMore }
    /// The ids that are known to have been added to the query's list since it was shown.
    public var newIDs: [Item.ID] { window?.newIDs ?? [] }

    /// Shows a query. The query that is shown or loading already is not requested again.
    public func show(_ query: Query) {
        guard query != self.query || (shownQuery != query && !fetch.isFetching) else { return }
        window?.cancel()
        self.query = query
        let window = makeWindow(query)
        self.window = window
        let look = scheduler.sender(to: self) { (list, _: Void) in list.look() }
        observation = window.observe { look(()) }
        change { $0.load() }
    }

    /// Requests the first page again, however fresh it is.
    public func reload() { change { $0.reload() } }

    /// Repeats the request that has failed: of the list, or of its further page.
    public func retry() {
        if fetch.error == nil, fetch.value != nil, moreError != nil { loadMore() } else { reload() }
    }

    /// Requests the next page, after the first one if that is loading.
    ///
    /// Does nothing while a further page is loading, or if there is none.
    public func loadMore() {
        if hasMore { change { $0.next() } }
    }

    /// Requests the next page when the last loaded element appears on the screen.
    public func loadMore(at item: Item) {
        if item.id == items.last?.id { loadMore() }
    }

    /// Cancels what is under way. What is shown stays.
    public func cancel() { change { $0.cancel() } }

    /// Removes the query and the elements, as before the first query.
    public func clear() {
        window?.cancel()
        (window, observation, query, shownQuery) = (nil, nil, nil, nil)
        (shown, fetch) = (ListWindow<Item>.State(), FetchState())
    }

    /// Removes the failures. The elements stay.
    public func dismissError() { change { $0.dismissErrors() } }

    private func change(_ change: (ListWindow<Item>) -> Void) {
        guard let window else { return }
        change(window)
        look()
    }

    private func look() {
        guard let state = window?.state else { return }
        // A partial list of another query does not replace a shown list.
        if state.items != nil, !state.isPartial || shownQuery == query || fetch.value == nil {
            shown = state
            shownQuery = query
        }
        var fetch = FetchState<[Item]>()
        if let items = shown.items { fetch.receive(items, at: shown.date ?? .distantPast, isStale: shown.isStale) }
        if state.isLoading {
            fetch.begin()
        } else if let error = state.error {
            fetch.fail(error)
        }
        self.fetch = fetch
    }
}
