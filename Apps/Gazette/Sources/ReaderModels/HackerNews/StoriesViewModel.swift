public import Foundation
public import Freshet
public import FreshetCombine
import FreshetResources
public import HackerNews

/// A view model of a list of stories, which also reports new stories while the list is shown.
///
/// The list is streamed where the service offers that. Otherwise it is fetched again after a pause, which is counted
/// from its last response, so that two such calls never overlap. All models that watch a list share the stream or the
/// calls. New stories are announced, and inserted only by ``showNew()``. Set the inputs where the scheduler runs; all
/// outputs change there.
public final class StoriesViewModel: ObservableObject {
    /// The shown list.
    @Published public var list: HackerNews.StoryList {
        didSet { if list != oldValue, isStarted { change() } }
    }
    /// The ids of the stories that have appeared in the list since it was shown, in the list's order.
    @Published public private(set) var newStories: [Int] = []
    /// Whether a sound may be made; off by default.
    @Published public var isSoundOn = false
    /// Whether the list is being watched.
    @Published public private(set) var isWatching = false
    /// The failure of the last check for new stories. The list stays.
    @Published public private(set) var watchError: SelectedError?
    /// The date for relative times; it is updated after each interval while the list is watched.
    @Published public private(set) var currentDate: Date

    /// The stories, in pages of thirty.
    public let stories: ListObject<HackerNews.StoryList, HackerNews.Item>

    /// Publishes the number of new stories when a sound should be played.
    public var sound: AnyPublisher<Int, Never> { soundSubject.eraseToAnyPublisher() }

    private let client: Client<HackerNews>
    private let interval: Duration
    private let scheduler: AnyScheduler
    private let soundSubject = PassthroughSubject<Int, Never>()
    private let streams: Bool
    private var clock: AnyCancellable?
    /// Keeps the stream open, and the list observed, while it is watched.
    private var watch: [ResourceObservation] = []
    /// The new stories that a sound has announced, or would have announced if sound were on.
    private var announced: Set<Int> = []
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
        stories = ListObject(scheduler: scheduler) { list in
            client.window(on: .list(list), size: pageSize, maxConcurrent: maxConcurrent) {
                .item($0)
            } where: {
                $0.isPresent || $0.isDead
            }
        }
        forwardChanges(of: stories, in: &subscriptions)
        // Stories that appeared while the list was loading may be new compared with the loaded list.
        stories.$fetch.map(\.isFetching).removeDuplicates().dropFirst()
            .receive(on: scheduler)
            .sink { [weak self] _ in self?.look() }
            .store(in: &subscriptions)
    }

    /// The index of the list. Setting an invalid index changes nothing.
    public var indexEndpoint: Int {
        get { HackerNews.StoryList.allCases.firstIndex(of: list) ?? 0 }
        set { HackerNews.StoryList(index: newValue).map { list = $0 } }
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        change()
    }

    /// Starts when the screen appears, and watches for new stories; loaded content stays.
    public func appear() {
        if isStarted { stories.show(list) } else { start() }
        watchForNew()
    }

    /// Cancels loading and stops watching, until the screen appears again.
    public func disappear() {
        pauseWatching()
        stories.cancel()
    }

    /// Loads again after a failure.
    public func retry() { stories.retry() }

    /// Starts watching for new stories.
    public func watchForNew() {
        guard !isWatching else { return }
        isWatching = true
        follow()
    }

    /// Stops watching for new stories.
    public func pauseWatching() {
        isWatching = false
        clock = nil
        watch = []
    }

    /// Shows the list with the new stories.
    public func showNew() {
        newStories = []
        stories.reload()
    }

    private var ids: Resource<[Int]> { client.resource(.list(list)) }

    private func change() {
        newStories = []
        announced = []
        watchError = nil
        stories.show(list)
        if isWatching { follow() }
    }

    /// Streams the list, or fetches it after each interval.
    private func follow() {
        keepTime()
        let ids = ids.refetching(on: [.foreground, .reconnection])
        let look = scheduler.sender(to: self) { (model, _: Void) in model.look() }
        guard streams else { return watch = [ids.polling(every: interval).observe { _ in look(()) }] }
        let feed = ids.feeding { [client, list, interval] ids in
            for await result in client.watching(list, every: interval) {
                // A reload stores a failure, and recovery from it, in the shared list: all its observers see both.
                if case .success(let new) = result, ids.state.error == nil { ids.set(new) } else { await ids.reload() }
            }
        }
        watch = [feed, ids.observe { _ in look(()) }]
    }

    private func keepTime() {
        currentDate = client.time.date()
        clock = scheduler.wait(for: .init(interval)) { [weak self] in self?.keepTime() }
    }

    /// Compares the newest list with the one that is shown.
    private func look() {
        guard isWatching, !stories.fetch.isFetching else { return }
        watchError = stories.fetch.error == nil ? ids.state.error.map(SelectedError.init) : nil
        let new = stories.newIDs
        guard new != newStories else { return }
        newStories = new
        let count = new.count { announced.insert($0).inserted }
        if isSoundOn, count > 0 { soundSubject.send(count) }
    }
}
