public import CombineCompletion
public import FreshetResources

/// A list that comes in pages as an `ObservableObject`, for views that do not use Observation.
///
/// ```swift
/// let plays = PagedListObject(theatre.resource(paging: .seasons)) { $0.plays }
/// let changes = plays.$items.sink { show($0) }
/// ```
///
/// Making one sends nothing. `PagedList` of FreshetResources is the same for Observation.
public final class PagedListObject<Item: Identifiable & Sendable>: ObservableObject where Item.ID: Sendable {
    /// The items of the pages that are loaded, each id once. All properties change on the scheduler.
    @Published public private(set) var items: [Item] = []
    /// Whether there is a page after the last one.
    @Published public private(set) var hasNext = false
    /// Whether there is a page before the first one, as when `PagedResource/keeping(pages:)` has dropped it.
    @Published public private(set) var hasPrevious = false
    /// The activity for the page after the last one, with the error of its last request.
    @Published public private(set) var next = PageActivity.idle
    /// The activity for the page before the first one, with the error of its last request.
    @Published public private(set) var previous = PageActivity.idle
    /// The state of the list as a whole: its activity, its error and whether it is stale. It has no value.
    @Published public private(set) var list = ResourceState<Void>()

    private let object: ResourceObject<PagedItems<Item>>
    private var loadNext: @Sendable () async -> Void = {}
    private var loadPrevious: @Sendable () async -> Void = {}
    private var loadList: @Sendable () async -> Void = {}
    private var subscription: AnyCancellable?

    /// Makes an object without a list.
    ///
    /// ``show(_:keepingPrevious:items:)`` gives it one.
    ///
    /// - Parameter scheduler: The scheduler on which the properties change. The main queue by default.
    public init(scheduler: AnyScheduler = .main) {
        object = ResourceObject(scheduler: scheduler)
        subscription = object.$state.sink { [weak self] in self?.take($0) }
    }

    /// Makes an object of a list.
    ///
    /// - Parameters:
    ///   - list: The list, with the choices of this screen.
    ///   - scheduler: The scheduler on which the properties change. The main queue by default.
    ///   - items: Returns the items of a page. It runs on any thread.
    public convenience init<API, Page>(
        _ list: PagedResource<API, Page>, scheduler: AnyScheduler = .main,
        items: @escaping @Sendable (Page) -> [Item]
    ) {
        self.init(scheduler: scheduler)
        show(list, items: items)
    }

    /// Shows another list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - isKeepingPrevious: Whether the items stay, marked as previous, until the list has some; also beside its error.
    ///   - items: Returns the items of a page. It runs on any thread.
    public func show<API, Page>(
        _ list: PagedResource<API, Page>, keepingPrevious isKeepingPrevious: Bool = true,
        items: @escaping @Sendable (Page) -> [Item]
    ) {
        loadNext = { await list.nextItems(items) }
        loadPrevious = { await list.previous() }
        loadList = { await list.reload() }
        object.show(list.shown(items), keepingPrevious: isKeepingPrevious)
    }

    /// Begins to observe, until ``stop()`` or until the object is released.
    ///
    /// When it returns, the object shows the pages of the cache, if they can be read at once: see `PagedList/start()`.
    public func start() { object.start() }

    /// Ends the observation. The shown items stay.
    public func stop() { object.stop() }

    /// Fetches all pages that are loaded.
    public func refetch() {
        Task { [loadList] in await loadList() }
    }

    /// Loads the next page, also after a failure. A page whose request is in progress is not requested again.
    ///
    /// A page without a new item is followed by the next one, at most three times in a row.
    public func showMore() {
        Task { [loadNext] in await loadNext() }
    }

    /// Loads the page before the first one, also after a failure. One whose request is in progress is not requested again.
    public func showPrevious() {
        Task { [loadPrevious] in await loadPrevious() }
    }

    private func take(_ state: ResourceState<PagedItems<Item>>) {
        items = state.value?.items ?? []
        hasNext = state.value?.hasNext ?? false
        hasPrevious = state.value?.hasPrevious ?? false
        next = state.value?.next ?? .idle
        previous = state.value?.previous ?? .idle
        list = state.withoutValue
    }
}
