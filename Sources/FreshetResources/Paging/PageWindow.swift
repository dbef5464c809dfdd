import Foundation
public import FreshetCore
public import FreshetStreams

extension Client {
    /// Returns a window on a list that the service sends in pages. Sends nothing.
    ///
    /// ```swift
    /// let seasons = theatre.window(on: .seasons) { WindowPage($0.plays) }
    /// await seasons.load().value
    /// show(seasons.state.items ?? [])
    /// ```
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - limit: The maximum number of pages that are kept. A page added beyond it drops one at
    ///     the other end. By default, there is no limit.
    ///   - restored: The number of pages to show before anything is sent, as far as consecutive
    ///     pages are known or stored.
    ///   - page: Returns the items to show from a page. It runs on any thread.
    public func window<Page, Item>(
        on list: PagedRequest<API, Page>, keeping limit: Int? = nil, restoring restored: Int = 1,
        page: @escaping @Sendable (Page) -> WindowPage<Item>
    ) -> ListWindow<Item> {
        let pages = WindowPages(client: self, list: list, read: page)
        return ListWindow(
            PageWindow(pages, min(restored, limit ?? .max)), limit: limit, time: resourceStore.time)
    }

    /// Returns the window that all screens of a list share. Each screen shows as many pages as any
    /// of them has requested.
    ///
    /// ```swift
    /// let seasons = theatre.sharedWindow(on: .seasons, keeping: 10) { WindowPage($0.plays) }
    /// let observation = seasons.observe { [weak seasons] in show(seasons?.state.items ?? []) }
    /// seasons.load()
    /// ```
    ///
    /// While it is observed, its pages are fetched together, in order, whenever one of them is invalidated or the
    /// first is stale at one of the given moments. It is kept for as long as its first page.
    ///
    /// There is one window per first request and item type. Its options and its closure come from
    /// the call that created it.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - limit: The maximum number of pages that are kept. A page added beyond it drops one at
    ///     the other end. By default, there is no limit.
    ///   - restored: The number of pages to show before anything is sent, as far as consecutive
    ///     pages are known or stored.
    ///   - triggers: The moments at which stale pages are fetched again.
    ///   - interval: The interval at which the pages are fetched: `Resource/polling(every:)`.
    ///   - page: Returns the items to show from a page. It runs on any thread.
    public func sharedWindow<Page, Item>(
        on list: PagedRequest<API, Page>, keeping limit: Int? = nil, restoring restored: Int = 1,
        refetching triggers: RefetchTriggers = .standard, every interval: Duration? = nil,
        page: @escaping @Sendable (Page) -> WindowPage<Item>
    ) -> ListWindow<Item> {
        var options = ObservationOptions()
        options.triggers = triggers
        options.interval = interval
        let pages = WindowPages(client: self, list: list, read: page)
        let source = PageWindow(pages, min(restored, limit ?? .max))
        let new = ListWindow(source, limit: limit, following: options, time: resourceStore.time)
        return source.first.resource.definition.map { $0.sharedWindow(new) } ?? new
    }
}

extension ResourceDefinition {
    /// Returns the window that is already shared, or shares the given one.
    fileprivate func sharedWindow<Item>(_ new: ListWindow<Item>) -> ListWindow<Item> {
        var shared = new
        // Performed as an event, so that the resource is removed when its keep time is over.
        store.perform(.timePassed, on: self) { _, state in
            let type = ObjectIdentifier(Item.self)
            if let known = state.windows?[type] as? ListWindow<Item> {
                shared = known
            } else {
                state.windows = (state.windows ?? [:]).merging([type: new]) { $1 }
            }
        }
        return shared
    }
}

/// The parts that all pages of a window have in common.
private struct WindowPages<API: Service, Page: Sendable, Item: Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
    let client: Client<API>
    let list: PagedRequest<API, Page>
    let read: @Sendable (Page) -> WindowPage<Item>
}

private struct PageWindow<API: Service, Page: Sendable, Item: Identifiable & Sendable>: WindowSource
where Item.ID: Sendable {
    let first: PagePosition<API, Page, Item>
    private let restored: Int

    init(_ pages: WindowPages<API, Page, Item>, _ restored: Int) {
        first = PagePosition(pages, pages.list.first)
        self.restored = restored
    }

    var firstPage: (any LivePage<Item>)? { ShownPage(position: first, facts: StateFacts(), account: nil) }

    var known: [WindowPage<Item>] {
        var pages = [first.known].compactMap(\.self)
        while pages.count < restored, let page = pages.last?.next?.known(), !pages.contains(where: page.isSamePage) {
            pages.append(page)
        }
        return pages
    }

    func restored(after first: WindowPage<Item>) async -> [WindowPage<Item>] {
        var pages = [first]
        while pages.count < restored, let page = await pages.last?.next?.restored(),
            !pages.contains(where: page.isSamePage)
        {
            pages.append(page)
        }
        return Array(pages.dropFirst())
    }

    var account: [String] { first.resource.account }

    var ids: [Item.ID] { first.page(of: first.resource.state)?.items.map(\.id) ?? [] }

    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        try await first.load(isReload: isReload) { state in
            // A value that the server has to confirm is not shown before that.
            if !state.facts.needsConfirmation, let page = first.page(of: state) { see(page) }
        }
    }
}

