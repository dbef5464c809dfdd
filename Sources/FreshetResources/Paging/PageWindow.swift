public import FreshetCore
public import FreshetStreams

extension Client {
    /// Returns a window on a list that comes in pages. It sends nothing.
    ///
    /// Each page is shared for itself: `resource(paging:)` of the list is the first one.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - page: Returns what is shown of a page. It runs on any thread.
    public func window<Page, Item>(
        on list: PagedRequest<API, Page>, page: @escaping @Sendable (Page) -> WindowPage<Item>
    ) -> ListWindow<Item> {
        ListWindow(PageWindow(client: self, list: list, read: page), time: resourceStore.time)
    }
}

/// A list whose pages are requests.
struct PageWindow<API: Service, Page: Sendable, Item: Identifiable & Sendable>: WindowSource where Item.ID: Sendable {
    let client: Client<API>
    let list: PagedRequest<API, Page>
    let read: @Sendable (Page) -> WindowPage<Item>

    var known: WindowPage<Item>? { page(of: resource.state) }

    var ids: [Item.ID] { known?.items.map(\.id) ?? [] }

    private var resource: Resource<PageList<API, Page>> { client.resource(paging: list).list }

    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        let state = try await resource.settled(isReload: isReload) { state in
            // What the server wants to confirm first is not shown before that.
            if !state.facts.needsConfirmation, let page = page(of: state) { see(page) }
        }
        return page(of: state) ?? WindowPage([])
    }

    private func page(of state: ResourceState<PageList<API, Page>>) -> WindowPage<Item>? {
        // Others may have loaded more pages of it.
        guard let first = state.value?.pages.first else { return nil }
        var page = read(first.response.value)
        page.take(state)
        page.next = next(first)
        return page
    }

    private func next(_ page: PageList<API, Page>.Kept) -> WindowPage<Item>.Load? {
        switch page.next {
        case .success(nil): nil
        case .success(let request?):
            { () async throws(FetchError) in
                let next = PageWindow(client: client, list: list.beginning(with: request), read: read)
                return try await next.first(isReload: false) { _ in }
            }
        case .failure(let error): { () async throws(FetchError) in throw error }
        }
    }
}
