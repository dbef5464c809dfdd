public import Foundation
public import FreshetCore

/// The part of a list that one screen shows: its beginning, and one page more with each ``next()``.
///
/// ```swift
/// let programme = theatre.window(on: .programme, size: 20) { .entry($0) }
/// await programme.load().value
/// await programme.next().value
/// show(programme.state.items ?? [])
/// ```
///
/// Responses are shared: windows on one list send its requests once, and a window that is made later begins with known
/// data. The shown items are not shared: they change only when the window's own screen asks for that. So the list stays
/// in place while it is read, and has the length that this screen has asked for.
///
/// Making one sends nothing. Its load is cancelled when it is released. After a change of account, it shows nothing
/// until its screen loads it again.
public final class ListWindow<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The shown items, and the progress and errors of their requests.
    public struct State: Sendable {
        /// The items, each id once; `nil` as long as there are none to show.
        public fileprivate(set) var items: [Item]?
        /// Whether more items of the first page are to come.
        public fileprivate(set) var isPartial = false
        /// The number of all items; `nil` if the service does not send it.
        public fileprivate(set) var totalCount: Int?
        /// The number of items of the pages that could not be loaded.
        public fileprivate(set) var missingCount = 0
        /// Whether there is a page after the last one.
        public fileprivate(set) var hasNext = false
        /// Whether the items are known to be out of date: they come from the cache and are stale, or a request for
        /// newer ones failed.
        public fileprivate(set) var isStale = false
        /// When the server made or confirmed the list.
        public fileprivate(set) var date: Date?
        /// How long the first page took to load: almost zero if it was known and fresh.
        public fileprivate(set) var loadingTime: Duration?
        /// Whether the first page is requested.
        public fileprivate(set) var isLoading = false
        /// Why the last request for the first page has failed.
        public fileprivate(set) var error: FetchError?
        /// The activity for the page after the last one.
        public fileprivate(set) var next = PageActivity.idle

        /// Makes the state before anything was requested.
        public init() {}
    }

    fileprivate struct Guarded {
        var state = State()
        var seen: Set<Item.ID> = []
        /// The ids of the whole list when it was shown. They share the storage of the resource.
        var listed: [Item.ID] = []
        var next: WindowPage<Item>.Load?
        /// The account that the items were sent to.
        var account: [String] = []
        /// The number of the present load. Results of loads with an earlier number are discarded.
        var number = 0
        var task: Task<Void, Never>?
        var observers: [Int: @Sendable () -> Void] = [:]
        var lastObserver = 0
    }

    private let source: any WindowSource<Item>
    private let time: TimeSource
    private let guarded = Lock(ofUnchecked: Guarded())

    init(_ source: any WindowSource<Item>, time: TimeSource) {
        self.source = source
        self.time = time
    }

    deinit { guarded.withLock { $0.task }?.cancel() }

    /// The present state; an empty one after a change of account.
    public var state: State { isOfPresentAccount ? guarded.withLock { $0.state } : State() }

    /// Whether nothing is shown, or the shown items were sent to the present account.
    private var isOfPresentAccount: Bool {
        let (isEmpty, account) = guarded.withLock { ($0.state.items == nil, $0.account) }
        return isEmpty || account == source.account
    }

    /// The ids that are in the list now, as far as is known, and were not when it was shown.
    ///
    /// It is known while the list is observed or polled, here or elsewhere. ``reload()`` shows their items.
    public var newIDs: [Item.ID] {
        let (listed, seen) = guarded.withLock { ($0.listed, $0.seen) }
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
        // The closure is released after the lock.
        return ResourceObservation { [weak self] _ in
            _ = self?.guarded.withLock { $0.observers.removeValue(forKey: id) }
        }
    }

    // MARK: - Loading

    /// Shows the first page: known items at once, then the newest ones, which are requested unless the known ones are
    /// fresh.
    ///
    /// While the first page is requested, this requests nothing more.
    ///
    /// - Returns: The task that ends when the page is shown, has failed or was cancelled. Cancelling it is
    ///   ``cancel()``.
    @discardableResult
    public func load() -> Task<Void, Never> { loadFirst(isReload: false) }

    /// Requests the first page, however fresh it is. The shown items stay until it has arrived.
    @discardableResult
    public func reload() -> Task<Void, Never> { loadFirst(isReload: true) }

    /// Adds a page at the end. Does nothing at the end of the list, and while a further page is requested.
    ///
    /// While the first page is requested, it adds a page after that has arrived.
    /// A page without a new item is followed by the next one, at most three times in a row.
    @discardableResult
    public func next() -> Task<Void, Never> {
        // The next page of another account's list must not be requested.
        guard isOfPresentAccount else { return load() }
        let (load, number, running) = guarded.withLock { window -> (WindowPage<Item>.Load?, Int, Task<Void, Never>?) in
            if window.state.isLoading { window.state.next = .fetching }
            guard window.state.next != .fetching, let load = window.next else { return (nil, 0, window.task) }
            window.begin { $0.next = .fetching }
            return (load, window.number, nil)
        }
        guard let load else {
            notify()
            return running ?? Task {}
        }
        return run(number) { [adding = adding(number)] () async throws(FetchError) in try await adding(load) }
    }

    /// Cancels the requests in progress, unless others wait for them. The shown items stay, and no error is shown.
    public func cancel() {
        let task = guarded.withLock { window in
            defer { window.begin { _ in } }
            return window.task.take()
        }
        task?.cancel()
        notify()
    }

    /// Removes the errors from the state.
    public func dismissErrors() {
        guarded.withLock { window in
            window.state.error = nil
            if window.state.next.error != nil { window.state.next = .idle }
        }
        notify()
    }

    private func loadFirst(isReload: Bool) -> Task<Void, Never> {
        let begin = time.now()
        // Read before the lock is taken, since reading these takes locks, too.
        let (isOfAnother, account) = (!isOfPresentAccount, source.account)
        let known = state.items == nil ? source.known : nil
        // Cancelling a request and sending it again would take longer than waiting for it.
        if !isReload && !isOfAnother, let running = guarded.withLock({ $0.state.isLoading ? $0.task : nil }) {
            return running
        }
        let (number, old) = guarded.withLock { window in
            if isOfAnother { window.state = State() }
            window.begin { state in
                state.isLoading = true
                state.error = nil
            }
            if let known { window.see(known, of: account) }
            return (window.number, window.task.take())
        }
        old?.cancel()
        return run(number) { [source, time, adding = adding(number), weak self] () async throws(FetchError) in
            let page = try await source.first(isReload: isReload) { [weak self] page in
                let account = source.account
                self?.change(number) { $0.see(page, of: account) }
            }
            let (account, length) = (source.account, time.now() - begin)
            let wanted = self?.change(number) { $0.replace(by: page, of: account, after: length) }
            if let next = wanted ?? nil { try await adding(next) }
        }
    }

    /// Returns a function that adds a page at the end. It does not retain the window while it waits.
    private func adding(_ number: Int) -> @Sendable (WindowPage<Item>.Load) async throws(FetchError) -> Void {
        { [weak self] (load: WindowPage<Item>.Load) async throws(FetchError) in
            var load = load
            for _ in 0...3 {
                let page = try await load()
                guard let self, isOfPresentAccount, change(number, { $0.add(page) }) == false, let next = page.next
                else { return }
                load = next
            }
        }
    }

    private func run(
        _ number: Int, _ load: @escaping @Sendable () async throws(FetchError) -> Void
    ) -> Task<Void, Never> {
        let task = Task { [weak self] in
            do throws(FetchError) {
                try await load()
                self?.change(number) { $0.begin { _ in } }
            } catch {
                self?.change(number) { $0.fail(error) }
            }
        }
        let isPresent = guarded.withLock { window in
            if window.number == number { window.task = task }
            return window.number == number
        }
        // The load has ended already, or another one was begun meanwhile.
        if !isPresent { task.cancel() }
        notify()
        return task
    }

    /// Changes the state of the window. Does nothing and returns `nil` if another load was begun since.
    @discardableResult
    private func change<Outcome>(_ number: Int, _ change: (inout Guarded) -> Outcome) -> Outcome? {
        let result = guarded.withLock { $0.number == number ? change(&$0) : nil }
        if result != nil { notify() }
        return result
    }

    private func notify() {
        for observer in guarded.withLock({ Array($0.observers.values) }) { observer() }
    }
}

