import FreshetCore
import HTTPTypes

extension ListWindow {
    enum Load {
        /// The first page, unless it is known and fresh.
        case load
        case reload
        case reloadAll
        /// The pages after a first page that another observer has received.
        case follow
    }

    func begin(_ load: Load) -> Task<Void, Never> {
        let begin = time.now()
        // Read before the lock is taken, since reading these takes locks as well.
        let (isOfAnother, account) = (!isOfPresentAccount, source.account)
        let known = guarded.withLock { isOfAnother || $0.shown.pages.isEmpty } ? source.known : []
        let (task, old) = guarded.withLock { window -> (Task<Void, Never>, [Task<Void, Never>]) in
            // Cancelling a request and sending it again would take longer than waiting for it.
            if load == .load, !isOfAnother, window.shown.progress.isLoading, let running = window.task {
                return (running, [])
            }
            // A page that was requested before is requested again after the new ones.
            let isKept = options != nil && load != .reload && !isOfAnother
            let wanted = isKept ? window.shown.stepsInProgress : []
            let old = window.begin()
            if isOfAnother {
                window.shown.clear()
                window.following = FollowedPage()
            }
            window.shown.progress.isLoading = true
            window.shown.progress.error = nil
            for direction in wanted { window.shown.progress[direction] = .fetching }
            if !known.isEmpty { window.see(known, of: account) }
            let task = makeTask(of: load, window.number, since: begin)
            window.task = task
            return (task, old)
        }
        // Outside the lock: `cancel()` runs the task's cancellation handlers on this thread, and these may
        // use the window.
        for task in old { task.cancel() }
        watchPages()
        notify()
        return task
    }

    private func makeTask(of load: Load, _ number: Int, since begin: Duration) -> Task<Void, Never> {
        // A window that its screen releases must not live until its load has ended. Its `deinit` cancels
        // this task.
        Task { [source, time, weak self] in
            do throws(FetchError) {
                guard let pages = self?.pages(load, number) else { return }
                let loaded = try await pages()
                let (account, length) = (source.account, time.now() - begin)
                // Checked after the last `await`: the account may have changed while the pages were
                // loading.
                guard loaded.pages.allSatisfy(\.isOfPresentAccount) else { throw .cancelled }
                let response = loaded.pages.first?.source
                let wanted = self?.change(number) { window in
                    if let response, response.identity == source.firstPage?.identity {
                        window.following.response = response.facts
                    }
                    return window.replace(by: loaded, of: account, after: length)
                }
                for direction in wanted ?? [] { await self?.adding(direction, number)() }
            } catch {
                self?.fail(error, number)
            }
            // Events that arrived in the meantime were left to this load.
            self?.follow()
        }
    }

    private func fail(_ error: FetchError, _ number: Int) {
        // The first page's response counts as followed, even though other pages failed.
        let present = options == nil ? nil : source.firstPage?.present
        change(number) { window in
            if let present { window.following.response = present }
            window.fail(error)
        }
    }

    func step(_ direction: PageDirection) -> Task<Void, Never> {
        // The next page of another account's list must not be requested.
        guard isOfPresentAccount, !guarded.withLock({ $0.shown.pages.isEmpty && !$0.shown.progress.isLoading }) else {
            return load()
        }
        let task = guarded.withLock { window -> Task<Void, Never>? in
            if window.shown.progress.isLoading {
                window.shown.progress[direction] = .fetching
                return window.task
            }
            if window.shown.progress[direction].isInProgress { return window.steps[direction] ?? window.task }
            guard window.shown.edge(direction)?.neighbour(direction) != nil else { return nil }
            window.shown.progress[direction] = .fetching
            let task = makeTask(adding: direction, window.number)
            window.steps[direction] = task
            return task
        }
        notify()
        return task ?? Task {}
    }

    private func makeTask(adding direction: PageDirection, _ number: Int) -> Task<Void, Never> {
        let add = adding(direction, number)
        return Task { [weak self] in
            await add()
            // If a load of all pages has begun since, that load adds the page after them.
            var last = number
            while let (load, next) = self?.load(after: last, adding: direction) {
                await load.value
                last = next
            }
            self?.follow()
        }
    }

    /// Returns the task and the number of a later load that adds a page at an end.
    private func load(after number: Int, adding direction: PageDirection) -> (Task<Void, Never>, Int)? {
        guarded.withLock { window in
            guard window.number != number, window.steps[direction] == nil,
                window.shown.progress[direction].isInProgress, let task = window.task
            else { return nil }
            return (task, window.number)
        }
    }

    // MARK: - Pages

