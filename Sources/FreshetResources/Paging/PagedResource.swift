public import FreshetCore
public import FreshetStreams

/// A handle of the shared state of a list that comes in pages.
///
/// ```swift
/// let seasons = theatre.resource(paging: .seasons)
/// await seasons.next()  // the first page
/// await seasons.next()  // one more
/// show(seasons.items { $0.plays }.state.value ?? [])
/// ```
///
/// All pages are one value. Fetching it again asks for each of them, from the first that is kept, in order, and shows
/// them together. The first request is the key: two lists with the same one are one resource.
public struct PagedResource<API: Service, Page: Sendable>: ResourceReadable {
    private let fetcher: PageFetcher<API, Page>
    let list: Resource<PageList<API, Page>>
    private var limit: Int?
    /// The pages with the activities at their ends.
    public let details: ResourceView<PagedItems<Page>>
    private let values: ResourceView<[Page]>

    init(_ fetcher: PageFetcher<API, Page>, _ resource: Resource<PageList<API, Page>>, limit: Int? = nil) {
        self.fetcher = fetcher
        list = resource
        self.limit = limit
        details = resource.fullMap { PagedItems($0, $0.values) }
        values = resource.fullMap { $0.values }
    }

    /// The present state. Reading it sends nothing, reads no disk and never waits.
    public var state: ResourceState<[Page]> { values.state }

    /// Observes the pages, which keeps them alive and fresh as long as the returned token lives.
    ///
    /// - Parameter change: As for `Resource/observe(_:)`.
    public func observe(_ change: @escaping @Sendable (ResourceState<[Page]>) -> Void) -> ResourceObservation {
        values.observe(change)
    }

    /// Fetches all pages that are loaded, and returns when that has ended.
    public func reload() async { await list.reload() }

    // MARK: - Pages

    /// Loads the page after the last one, and returns when that has ended, successfully or not.
    ///
    /// Without any page, it loads the first. A call while the page is requested joins that request. While the list is
    /// fetched, it waits, and continues from the new last page. Where the list has ended, it does nothing. An error is
    /// in `PagedItems/next`. The page is loaded for all observers, even if the caller's task is cancelled.
    public func next() async { _ = await step(.next) }

    /// Loads the page before the first one, and returns when that has ended, successfully or not. An error is in
    /// `PagedItems/previous`.
    public func previous() async { _ = await step(.previous) }

    /// Returns the page that was added to others, if one was.
    func step(_ direction: PageDirection) async -> Page? {
        guard let definition = list.definition else { return nil }
        let entry = definition.store.entry(definition)
        return await entry.steps().step(direction, entry, definition, fetcher, limit: limit)
    }

    // MARK: - By hand

    /// Fetches the pages that are loaded, however fresh they are, and returns them.
    ///
    /// They are fetched in order, each from the new page before it: fewer if the list has become shorter. All of them
    /// are shown at once, or none if one fails.
    ///
    /// - Throws: `FetchError`; `FetchError.cancelled` when the task is cancelled, or the fetch is.
    ///
    /// - Parameter isFirstPageOnly: Whether the first page alone is fetched. It replaces all pages that are loaded.
    @discardableResult
    public func refetch(firstPageOnly isFirstPageOnly: Bool = false) async throws(FetchError) -> [Page] {
        guard isFirstPageOnly else { return try await list.refetch().values }
        known?.handle(.revise { $0.value.isCut = true })
        // If it fails, the pages stay, and all of them are fetched the next time.
        defer { known?.handle(.revise { $0.value.isCut = false }) }
        return try await list.refetch(restarting: true).values
    }

    /// Fetches the pages that are loaded if they are stale, or the first one, so that they are there when they are
    /// needed.
    public func prefetch() { list.prefetch() }

    /// Cancels the requests for the list. The pages stay as they were before, and no error is shown.
    public func cancel() {
        known?.steps().cancel()
        list.cancel()
    }

    /// Makes the pages stale, and fetches them if they are observed.
    public func invalidate() { list.invalidate() }

    /// Changes each page. Does nothing without one. As `Resource/update(_:)`, it may run several times.
    public func update(_ change: @escaping @Sendable (inout Page) -> Void) {
        list.update { $0.change(change) }
    }

