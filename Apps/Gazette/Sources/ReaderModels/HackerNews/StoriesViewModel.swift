public import Foundation
public import Freshet
public import FreshetCombine
public import HackerNews

/// The stories of a list, with the new ones that appear while they are read.
///
/// The list is streamed where the service offers that. Else it is fetched again after a pause, which is counted from its last response, so
/// that two such calls never overlap. New stories are announced and not inserted while the list is read; ``showNew()`` does that. Set the
/// inputs where the scheduler runs; all outputs change there.
public final class StoriesViewModel: ObservableObject {
    /// The shown list.
    @Published public var list: HackerNews.StoryList {
        didSet { if list != oldValue, isStarted { change() } }
    }
    /// The ids of the stories that have appeared in the list since the first look at it, in the list's order.
    @Published public private(set) var newStories: [Int] = []
    /// Whether a sound may be made; off by default.
    @Published public var isSoundOn = false
    /// Whether the list is being watched.
    @Published public private(set) var isWatching = false
    /// The failure of the last check for new stories. The list stays.
    @Published public private(set) var watchError: SelectedError?
    /// The date for relative times; it is updated with each check for new stories.
    @Published public private(set) var currentDate: Date

    /// The stories, in pages of thirty.
    public let stories: PagedModel<HackerNews.StoryList, HackerNews.Item>

    /// Publishes the number of new stories when a sound should be played.
    public var sound: AnyPublisher<Int, Never> { soundSubject.eraseToAnyPublisher() }

    private let client: Client<HackerNews>
    private let interval: Duration
    private let scheduler: AnyScheduler
    private let soundSubject = PassthroughSubject<Int, Never>()
    private let watch: FetchSlot<(list: HackerNews.StoryList, ids: [Int])>
    private let streams: Bool
    private var stream: AnyCancellable?
    private var pause: AnyCancellable?
    /// The contents of the list when it was shown or last checked.
    private var known: Set<Int> = []
    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    ///
    /// - Parameters:
    ///   - streams: Whether the list is streamed where the service offers that.
    ///   - interval: The pause between two looks for new stories: 30 seconds by default.
    ///   - pageSize: The stories of a page.
    ///   - maxConcurrent: The most stories that are fetched at once.
    public init(
        _ client: Client<HackerNews>,
        list: HackerNews.StoryList = .top,
        streams: Bool = false,
        interval: Duration = .seconds(30),
        pageSize: Int = 30,
        maxConcurrent: Int = 16,
        scheduler: AnyScheduler = .main
    ) {
        self.client = client
        self.list = list
        self.interval = interval
        self.streams = streams
        self.scheduler = scheduler
        currentDate = client.time.date()
        stories = PagedModel(scheduler: scheduler, time: client.time) { list, policy in
            let client = client.caching(policy)
            return client.responsePublisher(for: .list(list))
                .map { response in
                    client.itemPages(of: response.value, size: pageSize, maxConcurrent: maxConcurrent) {
                        $0.isPresent || $0.isDead
                    }
                    .map { $0.from(response.source) }
                }
                .switchToLatest()
                .eraseToAnyPublisher()
        }
        watch = FetchSlot(scheduler: scheduler)
        watch.onEvent = { [weak self] in self?.handle($0) }
        forwardChanges(of: stories, in: &subscriptions)
    }

    /// The list by its index. An index that stands for none changes nothing.
    public var indexEndpoint: Int {
        get { HackerNews.StoryList.allCases.firstIndex(of: list) ?? 0 }
        set { HackerNews.StoryList(index: newValue).map { list = $0 } }
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        change()
    }

    /// Starts, as a screen does that comes into sight, and watches for new stories; what is shown already stays.
    public func appear() {
        if isStarted { stories.show(list) } else { start() }
        watchForNew()
    }

    /// Cancels what is under way and watches no more, until the screen is back in sight.
    public func disappear() {
        pauseWatching()
        stories.cancel()
    }

    /// Loads again after a failure.
    public func retry() { stories.retry() }

    /// Begins to look for new stories again and again.
    public func watchForNew() {
        guard !isWatching else { return }
        isWatching = true
        follow()
    }

    /// Stops looking for new stories.
    public func pauseWatching() {
        isWatching = false
        pause = nil
        stream = nil
        watch.cancel()
    }

    /// Shows the list with the new stories.
    public func showNew() {
        newStories = []
        known = []
        stories.reload()
    }

    private func change() {
        newStories = []
        known = []
        watchError = nil
        stories.show(list)
        if isWatching {
            // A response for the previous list does not apply to this one.
            watch.cancel()
            follow()
        }
    }

    /// Streams the list, or looks at it after a pause.
    private func follow() {
        guard streams else { return wait() }
        keepTime()
        stream = client.watching(list, every: interval).publisher
            .receive(on: scheduler)
            .sink { [weak self] result in
                switch result {
                case .success(let ids):
                    self?.watchError = nil
                    self?.take(ids)
                case .failure(let error): self?.watchError = SelectedError(error)
                }
            }
    }

    /// Updates the date, since a stream is silent while nothing changes.
    private func keepTime() {
        currentDate = client.time.date()
        pause = scheduler.wait(for: .init(interval)) { [weak self] in self?.keepTime() }
    }

    private func wait() {
        pause = scheduler.wait(for: .init(interval)) { [weak self] in self?.look() }
    }

    private func look() {
        guard isWatching else { return }
        currentDate = client.time.date()
        watch.run(client.publisher(for: .list(list)).map { [list] in (list, $0) })
    }

    private func handle(_ event: FetchSlot<(list: HackerNews.StoryList, ids: [Int])>.Event) {
        switch event {
        case .began: break
        case .value(let (list, ids)):
            // It may have come just before its call was cancelled for another list.
            guard list == self.list else { return }
            watchError = nil
            take(ids)
        case .failed(let error):
            watchError = SelectedError(error)
            if isWatching { wait() }
        case .finished:
            if isWatching { wait() }
        case .cancelled: break
        }
    }

    private func take(_ ids: [Int]) {
        // The first look is where the comparison starts, with what is shown counted in.
        let shown = Set(stories.items.map(\.id))
        guard !known.isEmpty else {
            known = Set(ids)
            return
        }
        let fresh = ids.filter { !known.contains($0) && !shown.contains($0) }
        known.formUnion(ids)
        guard !fresh.isEmpty else { return }
        newStories = fresh + newStories.filter { !fresh.contains($0) }
        if isSoundOn { soundSubject.send(fresh.count) }
    }
}
