public import FreshetCore
public import FreshetStreams

/// All resources of a client and of those derived from it, to invalidate them and to choose their limits.
public struct Resources<API: Service>: Sendable {
    let client: Client<API>

    private var store: ResourceStore { client.resourceStore }

    /// Makes resources stale, in memory and in the cache, and fetches those that are observed, without waiting for
    /// them.
    ///
    /// An invalidation is not lost: a fetch that is under way is followed by another one, and a resource that is not in
    /// memory is stale when it comes back. Any number of invalidations at once cause one fetch.
    public func invalidate(_ filters: ResourceFilter<API>...) {
        store.invalidate(filters.map { $0.target(client) })
    }

    /// Fetches the resources that are observed, and returns when that has ended, successfully or not.
    public func refetch(_ filters: ResourceFilter<API>...) async {
        let entries = entries(filters)
        await withTaskGroup(of: Void.self) { group in
            for entry in entries { group.addTask { await entry.refetchIfObserved() } }
        }
    }

    /// Cancels the fetches of resources: ``Resource/cancel()``.
    public func cancel(_ filters: ResourceFilter<API>...) {
        for entry in entries(filters) { entry.cancel() }
    }

    /// Forgets resources: ``Resource/remove()``.
    public func remove(_ filters: ResourceFilter<API>...) {
        for entry in entries(filters) { entry.remove() }
    }

    /// Forgets resources, and fetches those that are observed: ``Resource/reset()``.
    public func reset(_ filters: ResourceFilter<API>...) {
        for entry in entries(filters) { entry.reset() }
    }

    /// Changes the values of one type among the resources with a tag: ``Resource/update(_:)``. Pages of lists, too.
    public func update<Value: Sendable>(
        _ tag: ResourceTag, as type: Value.Type, _ change: @escaping @Sendable (inout Value) -> Void
    ) {
        for entry in store.entries([.tag(tag)]) { entry.update(type, change) }
    }

    /// Changes the pages of a list that are in memory: ``Resource/update(_:)``.
    public func update<Page>(
        paging list: PagedRequest<API, Page>, _ change: @escaping @Sendable (inout Page) -> Void
    ) {
        guard let reading = try? PageReading(client, list) else { return }
        for entry in store.entries(.pages(ReadingName(reading))) { entry.update(Page.self, change) }
    }

    /// Removes the unused resources, as when memory is short.
    ///
    /// On iOS, tvOS and visionOS it happens by itself with each memory warning of the system.
    public func removeUnused() { store.removeUnused() }

    /// Ends the resources of previous accounts, with their fetches, their values and their callers.
    ///
    /// When it returns, no resource has anything of another account than the present one, and observers receive an
    /// empty state. An `AuthenticationSession` calls it. Call it when the credentials of a service change otherwise.
    /// Without it, the change is noticed with the next fetch.
    public func accountDidChange() {
        store.accountDidChange()
    }

    /// The number of resources in memory.
    public var count: Int { store.entries().count }

    /// The limits of the resources, and the sources of network and app state. Set it before the first resource is used.
    public var settings: ResourceSettings {
        get { store.settings }
        nonmutating set { store.configure { $0 = newValue } }
    }

    private func entries(_ filters: [ResourceFilter<API>]) -> [any AnyResourceEntry] {
        store.entries(filters.map { $0.target(client) })
    }
}
