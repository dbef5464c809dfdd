import Foundation
package import FreshetCore

/// The list that a screen shows for its newest query. The elements of an earlier query stay until
/// the new list has some.
///
/// It is a class because a change of the window calls its observers immediately, and these read the
/// list again: for a structure, that access would overlap with the change.
package final class DisplayedList<Query: Equatable, Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// The query that the list should show.
    package private(set) var query: Query?
    /// The query that the elements belong to.
    package private(set) var shownQuery: Query?
    /// The state of the window that is shown.
    package private(set) var shown = ListState<Item>()
    /// The elements and the state of their loading.
    package private(set) var fetch = FetchState<[Item]>()
    private var window: ListWindow<Item>?
    private var observation: ResourceObservation?

    package init() {}

    package var hasMore: Bool { shown.hasNext && shownQuery == query }
    package var isLoadingMore: Bool { shown.next.isInProgress && shownQuery == query }
    package var moreError: FetchError? { shownQuery == query ? shown.next.error : nil }
    package var hasPrevious: Bool { shown.hasPrevious && shownQuery == query }
    package var isLoadingPrevious: Bool { shown.previous.isInProgress && shownQuery == query }
    package var previousError: FetchError? { shownQuery == query ? shown.previous.error : nil }
    package var isReplacing: Bool { fetch.isFetching && fetch.value != nil && !shown.isPartial }
    package var newIDs: [Item.ID] { window?.newIDs ?? [] }

    /// Shows a query, unless it is shown or loading already.
    ///
    /// - Parameter look: Called after each change of the window's state, on any thread.
    /// - Returns: The task of the load; `nil` if the query is shown. The other methods return theirs as well.
    @discardableResult
    package func show(
        _ query: Query, window: (Query) -> ListWindow<Item>, look: @escaping @Sendable () -> Void
    ) -> Task<Void, Never>? {
        guard query != self.query || (shownQuery != query && !fetch.isFetching) else {
            return fetch.isFetching ? self.window?.load() : nil
        }
        // `leave` ends this screen's own observation first. A request that another screen waits for
        // continues.
        leave()?.cancelIfUnobserved()
        self.query = query
        let window = window(query)
        self.window = window
        // The screen needs its items before it is first drawn.
        return ColdStart.$readsAtOnce.withValue(true) {
            observation = window.observe(look)
            return change { $0.load() }
        }
    }

    @discardableResult
    package func retry() -> Task<Void, Never>? {
        if fetch.error == nil, fetch.value != nil, moreError != nil {
            loadMore()
        } else if fetch.error == nil, fetch.value != nil, previousError != nil {
            loadPrevious()
        } else {
            change { $0.reload() }
        }
    }

    @discardableResult
    package func loadMore() -> Task<Void, Never>? {
        hasMore ? change { $0.loadMore() } : nil
    }

    @discardableResult
    package func loadPrevious() -> Task<Void, Never>? {
        hasPrevious ? change { $0.loadPrevious() } : nil
    }

    private func leave() -> ListWindow<Item>? {
        observation = nil
        return window.take()
    }

    package func clear() {
        leave()?.cancelIfUnobserved()
        (query, shownQuery) = (nil, nil)
        (shown, fetch) = (ListState(), FetchState())
    }

    @discardableResult
    package func change<Outcome>(_ change: (ListWindow<Item>) -> Outcome) -> Outcome? {
        guard let window else { return nil }
        defer { look() }
        return change(window)
    }

    /// Reads the newest state of the window.
    package func look() {
        guard let state = window?.state else { return }
        // A partial list for another query doesn't replace a shown list.
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
