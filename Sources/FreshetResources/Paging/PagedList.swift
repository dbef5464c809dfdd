public import FreshetCore
public import Observation

/// A list that comes in pages, for a screen: its items, and one more page when the user scrolls to its end.
///
/// ```swift
/// let plays = PagedList(theatre.resource(paging: .seasons)) { $0.plays }
/// plays.start()
/// plays.showMore()
/// ```
///
/// Making one sends nothing.
@MainActor
@Observable
public final class PagedList<Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// The items of the pages that are loaded, each id once.
    public private(set) var items: [Item] = []
    /// Whether there is a page after the last one.
    public private(set) var hasNext = false
    /// Whether there is a page before the first one, as when ``PagedResource/keeping(pages:)`` has dropped it.
    public private(set) var hasPrevious = false
    /// The activity for the page after the last one, with the error of its last request.
    public private(set) var next = PageActivity.idle
    /// The activity for the page before the first one, with the error of its last request.
    public private(set) var previous = PageActivity.idle
    /// Why the last fetch of the list has failed. It stays until one succeeds.
    public private(set) var error: FetchError?
    /// The activity of the list as a whole.
    public private(set) var activity = ResourceActivity.idle
    /// Whether a page is missing, invalidated or too old.
    public private(set) var isStale = true
    /// Whether the first page is loaded, empty or not.
    public private(set) var isLoaded = false
    /// Whether the items belong to the list that was shown before.
    public private(set) var isPrevious = false

    @ObservationIgnored private let model = ResourceModel<PagedItems<Item>>()
    @ObservationIgnored private let comparison = ValueComparison<[Item]>()
    @ObservationIgnored private var load: @Sendable (PageDirection) async -> Void = { _ in }
    @ObservationIgnored private var lists = 0
    @ObservationIgnored private var asked: Set<PageDirection> = []

    /// Makes a model without a list.
    ///
    /// ``show(_:keepingPrevious:items:)`` gives it one.
    public init() {
        model.onLook = { [weak self] in self?.look() }
    }

    /// Makes a model of a list.
    ///
    /// - Parameters:
    ///   - list: The list, with the choices of this screen.
    ///   - items: Returns the items of a page. It runs on any thread.
    public convenience init<API, Page>(_ list: PagedResource<API, Page>, items: @escaping @Sendable (Page) -> [Item]) {
        self.init()
        show(list, items: items)
    }

    /// Shows another list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - isKeepingPrevious: Whether the items stay, marked as ``isPrevious``, until the list has some; also beside
    ///     its error.
    ///   - items: Returns the items of a page. It runs on any thread.
    public func show<API, Page>(
        _ list: PagedResource<API, Page>, keepingPrevious isKeepingPrevious: Bool = true,
        items: @escaping @Sendable (Page) -> [Item]
    ) {
        change { direction in
            if direction == .next { await list.nextItems(items) } else { await list.previous() }
        }
        model.show(list.pagedItems(items), keepingPrevious: isKeepingPrevious)
        look()
    }

    /// Shows nothing.
    public func clear() {
        change { _ in }
        model.show(nil)
        look()
    }

    private func change(_ load: @escaping @Sendable (PageDirection) async -> Void) {
        self.load = load
        lists += 1
        asked = []
    }

    /// Whether the page after the last one is requested, also while the next attempt is due.
    public var isFetchingNext: Bool { next.isInProgress }

    /// Observes until the task is cancelled.
    public func run() async { await model.run() }

    /// Begins to observe. Each call needs a matching ``stop()``.
    ///
    /// When it returns, the list shows the pages of the cache, if they can be read at once: see
    /// ``ResourceModel/start()``.
    public func start() {
        model.start()
        look()
    }

    /// Ends the observation that ``start()`` began. The shown items stay.
    public func stop() {
        model.stop()
        look()
    }

    /// Fetches all pages that are loaded, and returns when that has ended.
    public func refetch() async {
        await model.refetch()
        look()
    }

    /// Loads the next page, also after a failure. Further calls until that has ended do nothing.
    ///
    /// A page without a new item is followed by the next one, at most three times in a row.
    public func showMore() { ask(.next) }

    /// Loads the page before the first one, also after a failure. Further calls until that has ended do nothing.
    public func showPrevious() { ask(.previous) }

    private func ask(_ direction: PageDirection) {
        guard asked.insert(direction).inserted else { return }
        let (list, load) = (lists, load)
        Task {
            await load(direction)
            look()
            if list == lists { asked.remove(direction) }
        }
    }

    /// Updates the properties. Each is set only when it differs, since all views of it are then drawn again.
    private func look() {
        let shown = model.value
        let items = shown?.items ?? []
        if !comparison.isEqual(items, self.items), !(items.isEmpty && self.items.isEmpty) { self.items = items }
        set(\.hasNext, shown?.hasNext ?? false)
        set(\.hasPrevious, shown?.hasPrevious ?? false)
        set(\.next, shown?.next ?? .idle)
        set(\.previous, shown?.previous ?? .idle)
        set(\.error, model.error)
        set(\.activity, model.activity)
        set(\.isStale, model.isStale)
        set(\.isLoaded, shown != nil)
        set(\.isPrevious, model.isPrevious)
    }

    private func set<Property: Equatable>(_ path: ReferenceWritableKeyPath<PagedList, Property>, _ new: Property) {
        if self[keyPath: path] != new { self[keyPath: path] = new }
    }
}
