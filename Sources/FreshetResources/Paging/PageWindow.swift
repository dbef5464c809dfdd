public import FreshetCore
public import FreshetStreams

extension Client {
    /// Returns a window on a list that comes in pages. It sends nothing.
    ///
    /// Each page is a resource of its own, which windows share. A `PagedResource` of the list is another resource,
    /// since its first page need not be that of the list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - page: Returns the items to show of a page. It runs on any thread.
    public func window<Page, Item>(
        on list: PagedRequest<API, Page>, page: @escaping @Sendable (Page) -> WindowPage<Item>
    ) -> ListWindow<Item> {
        var list = list
        if let name = list.first.reading.name {
            list = list.beginning(with: list.first.named(WindowReading(name: name)))
        }
        return ListWindow(PageWindow(self, list, page), time: resourceStore.time)
    }
}

/// The name by which windows read the pages of a list, whatever items they show of them.
private struct WindowReading: Hashable {
    let name: ReadingName
}

struct PageWindow<API: Service, Page: Sendable, Item: Identifiable & Sendable>: WindowSource where Item.ID: Sendable {
    private let client: Client<API>
    private let list: PagedRequest<API, Page>
    private let read: @Sendable (Page) -> WindowPage<Item>
    private let resource: Resource<PageList<API, Page>>

    init(
        _ client: Client<API>, _ list: PagedRequest<API, Page>, _ read: @escaping @Sendable (Page) -> WindowPage<Item>
    ) {
        self.client = client
        self.list = list
        self.read = read
        resource = client.resource(paging: list).list
    }

    var known: WindowPage<Item>? { resource.confirmedState.flatMap(page) }

    var account: [String] { resource.account }

    var ids: [Item.ID] { page(of: resource.state)?.items.map(\.id) ?? [] }

    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        let state = try await resource.settled(isReload: isReload) { state in
            // A value that the server has to confirm is not shown before that.
            if !state.facts.needsConfirmation, let page = page(of: state) { see(page) }
        }
        return page(of: state) ?? WindowPage([])
    }

    private func page(of state: ResourceState<PageList<API, Page>>) -> WindowPage<Item>? {
        guard let first = state.value?.pages.first else { return nil }
        var page = read(first.response.value)
        page.take(state)
        page.next = next(after: first)
        return page
    }

    private func next(after page: PageList<API, Page>.Kept) -> WindowPage<Item>.Load? {
        let pageDate = page.facts.date
        return switch page.next {
        case .success(nil): nil
        case .success(let request?):
            { () async throws(FetchError) in
                let next = PageWindow(client, list.beginning(with: request), read)
                let following = try await next.first(isReload: false) { _ in }
                // An older page may not continue the list where its neighbour ends, so it is requested again.
                guard following.failure == nil, let date = following.date, date.isOlder(than: pageDate) else {
                    return following
                }
                return try await next.first(isReload: true) { _ in }
            }
        case .failure(let error): { () async throws(FetchError) in throw error }
        }
    }
}
