public import FreshetCore
public import FreshetStreams

/// All resources of a client and of its derived clients, for invalidating them and setting their
/// limits.
public struct Resources<API: Service>: Sendable {
    let client: Client<API>

    private var store: ResourceStore { client.resourceStore }

    /// Marks resources as stale, in memory and in the cache, and fetches those that are observed.
    /// Doesn't wait for the fetches.
    ///
    /// ```swift
    /// theatre.resources.invalidate(.id("play", 7), .tag("ratings"))
    /// ```
    ///
    /// An invalidation is never lost: a fetch in progress is followed by another one, and a
    /// resource that isn't in memory is stale when it is loaded again. Any number of simultaneous
    /// invalidations cause one fetch per resource.
    public func invalidate(_ filters: ResourceFilter<API>...) {
        store.invalidate(filters.map { $0.target(client) })
    }

    /// Fetches the resources that are observed, and returns when all fetches have ended,
    /// successfully or not.
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

    /// Removes the values and errors of resources: ``Resource/remove()``.
    public func remove(_ filters: ResourceFilter<API>...) {
        for entry in entries(filters) { entry.remove() }
    }

    /// Removes the values and errors of resources, and fetches those that are observed:
    /// ``Resource/reset()``.
    public func reset(_ filters: ResourceFilter<API>...) {
        for entry in entries(filters) { entry.reset() }
    }

    /// Changes the values of one type among the resources with a tag, including pages of lists:
    /// ``Resource/update(_:)``.
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

    /// Removes the unused resources, for example when memory is low.
    ///
    /// On iOS, tvOS and visionOS, this happens automatically with each system memory warning.
    public func removeUnused() { store.removeUnused() }

    /// Ends the resources of previous accounts, with their fetches, their values and their callers.
    ///
    /// When this returns, no resource holds data of any account but the current one, and observers
    /// receive an empty state. An `AuthenticationSession` calls it automatically. Call it yourself
    /// when a service's credentials change in another way; otherwise the change is noticed only at
    /// the next fetch.
    public func accountDidChange() {
        store.accountDidChange()
    }

    /// The number of resources in memory.
    public var count: Int { store.entries().count }

    /// The limits of the resources, and the sources of network and app state. Set them before the
    /// first resource is used.
    ///
    /// ```swift
    /// theatre.resources.settings.keepTime = .seconds(600)
    /// theatre.resources.settings.entryLimit = 500
    /// ```
    public var settings: ResourceSettings {
        get { store.settings }
        nonmutating set { store.configure { $0 = newValue } }
    }

    private func entries(_ filters: [ResourceFilter<API>]) -> [any AnyResourceEntry] {
        store.entries(filters.map { $0.target(client) })
    }
}
