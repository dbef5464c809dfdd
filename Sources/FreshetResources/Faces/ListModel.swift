public import FreshetCore
public import Observation

/// A model of a list that loads in pages, for SwiftUI and UIKit.
///
/// ```swift
/// let plays = ListModel { (year: Int) in
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
/// Each fact is a separate property, so a view that reads only the elements isn't redrawn when a
/// request begins. Creating a model sends nothing. The elements come from a ``ListWindow``.
/// `ListObject` in FreshetCombine is the same model as an `ObservableObject`.
@MainActor
@Observable
public final class ListModel<Query: Equatable, Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// The elements and the state of their loading. A view that reads it is redrawn for every
    /// change of either.
    public private(set) var fetch = FetchState<[Item]>()
    /// The elements of all loaded pages.
    public private(set) var items: [Item] = []
    /// Whether a first page has loaded, even an empty one.
    public private(set) var isLoaded = false
    /// Whether the first page of the query is loading.
    public private(set) var isFetching = false
    /// Why the first page could not be loaded.
    public private(set) var error: FetchError?
    /// Whether the elements are known to be out of date.
    public private(set) var isStale = false
    /// The query that the list should show.
    public private(set) var query: Query?
    /// The query that the elements belong to; it differs from ``query`` while another is loading or has failed.
    public private(set) var shownQuery: Query?
    /// The number of all elements; `nil` if unknown.
    public private(set) var totalCount: Int?
    /// How long the first shown page took to load.
    public private(set) var loadingTime: Duration?
    /// The number of elements that could not be loaded, on all pages together.
    public private(set) var missingCount = 0
    /// Whether the shown list has a further page.
    public private(set) var hasMore = false
    /// Whether a further page is loading.
    public private(set) var isLoadingMore = false
    /// The failure of the last attempt to load a further page.
    public private(set) var moreError: FetchError?
    /// Whether the shown list has a page before the first one, such as one that a page limit has
    /// dropped.
    public private(set) var hasPrevious = false
    /// Whether a page before the first one is loading.
    public private(set) var isLoadingPrevious = false
    /// The failure of the last attempt to load a page before the first one.
    public private(set) var previousError: FetchError?
    /// Whether a complete list is shown while its replacement is loading.
    public private(set) var isReplacing = false

    @ObservationIgnored private let makeWindow: (Query) -> ListWindow<Item>
    @ObservationIgnored private let comparison = ValueComparison<[Item]>()
    @ObservationIgnored private let display = DisplayedList<Query, Item>()

    /// Makes a model. Nothing is requested until a query is shown.
    ///
    /// - Parameter window: Makes the window on a query's list. It runs each time a query is shown.
    public init(window: @escaping (Query) -> ListWindow<Item>) {
        makeWindow = window
    }

    /// Whether a further page can be requested now.
    public var offersMore: Bool { hasMore && !isLoadingMore }
    /// Whether a query has no results.
    public var isEmpty: Bool { isLoaded && items.isEmpty && !hasMore }
    /// The ids that are known to have been added to the query's list since it was shown. The
    /// property isn't observed: read it after the list of ids has changed.
    public var newIDs: [Item.ID] { display.newIDs }

    /// Shows a query. A query that is already shown or loading isn't requested again.
    ///
    /// - Returns: A task that ends when the first page is shown, has failed or was cancelled, and
    ///   this list's properties show that. Cancelling it is ``cancel()``.
    @discardableResult
    public func show(_ query: Query) -> Task<Void, Never> {
        begin { display in
            display.show(query, window: makeWindow) { [weak self] in
                // The window calls its observers on any thread.
                MainActor.perform { self?.change { $0.look() } }
            }
        }
    }

    /// Requests the first page again, however fresh it is. A shared window requests all of its
    /// pages.
    ///
    /// - Returns: A task that ends with the requests. SwiftUI's `refreshable` can await it.
    @discardableResult
    public func reload() -> Task<Void, Never> { begin { $0.change { $0.reload() } } }

    /// Repeats the request that failed, whether for the list or for a page at one of its ends.
    ///
    /// - Returns: A task that ends with the request.
    @discardableResult
    public func retry() -> Task<Void, Never> { begin { $0.retry() } }

    /// Requests the next page, or waits for the first page if that is still loading.
    ///
    /// - Returns: A task that ends when the page is shown, has failed or was cancelled. While a
    ///   further page is already loading, it ends with that one. At the end of the list, it ends
    ///   immediately. Cancelling it is ``cancel()``.
    @discardableResult
    public func loadMore() -> Task<Void, Never> { begin { $0.loadMore() } }

    /// Requests the next page when the last loaded element appears on the screen.
    public func loadMore(at item: Item) {
        if item.id == items.last?.id { loadMore() }
    }

    /// Requests the page before the first one.
    ///
    /// - Returns: A task that ends with the request, like the task of ``loadMore()``.
    @discardableResult
    public func loadPrevious() -> Task<Void, Never> { begin { $0.loadPrevious() } }

    /// Cancels the requests in progress. The shown elements stay.
    public func cancel() { change { $0.change { $0.cancel() } } }

    /// Removes the query and the elements, as if no query had been shown.
    public func clear() { change { $0.clear() } }

    /// Removes the failures. The elements stay.
    public func dismissError() { change { $0.change { $0.dismissErrors() } } }

    /// Starts a load. The window's task can end before this list has been notified, so the returned
    /// task looks again.
    private func begin(_ load: (DisplayedList<Query, Item>) -> Task<Void, Never>?) -> Task<Void, Never> {
        var loading: Task<Void, Never>?
        change { loading = load($0) }
        guard let loading else { return Task {} }
        return Task { [weak self] in
            await withTaskCancellationHandler {
                await loading.value
            } onCancel: {
                loading.cancel()
            }
            self?.change { $0.look() }
        }
    }

    /// Changes the list and updates the properties. A property is set only if it differs, since
    /// setting it redraws every view that reads it.
    private func change(_ change: (DisplayedList<Query, Item>) -> Void) {
        change(display)
        let shown = display.shown
        fetch = display.fetch
        let items = fetch.value ?? []
        // Elements without `==` never compare as equal. Without the first condition, each step of loading
        // would redraw an empty list.
        if !(items.isEmpty && self.items.isEmpty), !comparison.isEqual(items, self.items) { self.items = items }
        set(\.isLoaded, fetch.value != nil)
        set(\.isFetching, fetch.isFetching)
        set(\.error, fetch.error)
        set(\.isStale, fetch.isStale)
        set(\.query, display.query)
        set(\.shownQuery, display.shownQuery)
        set(\.totalCount, shown.totalCount)
        set(\.loadingTime, shown.loadingTime)
        set(\.missingCount, shown.missingCount)
        set(\.hasMore, display.hasMore)
        set(\.isLoadingMore, display.isLoadingMore)
        set(\.moreError, display.moreError)
        set(\.hasPrevious, display.hasPrevious)
        set(\.isLoadingPrevious, display.isLoadingPrevious)
        set(\.previousError, display.previousError)
        set(\.isReplacing, display.isReplacing)
    }

    private func set<Property: Equatable>(_ path: ReferenceWritableKeyPath<ListModel, Property>, _ new: Property) {
        if self[keyPath: path] != new { self[keyPath: path] = new }
    }
}
