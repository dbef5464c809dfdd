public import CombineCompletion
import Foundation
public import FreshetCore
public import FreshetResources

/// A model of a list that loads in pages, as an `ObservableObject`.
///
/// ```swift
/// let plays = ListObject { (year: Int) in
///     theatre.window(on: .programme(of: year), size: 20) { .entry($0) }
/// }
/// plays.show(2026)
/// plays.loadMore()
/// ```
///
/// It shows one query at a time, and only the newest one counts: a response to an earlier query is
/// never shown. The shown elements stay while another query or a reload is loading, and if that
/// fails: the failure is reported alongside them, and the next input works as usual. Further pages
/// are appended. An element that is received twice is shown once.
///
/// Creating an object sends nothing. Call its methods on the scheduler, where its properties change
/// as well. The elements come from a `ListWindow` of FreshetResources, so responses are shared.
/// Other screens affect the shown elements only by the app's changes, unless the window is shared.
public final class ListObject<Query: Equatable, Item: Identifiable & Sendable>: ObservableObject
where Item.ID: Sendable {
    /// The elements and the state of their loading; the failure of a further page is ``moreError``.
    @Published public private(set) var fetch = FetchState<[Item]>()
    /// The query that the list should show.
    @Published public private(set) var query: Query?
    /// The query that the elements belong to; it differs from ``query`` while another is loading or has failed.
    @Published public private(set) var shownQuery: Query?
    @Published private var shown = ListState<Item>()

    private let scheduler: AnyScheduler
    private let makeWindow: (Query) -> ListWindow<Item>
    private let display = DisplayedList<Query, Item>()

    /// Makes an object. Nothing is requested until a query is shown.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the properties change. The main queue by default.
    ///   - window: Makes the window on a query's list. It runs each time a query is shown.
    public init(scheduler: AnyScheduler = .main, window: @escaping (Query) -> ListWindow<Item>) {
        self.scheduler = scheduler
        makeWindow = window
    }

    /// The elements of all loaded pages.
    public var items: [Item] { fetch.value ?? [] }
    /// Whether a first page has loaded, even an empty one.
    public var isLoaded: Bool { fetch.value != nil }
    /// Whether the first page of the query is loading.
    public var isFetching: Bool { fetch.isFetching }
    /// Why the first page could not be loaded.
    public var error: FetchError? { fetch.error }
    /// Whether the elements are known to be out of date.
    public var isStale: Bool { fetch.isStale }
    /// The number of all elements; `nil` if unknown.
    public var totalCount: Int? { shown.totalCount }
    /// How long the first shown page took to load.
    public var loadingTime: Duration? { shown.loadingTime }
    /// The number of elements that could not be loaded, on all pages together.
    public var missingCount: Int { shown.missingCount }
    /// Whether the shown list has a further page.
    public var hasMore: Bool { display.hasMore }
    /// Whether a further page is loading.
    public var isLoadingMore: Bool { display.isLoadingMore }
    /// Whether a further page can be requested now.
    public var offersMore: Bool { hasMore && !isLoadingMore }
    /// The failure of the last attempt to load a further page.
    public var moreError: FetchError? { display.moreError }
    /// Whether the shown list has a page before the first one, such as one that a page limit has
    /// dropped.
    public var hasPrevious: Bool { display.hasPrevious }
    /// Whether a page before the first one is loading.
    public var isLoadingPrevious: Bool { display.isLoadingPrevious }
    /// The failure of the last attempt to load a page before the first one.
    public var previousError: FetchError? { display.previousError }
    /// Whether a complete list is shown while its replacement is loading.
    public var isReplacing: Bool { display.isReplacing }
    /// Whether a query has no results.
    public var isEmpty: Bool { isLoaded && items.isEmpty && !hasMore }
    /// The ids that are known to have been added to the query's list since it was shown.
    public var newIDs: [Item.ID] { display.newIDs }

    /// Shows a query. A query that is already shown or loading isn't requested again.
    public func show(_ query: Query) {
        let look = scheduler.sender(to: self) { (list, _: Void) in list.change { $0.look() } }
        change { $0.show(query, window: makeWindow) { look(()) } }
    }

    /// Requests the first page again, however fresh it is. A shared window requests all of its
    /// pages.
    public func reload() { change { $0.change { $0.reload() } } }

    /// Repeats the request that failed, whether for the list or for a page at one of its ends.
    public func retry() { change { $0.retry() } }

    /// Requests the next page, or waits for the first page if that is still loading.
    ///
    /// Does nothing while a further page is loading, or if there is none.
    public func loadMore() { change { $0.loadMore() } }

    /// Requests the next page when the last loaded element appears on the screen.
    public func loadMore(at item: Item) {
        if item.id == items.last?.id { loadMore() }
    }

    /// Requests the page before the first one.
    ///
    /// Does nothing while it is loading, or if there is none.
    public func loadPrevious() { change { $0.loadPrevious() } }

    /// Cancels the requests in progress. The shown elements stay.
    public func cancel() { change { $0.change { $0.cancel() } } }

    /// Removes the query and the elements, as if no query had been shown.
    public func clear() { change { $0.clear() } }

    /// Removes the failures. The elements stay.
    public func dismissError() { change { $0.change { $0.dismissErrors() } } }

    private func change(_ change: (DisplayedList<Query, Item>) -> Void) {
        change(display)
        query = display.query
        if shownQuery != display.shownQuery { shownQuery = display.shownQuery }
        shown = display.shown
        fetch = display.fetch
    }
}
