public import Foundation
public import FreshetCore

/// The part of a list that one screen shows: its beginning, and one page more with each ``next()``.
///
/// ```swift
/// let stories = hackerNews.window(on: .list(.top), size: 30) { .item($0) }
/// await stories.load().value
/// await stories.next().value
/// show(stories.state.items ?? [])
/// ```
///
/// What the server sends is shared: windows on one list send its requests once, and a window that is made later begins with what is known.
/// What is shown is not: it changes only when its own screen asks for that. So the list stays in place while it is read, and has the length
/// that this screen has asked for.
///
/// Making one sends nothing. What is under way ends when it is released.
public final class ListWindow<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// What is shown, and what is being done.
    public struct State: Sendable {
        /// The items, each id once; `nil` as long as there are none to show.
        public fileprivate(set) var items: [Item]?
        /// Whether more items of the first page are to come.
        public fileprivate(set) var isPartial = false
        /// The number of all items; `nil` if the service does not send it.
        public fileprivate(set) var totalCount: Int?
        /// How many items of the pages could not be had.
        public fileprivate(set) var missingCount = 0
        /// Whether there is a page after the last one.
        public fileprivate(set) var hasNext = false
        /// Whether the items are known to be out of date: they come from the cache and are stale, or a request for newer ones failed.
        public fileprivate(set) var isStale = false
        /// When the server made or confirmed the list.
        public fileprivate(set) var date: Date?
        /// How long the first page took; `nil` for one that was known before.
        public fileprivate(set) var loadingTime: Duration?
        /// Whether the first page is requested.
        public fileprivate(set) var isLoading = false
        /// Why the last request for the first page has failed.
        public fileprivate(set) var error: FetchError?
        /// What is being done for the page after the last one.
        public fileprivate(set) var next = PageActivity.idle

        /// Makes the state before anything was requested.
        public init() {}
    }

    fileprivate struct Guarded {
        var state = State()
        var seen: Set<Item.ID> = []
        /// The ids of the whole list when it was shown: the storage is that of the resource.
        var listed: [Item.ID] = []
        var next: WindowPage<Item>.Load?
        /// Whether the next page was asked for while the first one was requested.
        var wantsNext = false
        /// Counts what was begun and cancelled, so that nothing comes of what was begun before.
        var number = 0
        var task: Task<Void, Never>?
        var observers: [Int: @Sendable () -> Void] = [:]
    }

    private let source: any WindowSource<Item>
    private let time: TimeSource
    private let guarded = Lock(ofUnchecked: Guarded())

    init(_ source: any WindowSource<Item>, time: TimeSource) {
        self.source = source
        self.time = time
    }

    deinit { guarded.withLock { $0.task }?.cancel() }

    /// What is shown now.
    public var state: State { guarded.withLock { $0.state } }

    /// The ids that are in the list now, as far as is known, and were not when it was shown.
    ///
    /// It is known while the list is observed or polled, here or elsewhere. ``reload()`` shows their items.
    public var newIDs: [Item.ID] {
        let (isShown, listed, seen) = guarded.withLock { ($0.state.items != nil, $0.listed, $0.seen) }
        let present = source.ids
        guard isShown, present != listed else { return [] }
        let known = seen.union(listed)
        return present.filter { !known.contains($0) }
    }

    /// Calls a closure after each change of ``state``, on no particular thread, as long as the returned token lives.
    public func observe(_ change: @escaping @Sendable () -> Void) -> ResourceObservation {
        let id = guarded.withLock { window in
            let id = (window.observers.keys.max() ?? 0) + 1
            window.observers[id] = change
            return id
        }
        return ResourceObservation { [weak self] _ in self?.guarded.withLock { $0.observers[id] = nil } }
    }

    // MARK: - Loading

    /// Shows the beginning of the list: what is known at once, and the newest, which is requested unless what is known is fresh.
    ///
    /// - Returns: The task that ends when it is there, has failed or was cancelled. Cancelling it is ``cancel()``.
    @discardableResult
    public func load() -> Task<Void, Never> { loadFirst(isReload: false) }

    /// Requests the beginning of the list, however fresh it is. What is shown stays until it is there.
    @discardableResult
    public func reload() -> Task<Void, Never> { loadFirst(isReload: true) }

    /// Adds a page at the end. Does nothing at the end of the list, and while a further page is requested.
    ///
    /// While the first page is requested, it adds a page once that is there.
    /// A page without any item that is new is followed by another one; so are three of them in a row, at most.
    @discardableResult
    public func next() -> Task<Void, Never> {
        let (load, number, running) = guarded.withLock { window -> (WindowPage<Item>.Load?, Int, Task<Void, Never>?) in
            window.wantsNext = window.state.isLoading
            guard !window.state.isLoading, window.state.next != .fetching, let load = window.next else {
                return (nil, 0, window.task)
            }
            window.begin { $0.next = .fetching }
            return (load, window.number, nil)
        }
        guard let load else { return running ?? Task {} }
        return run(number) { [weak self] () async throws(FetchError) in
            var load = load
            for _ in 0...3 {
                let page = try await load()
                guard let self, change(number, { $0.append(page) }) == false, let next = page.next else { break }
                load = next
            }
        } failed: { state, error in
            state.next = .failed(error)
        }
    }

    /// Ends what is under way, unless others wait for it. What is shown stays, and no error is shown.
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
        // Not while the lock is held.
        let known = state.items == nil ? source.known : nil
        let (number, old) = guarded.withLock { window in
            window.begin { state in
                state.isLoading = true
                state.error = nil
            }
            if let known { window.see(known) }
            return (window.number, window.task.take())
        }
        old?.cancel()
        return run(number) { [source, time, weak self] () async throws(FetchError) in
            let page = try await source.first(isReload: isReload) { [weak self] page in
                self?.change(number) { $0.see(page) }
            }
            self?.change(number) { $0.replace(by: page, after: time.now() - begin) }
        } failed: { state, error in
            state.error = error
            state.isStale = state.items != nil
        }
    }

    private func run(
        _ number: Int, _ load: @escaping @Sendable () async throws(FetchError) -> Void,
        failed: @escaping @Sendable (inout State, FetchError) -> Void
    ) -> Task<Void, Never> {
        let task = Task { [weak self] in
            do throws(FetchError) {
                try await load()
                let wantsNext = self?.change(number) { window in
                    defer { window.begin { _ in } }
                    return window.wantsNext
                }
                let next = wantsNext == true ? self?.next() : nil
                await next?.value
            } catch {
                self?.change(number) { window in
                    window.begin { if !error.isCancellation { failed(&$0, error) } }
                }
            }
        }
        // It may have ended already.
        guarded.withLock { if $0.number == number { $0.task = task } }
        notify()
        return task
    }

    /// Changes what is shown, unless something else was begun since; `nil` then.
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
    /// Ends what is under way, and notes what is being done from now on.
    mutating func begin(_ change: (inout ListWindow.State) -> Void) {
        number += 1
        wantsNext = false
        state.isLoading = false
        if state.next == .fetching { state.next = .idle }
        change(&state)
    }

    /// Shows what there is until the first page has come, where that takes nothing away.
    mutating func see(_ page: WindowPage<Item>) {
        guard state.items == nil || state.isPartial && page.items.count > state.items?.count ?? 0 else { return }
        show(page)
    }

    /// Shows a first page.
    mutating func replace(by page: WindowPage<Item>, after time: Duration) {
        show(page)
        state.loadingTime = time
    }

    private mutating func show(_ page: WindowPage<Item>) {
        seen = []
        listed = page.listed
        let isLoading = state.isLoading
        state = ListWindow.State()
        state.isLoading = isLoading
        state.items = []
        append(page)
        state.isPartial = page.isPartial
        state.date = page.date
        state.isStale = page.isStale
        state.error = page.failure
    }

    /// Adds a page at the end.
    ///
    /// - Returns: Whether it has anything new.
    @discardableResult
    mutating func append(_ page: WindowPage<Item>) -> Bool {
        let new = page.items.filter { seen.insert($0.id).inserted }
        state.items = (state.items ?? []) + new
        state.totalCount = page.totalCount ?? state.totalCount
        state.missingCount += page.missingCount
        next = page.next
        state.hasNext = page.next != nil
        return !new.isEmpty
    }
}