    /// Returns a function that requests the pages of a load. It does not retain the window while it waits.
    private func pages(_ load: Load, _ number: Int) -> @Sendable () async throws(FetchError) -> LoadedPages<Item> {
        let (shown, response) = guarded.withLock { ($0.shown.pages, $0.following.response) }
        guard let first = shown.first, let kept = first.source, options != nil && load != .reload else {
            return ofFirstPage(load, number, shown)
        }
        let isNew = source.firstPage.map { !$0.present.isOfSameResponse(as: response) } ?? false
        if load == .load, !isNew, !shown.contains(where: \.isStaleNow) {
            return { () async throws(FetchError) in LoadedPages(pages: shown) }
        }
        return { [source] () async throws(FetchError) in
            let isFirst = kept.identity == source.firstPage?.identity
            var new: WindowPage<Item>
            do throws(FetchError) {
                new = try await kept.load(isReload: load != .follow || !isFirst)
            } catch  where error.isOfLostPosition && !isFirst {
                // A cursor may expire. Servers then respond with 400, 404 or 410, and the list begins again
                // with its first page.
                new = try await source.first(isReload: true) { _ in }
            }
            if let failure = new.failure { throw failure }
            return try await Self.following(new, count: shown.count)
        }
    }

    private func ofFirstPage(
        _ load: Load, _ number: Int, _ shown: [WindowPage<Item>]
    ) -> @Sendable () async throws(FetchError) -> LoadedPages<Item> {
        { [source, weak self] () async throws(FetchError) in
            let first = try await source.first(isReload: load == .reload || load == .reloadAll) { [weak self] page in
                let account = source.account
                guard page.isOfPresentAccount else { return }
                self?.change(number) { $0.see([page], of: account) }
            }
            if shown.isEmpty { return LoadedPages(pages: [first] + (await source.restored(after: first))) }
            // Pages that were already shown stay if the first one is unchanged.
            let isSame = load == .load && shown[0].hasSameValue(as: first)
            return LoadedPages(pages: [first] + (isSame ? Array(shown.dropFirst()) : []))
        }
    }

    /// Requests the pages after a new first one, in order.
    private static func following(_ first: WindowPage<Item>, count: Int) async throws(FetchError) -> LoadedPages<Item> {
        var loaded = LoadedPages(pages: [first])
        while loaded.pages.count < count, let next = loaded.pages.last?.next {
            do throws(FetchError) {
                // Some servers link the last page back to an earlier one, which would be shown once more.
                try next.check(against: loaded.pages)
            } catch {
                loaded.end = error
                break
            }
            do throws(FetchError) {
                let page = try await next.load(true) { _ in }
                if let failure = page.failure { throw failure }
                loaded.pages.append(page)
            } catch  where error.isOfSomethingGone {
                // The server no longer has this page, so the list ends before it.
                loaded.end = error
                break
            }
        }
        return loaded
    }

    /// Returns a function that adds a page at an end. It does not retain the window while it waits.
    private func adding(_ direction: PageDirection, _ number: Int) -> @Sendable () async -> Void {
        { [weak self] in
            do throws(FetchError) {
                for attempt in 0...3 {
                    guard let (next, edge) = try self?.neighbour(direction, number) else { break }
                    let page = try await next.load(false) { [weak self] activity in
                        self?.change(number) { $0.shown.progress[direction] = activity }
                    }
                    // The account may have changed during the `await`, before the request or after it.
                    guard let self, isOfPresentAccount, page.isOfPresentAccount else { break }
                    let isDone = change(number) { window in
                        let isNew = window.shown.add(page, beside: edge, at: direction, limit: limit)
                        let isDone = isNew != false || direction == .previous || attempt == 3
                        // In the same step: a load that begins after this must not add another
                        // page.
                        if isDone { window.end(direction, with: .idle) }
                        return isDone
                    }
                    guard isDone == false else { return }
                }
                self?.change(number) { $0.end(direction, with: .idle) }
            } catch {
                self?.change(number) { $0.end(direction, with: error.isCancellation ? .idle : .failed(error)) }
            }
        }
    }

    /// Returns the neighbour to request, and the page next to it.
    private func neighbour(
        _ direction: PageDirection, _ number: Int
    ) throws(FetchError) -> (PageNeighbour<Item>, WindowPage<Item>)? {
        let (present, shown) = guarded.withLock { ($0.number, $0.shown) }
        guard present == number, let edge = shown.edge(direction), let neighbour = edge.neighbour(direction) else {
            return nil
        }
        try neighbour.check(against: shown.pages)
        return (neighbour, edge)
    }
}

extension WindowPage {
    fileprivate var isStaleNow: Bool { source?.isStale == true }

    /// Whether both belong to one request, and the newer response has an equal value.
    fileprivate func hasSameValue(as newer: Self) -> Bool {
        guard let source, let other = newer.source else { return false }
        return isSamePage(as: newer) && source.facts.revision == other.facts.revision
    }
}

extension PageNeighbour {
    /// Throws if the page is shown already, or can't be requested.
    fileprivate func check(against pages: [WindowPage<Item>]) throws(FetchError) {
        if let failure { throw failure }
        guard let identity = identity(), pages.contains(where: { $0.source?.identity == identity }) else { return }
        throw FetchError(.repeatedPage("\(identity.method) \(identity.url)"))
    }
}

extension FetchError {
    /// Whether the server no longer knows the position of a page.
    fileprivate var isOfLostPosition: Bool { !isOfToken && (status == .badRequest || isOfSomethingGone) }
}
