import Foundation
import FreshetCore

/// The part of a list that one screen shows: its beginning, and one page more with each ``loadMore()``.
///
/// ```swift
/// let programme = theatre.window(on: .programme, size: 20) { .entry($0) }
/// await programme.load().value
/// await programme.loadMore().value
/// show(programme.state.items ?? [])
/// ```
///
/// Responses are shared: each page is a resource, windows on one list send its requests once, and a window that is made
/// later begins with known data. The shown items are not shared: what other screens load changes nothing here, so that
/// the list stays in place while it is read, and has the length that this screen has asked for. What the app changes in
/// a page, as with a write, is shown by all windows at once, in the newest response to that page. Items that are
/// requested one by one are shown as they were loaded.
///
/// `Client/sharedWindow(on:keeping:restoring:refetching:every:page:)` is one window for all screens of a list.
///
/// Making one sends nothing. Its load is cancelled when it is released. After a change of account, it shows nothing
/// until its screen loads it again, or, if it is shared and observed, until the list of the new account has arrived.
public final class ListWindow<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    let source: any WindowSource<Item>
    let limit: Int?
    /// The choices by which a shared window observes its first page; `nil` for the window of one screen.
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

    /// The present state; an empty one after a change of account.
    public var state: ListState<Item> {
        guard isOfPresentAccount else { return ListState() }
        takeChanges()
        return guarded.withLock { window in
            var state = window.shown.state
            state.isLoading = state.isLoading || window.following.isFetching
            return state
        }
    }

    /// Whether nothing is shown, or the shown items were sent to the present account since it last signed in.
    var isOfPresentAccount: Bool {
        let (first, account) = guarded.withLock { ($0.shown.pages.first, $0.account) }
        guard let first else { return true }
        return first.source.map(\.isOfPresentAccount) ?? (account == source.account)
    }

    /// The ids that are in the list now, as far as is known, and were not when it was shown.
    ///
    /// It is known while the list is observed or polled, here or elsewhere. ``reload()`` shows their items.
    public var newIDs: [Item.ID] {
        let (listed, seen) = guarded.withLock { ($0.shown.listed, $0.shown.seen) }
        let present = source.ids
        guard state.items != nil, present != listed else { return [] }
        let known = seen.union(listed)
        return present.filter { !known.contains($0) }
    }

    /// Calls a closure after each change of ``state``, on no particular thread, as long as the returned token lives.
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

    /// Shows the first page: known items at once, then the newest ones, which are requested unless the known ones are
    /// fresh. Further pages stay if the value of the first one is the same.
    ///
    /// A shared window requests all of its pages again if one of them is stale.
    /// While the first page is requested, this requests nothing more.
    ///
    /// - Returns: The task that ends when the page is shown, has failed or was cancelled. Cancelling it is
    ///   ``cancel()``.
    @discardableResult
    public func load() -> Task<Void, Never> { begin(.load) }

    /// Requests the first page, however fresh it is; of a shared window, all pages that are shown. The shown items stay
    /// until all of that has arrived.
    ///
    /// Pages are requested in order, each from the new one before it: fewer if the list has become shorter. If one
    /// fails, none is shown.
    @discardableResult
    public func reload() -> Task<Void, Never> { begin(options == nil ? .reload : .reloadAll) }

    /// Requests the first page, however fresh it is, and shows it instead of all pages.
    @discardableResult
    public func restart() -> Task<Void, Never> { begin(.reload) }

    /// Adds a page at the end. Does nothing at the end of the list. While a page is requested for that end, joins that.
    ///
    /// While the first page is requested, it adds a page after that has arrived. Where nothing is shown, it is
    /// ``load()``.
    /// A page without a new item is followed by the next one, at most three times in a row.
    @discardableResult
    public func loadMore() -> Task<Void, Never> { step(.next) }

    /// Adds a page before the first one, as after a limit of pages has dropped it; otherwise as ``loadMore()``.
    @discardableResult
    public func loadPrevious() -> Task<Void, Never> { step(.previous) }

    /// Cancels the requests in progress, unless others wait for them. The shown items stay, and no error is shown.
    public func cancel() {
        let tasks = guarded.withLock { $0.begin() }
        for task in tasks { task.cancel() }
        notify()
    }

    /// Cancels the requests in progress, if nobody observes the window.
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

    /// Changes the state of the window. Does nothing and returns `nil` if another load was begun since.
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
        for observer in observers { observer() }
    }
}
