import FreshetCore
import FreshetStreams

/// Adds pages at the ends of a list: one at a time at each end, and none while the list is fetched.
final class PageSteps<API: Service, Page: Sendable>: FetchGate {
    typealias List = PageList<API, Page>
    typealias Entry = ResourceEntry<List>

    private struct State {
        var tasks: [PageDirection: Task<Page?, Never>] = [:]
        var sending: Set<PageDirection> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    // MARK: - The fetches of the list

    var isClosed: Bool { state.withLock { !$0.sending.isEmpty } }

    func opened() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.sending.isEmpty { state.waiters.append(waiter) }
                return state.sending.isEmpty
            }
            if isOpen { waiter.resume() }
        }
    }

    private func enter(_ direction: PageDirection) {
        state.withLock { _ = $0.sending.insert(direction) }
    }

    private func leave(_ direction: PageDirection) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.sending.remove(direction)
            guard state.sending.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: - Steps

    /// Adds a page at an end, and returns it. A call while a step is in progress joins that.
    func step(
        _ direction: PageDirection, _ entry: Entry, _ definition: ResourceDefinition<List>,
        _ fetcher: PageFetcher<API, Page>, limit: Int?
    ) async -> Page? {
        let task = state.withLock { state in
            if let known = state.tasks[direction] { return known }
            let new = Task {
                let page = await run(direction, entry, definition, fetcher, limit)
                end(direction)
                return page
            }
            state.tasks[direction] = new
            return new
        }
        return await task.value
    }

    func cancel() {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    private func end(_ direction: PageDirection) {
        state.withLock { $0.tasks[direction] = nil }
    }

    private func run(
        _ direction: PageDirection, _ entry: Entry, _ definition: ResourceDefinition<List>,
        _ fetcher: PageFetcher<API, Page>, _ limit: Int?
    ) async -> Page? {
        guard entry.hasBase else {
            // Without any page, the first one is loaded.
            _ = await entry.wait(.fresh(.untilInvalidated), definition)
            return nil
        }
        await enterAfterFetch(direction, entry, definition)
        defer { leave(direction) }
        guard let (pages, plan) = entry.beginPage(direction) else { return nil }
        do throws(FetchError) {
            let steps = FetchSteps(of: definition.store) { progress in
                entry.handle(.pageProgress(plan.start) { $0.value[direction] = progress.pageActivity })
            }
            let page = try await fetcher.page(direction, of: pages, plan, steps)
            entry.endPage(plan.start, page, at: direction, of: pages, limit: limit)
            return page?.response.value
        } catch {
            entry.handle(.pageEnded(plan.start) { $0.value[direction] = error.isCancellation ? .idle : .failed(error) })
            return nil
        }
    }

    /// Waits until the list is not fetched. A fetch that begins later waits for the step.
    private func enterAfterFetch(
        _ direction: PageDirection, _ entry: Entry, _ definition: ResourceDefinition<List>
    ) async {
        while true {
            while entry.isFetching, !Task.isCancelled { _ = await entry.wait(.end, definition) }
            enter(direction)
            if !entry.isFetching || Task.isCancelled { return }
            leave(direction)
            await Task.yield()
        }
    }
}

extension FetchProgress {
    fileprivate var pageActivity: PageActivity {
        switch self {
        case .attempt: .fetching
        case .waiting(let attempt, let until, let failure): .waiting(attempt: attempt, until: until, failure: failure)
        }
    }
}

extension PageList {
    subscript(direction: PageDirection) -> PageActivity {
        get { direction == .next ? next : previous }
        set { if direction == .next { next = newValue } else { previous = newValue } }
    }

    func edge(_ direction: PageDirection) -> Kept? { direction == .next ? pages.last : pages.first }

    fileprivate mutating func add(_ page: Kept, at direction: PageDirection, limit: Int?) {
        pages.insert(page, at: direction == .next ? pages.count : 0)
        if let limit { self.limit(to: limit, droppingFirst: direction == .next) }
    }
}

extension ResourceEntry {
    fileprivate var hasBase: Bool { guarded.withLock { $0.machine.base != nil } }
    fileprivate var isFetching: Bool { guarded.withLock { $0.machine.fetch != nil } }

    /// Records that a page is requested, and returns the pages and the plan of its request; `nil` if it can't be added.
    fileprivate func beginPage<API, Page>(
        _ direction: PageDirection
    ) -> (Value, FetchPlan)? where Value == PageList<API, Page> {
        guard checkAccount(), !Task.isCancelled else { return nil }
        let id = store.nextNumber()
        handle(.pageAsked(id) { $0.value[direction] = .fetching })
        let begun = guarded.withLock { state -> (Value, FetchPlan)? in
            let barrier = state.machine.barrier
            return state.machine.base.map { base in
                (base.value, FetchPlan(start: id, revalidates: barrier > 0, group: barrier))
            }
        }
        if begun == nil { handle(.pageEnded(id) { _ in }) }
        return begun
    }

    /// Adds a page, unless the list has changed at that end.
    fileprivate func endPage<API, Page>(
        _ id: Stamp, _ page: Value.Kept?, at direction: PageDirection, of pages: Value, limit: Int?
    ) where Value == PageList<API, Page> {
        guard let page, checkAccount() else {
            handle(.pageEnded(id) { $0.value[direction] = .idle })
            return
        }
        // Before the page is shown, since the app may invalidate by these tags at once.
        let mark = store.index(self, adding: page.facts.tags)
        let edge = pages.edge(direction)?.id
        handle(
            .pageEnded(id, invalid: mark) { base in
                base.value[direction] = .idle
                guard base.value.edge(direction)?.id == edge else { return }
                base.value.add(page, at: direction, limit: limit)
                let origin = base.facts.origin
                base.facts = base.value.facts
                base.facts.origin = origin
            })
        if let tags = guarded.withLock({ $0.machine.base?.facts.tags }) { store.index(self, tags) }
    }

    /// The steps of a list, which all of its handles share.
    func steps<API, Page>() -> PageSteps<API, Page> where Value == PageList<API, Page> {
        guarded.withLock { state in
            if let known = state.gate as? PageSteps<API, Page> { return known }
            let new = PageSteps<API, Page>()
            state.gate = new
            return new
        }
    }
}