    /// Requests again what has failed, without waiting for the next automatic fetch: the page at an end, else the list.
    public func retry() {
        Task {
            let ends = details.state.value
            if ends?.next.error != nil { await next() }
            if ends?.previous.error != nil { await previous() }
            if state.error != nil || ends?.next.error ?? ends?.previous.error == nil { await reload() }
        }
    }

    /// Forgets all pages and the error, and fetches the first page if the list is observed.
    public func reset() { list.reset() }

    private var known: ResourceEntry<PageList<API, Page>>? { list.definition.flatMap { $0.store.known($0) } }

    // MARK: - Choices

    /// Returns a handle that keeps at most this many pages. A page that is added drops one at the other end.
    public func keeping(pages: Int) -> Self {
        PagedResource(fetcher, list, limit: max(1, pages))
    }

    /// Returns a handle whose observers accept pages of another age: the list is stale with the first page that is.
    public func fresh(_ freshness: ResourceFreshness) -> Self { with(list.fresh(freshness)) }

    /// Returns a handle whose observers fetch stale pages at other moments.
    public func refetching(on triggers: RefetchTriggers) -> Self { with(list.refetching(on: triggers)) }

    /// Returns a handle whose observers fetch all pages at an interval: `Resource/polling(every:)`.
    public func polling(every interval: Duration?) -> Self { with(list.polling(every: interval)) }

    /// Returns a handle whose observers keep the pages for a time after they have left.
    public func keeping(for duration: Duration) -> Self { with(list.keeping(for: duration)) }

    private func with(_ list: Resource<PageList<API, Page>>) -> Self { PagedResource(fetcher, list, limit: limit) }
}

extension PagedResource: ChangeNotifying {
    func observeChanges(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        values.observeChanges(notify)
    }
}

extension PagedResource {
    /// The items of all pages, each id once: at its first position, with its newest content.
    ///
    /// A list that grows at its front while it is read shows some items twice.
    public func items<Item: Identifiable & Sendable>(
        _ items: @escaping @Sendable (Page) -> [Item]
    ) -> ResourceView<[Item]> where Item.ID: Sendable {
        list.map { $0.uniqueItems(items) }
    }
}

extension Client {
    /// Returns the resource of a list that comes in pages. It sends nothing.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - restored: How many of its first pages are taken from the cache at a cold start, as far as they are stored
    ///     without a gap.
    public func resource<Page>(
        paging list: PagedRequest<API, Page>, restoring restored: Int = 1
    ) -> PagedResource<API, Page> {
        let fetcher = PageFetcher(self, list, restoring: max(1, restored))
        return PagedResource(fetcher, Resource(pageTarget(fetcher)))
    }

    private func pageTarget<Page>(
        _ fetcher: PageFetcher<API, Page>
    ) -> Resource<PageList<API, Page>>.Target {
        do throws(FetchError) { return .defined(try pageDefinition(fetcher)) } catch { return .refused(error) }
    }

    func pageDefinition<Page>(
        _ fetcher: PageFetcher<API, Page>
    ) throws(FetchError) -> ResourceDefinition<PageList<API, Page>> {
        try ResourceDefinition(self, fetcher.list.first, resourceStore, PageList<API, Page>.comparison) {
            fetcher.start($0, $1, $2, $3)
        } stored: {
            fetcher.storedAtOnce(bodyLimit: ColdStart.bodyLimit)
        } facts: { response in
            var facts = response.value.facts
            facts.origin = response.source.isFromServer ? .network : .store
            return facts
        }
    }
}

extension WritePlan {
    /// Changes each page of a list, at once: `update(_:fileID:line:_:)`.
    public mutating func update<Page>(
        paging list: PagedRequest<API, Page>, fileID: String = #fileID, line: Int = #line,
        _ change: @escaping @Sendable (inout Page) -> Void
    ) {
        guard let definition = try? client.pageDefinition(PageFetcher(client, list, restoring: 1)) else { return }
        let checked = checked(change, client.resourceStore.settings, fileID, line)
        steps.append(
            ResourceWriteStep<PageList<API, Page>, Output>(
                definition: definition, change: { $0.change(checked) }, result: nil))
    }
}