extension ListWindow.Guarded {
    /// Ends the present load, and changes the state for what follows.
    mutating func begin(_ change: (inout ListWindow.State) -> Void) {
        number += 1
        state.isLoading = false
        state.isPartial = false
        if state.next == .fetching { state.next = .idle }
        change(&state)
    }

    mutating func fail(_ error: FetchError) {
        let isOfFirst = state.isLoading
        begin { state in
            guard !error.isCancellation else { return }
            guard isOfFirst else { return state.next = .failed(error) }
            state.error = error
            state.isStale = state.items != nil
        }
    }

    /// Shows a known or partial first page until the complete one arrives, unless that would remove items.
    mutating func see(_ page: WindowPage<Item>, of account: [String]) {
        guard state.items == nil || state.isPartial && page.items.count > state.items?.count ?? 0 else { return }
        show(page, of: account)
    }

    /// Shows the first page, and returns the request for the next one if that was asked for meanwhile.
    mutating func replace(
        by page: WindowPage<Item>, of account: [String], after time: Duration
    ) -> WindowPage<Item>.Load? {
        show(page, of: account)
        state.loadingTime = time
        guard state.next == .fetching, let next else {
            begin { _ in }
            return nil
        }
        state.isLoading = false
        return next
    }

    private mutating func show(_ page: WindowPage<Item>, of account: [String]) {
        seen = []
        listed = page.listed
        self.account = account
        let (isLoading, isNextWanted) = (state.isLoading, state.next == .fetching)
        state = ListWindow.State()
        state.isLoading = isLoading
        if isNextWanted { state.next = .fetching }
        state.items = []
        append(page)
        state.isPartial = page.isPartial
        state.date = page.date
        state.isStale = page.isStale
        state.error = page.failure
    }

    /// Adds a further page, and returns whether it has a new item.
    mutating func add(_ page: WindowPage<Item>) -> Bool {
        state.isStale = state.isStale || page.isStale
        return append(page)
    }

    @discardableResult
    private mutating func append(_ page: WindowPage<Item>) -> Bool {
        let new = page.items.filter { seen.insert($0.id).inserted }
        state.items = (state.items ?? []) + new
        state.totalCount = page.totalCount ?? state.totalCount
        state.missingCount += page.missingCount
        next = page.next
        state.hasNext = page.next != nil
        return !new.isEmpty
    }
}