/// One page of a list, whether it was requested or not.
private struct PagePosition<API: Service, Page: Sendable, Item: Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
    typealias Kept = KeptPage<API, Page>

    private let pages: WindowPages<API, Page, Item>
    let resource: Resource<Kept>

    init(_ pages: WindowPages<API, Page, Item>, _ request: Request<API, Page>) {
        self.pages = pages
        resource = pages.client.pageResource(request, of: pages.list)
    }

    /// The page, if it is in memory, or if it is stored and a screen may read that without waiting.
    var known: WindowPage<Item>? {
        if resource.state.value == nil, ColdStart.readsAtOnce { resource.passive.observe { _ in }.cancel() }
        return resource.confirmedState.flatMap(page)
    }

    /// The page, if it is in memory or stored.
    var restored: WindowPage<Item>? {
        get async {
            for await state in resource.passive.states where state.activity != .restoring { break }
            return known
        }
    }

    func load(
        isReload: Bool, _ see: @escaping @Sendable (ResourceState<Kept>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        // A response that must not be kept would be removed as soon as no caller waits for it.
        let hold = resource.passive.observeChanges {}
        var page = page(of: try await resource.settled(isReload: isReload, see)) ?? WindowPage([])
        page.hold = hold
        return page
    }

    func page(of state: ResourceState<Kept>) -> WindowPage<Item>? {
        guard let kept = state.value else { return nil }
        var page = pages.read(kept.value)
        page.take(state)
        page.age = state.facts.asOf
        page.next = neighbour(kept.next, of: page)
        page.previous = neighbour(kept.previous, of: page)
        page.source = ShownPage(position: self, facts: state.facts, account: resource.account(of: state))
        return page
    }

    private func neighbour(_ neighbour: Kept.Neighbour, of page: WindowPage<Item>) -> PageNeighbour<Item>? {
        switch neighbour {
        case .success(nil): return nil
        case .failure(let error):
            return PageNeighbour(failure: error) { _, _ throws(FetchError) in throw error }
        case .success(let request?):
            let date = page.date
            return PageNeighbour { [pages] in
                try? pages.client.identity(of: request)
            } known: { [pages] in
                PagePosition(pages, request).known.flatMap { $0.isOlder(than: date) ? nil : $0 }
            } restored: { [pages] in
                await PagePosition(pages, request).restored.flatMap { $0.isOlder(than: date) ? nil : $0 }
            } load: { [pages] isReload, see throws(FetchError) in
                let position = PagePosition(pages, request)
                let page = try await position.load(isReload: isReload) { see($0.activity.ofPage) }
                // An older page may not continue the list where its neighbour ends, so it is requested again.
                guard page.failure == nil, page.isOlder(than: date) else { return page }
                return try await position.load(isReload: true) { see($0.activity.ofPage) }
            }
        }
    }
}

/// A page that a window shows.
private struct ShownPage<API: Service, Page: Sendable, Item: Identifiable & Sendable>: LivePage
where Item.ID: Sendable {
    let position: PagePosition<API, Page, Item>
    let facts: StateFacts
    /// The account that the page was sent to; `nil` if the account has changed since.
    let account: [String]?

    var identity: RequestIdentity? { position.resource.definition?.address.identity }

    var present: StateFacts { position.resource.state.facts }

    var isStale: Bool { position.resource.state.isStale }

    func changed(_ shown: WindowPage<Item>) -> WindowPage<Item>? {
        let state = position.resource.state
        guard state.revision != facts.revision, state.account == facts.account,
            state.facts.isOfSameResponse(as: facts) || state.facts.appChanges != facts.appChanges,
            var page = position.page(of: state)
        else { return nil }
        (page.date, page.isStale, page.failure) = (shown.date, shown.isStale, shown.failure)
        return page
    }

    var isOfPresentAccount: Bool {
        guard let account, let definition = position.resource.definition else { return false }
        return account == definition.key.account && !definition.store.hasEnded(account, since: facts.account)
    }

    func load(isReload: Bool) async throws(FetchError) -> WindowPage<Item> {
        try await position.load(isReload: isReload) { _ in }
    }

    func observe(_ options: ObservationOptions?, _ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        var resource = position.resource.passive
        if let options { resource.options = options }
        return resource.observeChanges(notify)
    }

    func invalidate() { position.resource.invalidate() }

    func afterWideEvents(_ run: @escaping @Sendable () -> Void) {
        position.resource.definition?.store.afterWideEvents(run)
    }
}

extension Resource {
    /// The account of a state; `nil` if the account has changed since.
    fileprivate func account(of state: ResourceState<Value>) -> [String]? {
        guard let entry = definition.flatMap({ $0.store.known($0) }), entry.account == state.account else { return nil }
        return entry.key.account
    }

    /// A handle whose observers keep the resource in memory, and for which nothing is fetched.
    fileprivate var passive: Resource {
        var passive = self
        passive.options = ObservationOptions(freshness: .untilInvalidated, triggers: [], isPassive: true)
        return passive
    }
}

extension ResourceActivity {
    fileprivate var ofPage: PageActivity {
        if case .waiting(let attempt, let until, let failure) = self {
            .waiting(attempt: attempt, until: until, failure: failure)
        } else {
            .fetching
        }
    }
}
