import Foundation
import FreshetCore

/// The part of a list that one screen shows: the first page, and one more with each ``loadMore()``.
///
/// ```swift
/// let programme = theatre.window(on: .programme, size: 20) { .entry($0) }
/// await programme.load().value
/// await programme.loadMore().value
/// show(programme.state.items ?? [])
/// ```
///
/// Responses are shared: each page is a resource, several windows on one list send each request
/// once, and a window made later starts with known data. The shown items aren't shared: loads by
/// other screens don't affect this window, so the list stays in place while the user reads it, and
/// has the length that this screen requested. A change that the app makes to a page, such as a
/// write, appears in all windows immediately, in the newest response to that page. Items that are
/// requested one by one are shown as they were loaded.
///
/// `Client/sharedWindow(on:keeping:restoring:refetching:every:page:)` returns one window for all
/// screens of a list.
///
/// Making a window sends nothing. Its load is cancelled when the window is released. After a change
/// of account, the window is empty until its screen loads it again or, if it is shared and
/// observed, until the new account's list arrives.
public final class ListWindow<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    let source: any WindowSource<Item>
    let limit: Int?
    /// The options with which a shared window observes its first page; `nil` for the window of one
    /// screen.
    let options: ObservationOptions?
    let time: TimeSource
    let guarded = Lock(ofUnchecked: WindowRecord<Item>())

    init(_ source: any WindowSource<Item>, limit: Int?, following options: ObservationOptions? = nil, time: TimeSource)
    {
        self.source = source
        self.limit = limit.map { max(1, $0) }
        self.options = options
        self.time = time
    }

    deinit {
        let tasks = guarded.withLock { [$0.task].compactMap(\.self) + Array($0.steps.values) }
        for task in tasks { task.cancel() }
    }

    /// The current state; an empty one after a change of account.
    public var state: ListState<Item> {
        guard isOfPresentAccount else { return ListState() }
        takeChanges()
        return guarded.withLock { window in
            var state = window.shown.state
            state.isLoading = state.isLoading || window.following.isFetching
            return state
        }
    }

    /// Whether nothing is shown, or the shown items were sent to the current account since it last
    /// signed in.
    var isOfPresentAccount: Bool {
        let (first, account) = guarded.withLock { ($0.shown.pages.first, $0.account) }
        guard let first else { return true }
        return first.source.map(\.isOfPresentAccount) ?? (account == source.account)
    }

    /// The ids that were added to the list since it was shown, as far as is known.
    ///
    /// They are known only while the list is observed or polled, by this window or elsewhere.
    /// ``reload()`` shows their items.
    public var newIDs: [Item.ID] {
        let (listed, seen) = guarded.withLock { ($0.shown.listed, $0.shown.seen) }
        let present = source.ids
        guard state.items != nil, present != listed else { return [] }
        let known = seen.union(listed)
        return present.filter { !known.contains($0) }
    }

    /// Calls a closure after each change of ``state``, on no particular thread, for as long as the
    /// returned token lives.
    public func observe(_ change: @escaping @Sendable () -> Void) -> ResourceObservation {
        let id = guarded.withLock { window in
            window.lastObserver += 1
            window.observers[window.lastObserver] = change
            return window.lastObserver
        }
        watchPages()
        // The closure is released after the lock.
        return ResourceObservation { [weak self] _ in
            _ = self?.guarded.withLock { $0.observers.removeValue(forKey: id) }
            self?.watchPages()
        }
    }

    // MARK: - Loading

    /// Shows the first page: known items immediately, then the newest ones, which are requested
    /// unless the known ones are fresh. Further pages stay if the value of the first one is
    /// unchanged.
    ///
    /// A shared window requests all of its pages again if one of them is stale. While the first
    /// page is being requested, another call sends nothing.
    ///
    /// - Returns: The task that ends when the page is shown, fails or is cancelled. Cancelling the
    ///   task has the same effect as ``cancel()``.
    @discardableResult
    public func load() -> Task<Void, Never> { begin(.load) }

    /// Requests the first page, however fresh it is. A shared window requests all pages that it
    /// shows. The shown items stay until everything has arrived.
    ///
    /// Pages are requested in order, each as the neighbour of the new page before it, and there are
    /// fewer if the list has become shorter. If one of them fails, none of the new ones is shown.
    @discardableResult
    public func reload() -> Task<Void, Never> { begin(options == nil ? .reload : .reloadAll) }

    /// Requests the first page, however fresh it is, and shows it instead of all pages.
    @discardableResult
    public func restart() -> Task<Void, Never> { begin(.reload) }

    /// Adds a page at the end, unless the list has no further page. Joins a request that is in
    /// progress for that end.
    ///
    /// While the first page is being requested, the next page is added after it has arrived. If
    /// nothing is shown, this is the same as ``load()``. A page without a new item is followed by
    /// the next one, at most three times in a row.
    @discardableResult
    public func loadMore() -> Task<Void, Never> { step(.next) }

    /// Adds a page before the first one, such as one that a page limit has dropped. Otherwise works
    /// like ``loadMore()``.
    @discardableResult
    public func loadPrevious() -> Task<Void, Never> { step(.previous) }

    /// Cancels the requests in progress, unless others wait for them. The shown items stay, and no error is shown.
    public func cancel() {
        let tasks = guarded.withLock { $0.begin() }
        for task in tasks { task.cancel() }
        notify()
    }

    /// Cancels the requests in progress, if the window has no observer.
    func cancelIfUnobserved() {
        if guarded.withLock({ $0.observers.isEmpty }) { cancel() }
    }

    /// Removes the errors from the state.
    public func dismissErrors() {
        guarded.withLock { window in
            window.shown.progress.error = nil
            for direction in PageDirection.allCases where window.shown.progress[direction].error != nil {
                window.shown.progress[direction] = .idle
            }
        }
        notify()
    }

    /// Changes the state of the window. Does nothing and returns `nil` if another load has begun
    /// since.
    @discardableResult
    func change<Outcome>(_ number: Int, _ change: (inout WindowRecord<Item>) -> Outcome) -> Outcome? {
        let result = guarded.withLock { $0.number == number ? change(&$0) : nil }
        guard result != nil else { return nil }
        watchPages()
        notify()
        return result
    }

    func notify() {
        let observers = guarded.withLock { window in
            window.noticed = window.shown.version
            return Array(window.observers.values)
        }
        // Outside the lock, since an observer usually reads the state.
        for observer in observers { observer() }
    }
}
