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
    /// What is being done for the page after the last one, and why that has failed.
    public private(set) var next = PageActivity.idle
    /// What is being done for the page before the first one, and why that has failed.
    public private(set) var previous = PageActivity.idle
    /// Why the last fetch of the list has failed. It stays until one succeeds.
    public private(set) var error: FetchError?
    /// What is being done for the list as a whole.
    public private(set) var activity = ResourceActivity.idle
    /// Whether a page is missing, invalidated or too old.
    public private(set) var isStale = true
    /// Whether the first page is there, empty or not.
    public private(set) var isLoaded = false
    /// Whether the items belong to the list that was shown before.
    public private(set) var isPrevious = false

    @ObservationIgnored private let model = ResourceModel<PagedItems<Item>>()
    @ObservationIgnored private let comparison = ValueComparison<[Item]>()
    @ObservationIgnored private var load: @Sendable (PageDirection) async -> Void = { _ in }
    /// Counts the lists.
    @ObservationIgnored private var lists = 0
    @ObservationIgnored private var asked: Set<PageDirection> = []

    /// Makes a model of no list yet: ``show(_:keepingPrevious:items:)``.
    public init() {
        follow()
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
    ///   - isKeepingPrevious: Whether the items stay, marked as ``isPrevious``, until the list has some; also beside its error.
    ///   - items: Returns the items of a page. It runs on any thread.
    public func show<API, Page>(
        _ list: PagedResource<API, Page>, keepingPrevious isKeepingPrevious: Bool = true,
        items: @escaping @Sendable (Page) -> [Item]
    ) {
        change { direction in
            if direction == .next { await list.nextItems(items) } else { await list.previous() }
        }
        model.show(list.shown(items), keepingPrevious: isKeepingPrevious)
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

    /// Whether the page after the last one is requested.
    public var isFetchingNext: Bool { next == .fetching }

    /// Observes until the task is cancelled.
    public func run() async { await model.run() }

    /// Begins to observe. Each start wants a ``stop()``.
    ///
    /// When it returns, the list shows the pages of the cache, if they can be read at once: see ``ResourceModel/start()``.
    public func start() {
        model.start()
        look()
    }

    /// Ends what ``start()`` began. What is shown stays.
    public func stop() {
        model.stop()
        look()
    }

    /// Fetches all pages that are loaded, and returns when that has ended.
    public func refetch() async {
        await model.refetch()
        look()
    }

    /// Loads the next page, once, however often it is called until that has ended; also after a failure.
    ///
    /// A page without any item that is new is followed by another one; so are three of them in a row, at most.
    public func showMore() { ask(.next) }

    /// Loads the page before the first one, once, however often it is called until that has ended; also after a failure.
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

    /// Takes what the model shows whenever that changes.
    private func follow() {
        withObservationTracking {
            _ = (model.value?.hasNext, model.error, model.activity, model.isStale, model.isPrevious)
        } onChange: { [weak self] in
            Task { @MainActor in
                self?.look()
                self?.follow()
            }
        }
    }

    /// A property is set only when it differs, or all views of it would be drawn.
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
