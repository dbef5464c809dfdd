public import CombineOrOpenCombine
public import FreshetCore

/// Search as you type: text in, results out.
///
/// The text is trimmed and waits until typing has paused; what is too short or too long is not searched, and
/// ``idleReason`` says so; the same query is not searched twice in a row; a new one cancels the one before, whose
/// results are never shown. A failure is told beside the results that were there, and the next query works.
///
/// Set ``text`` where the scheduler runs, as a view on the main queue does.
public final class SearchModel<Item>: ObservableObject {
    /// What the person has typed.
    @Published public var text = "" {
        didSet { waitForPause() }
    }
    /// The results, and how the search for them goes.
    @Published public private(set) var results = FetchState<[Item]>()
    /// Why nothing is searched; `nil` while there is a query.
    @Published public private(set) var idleReason: SearchRules.IdleReason? = .empty

    /// The query that the results belong to, or will.
    public private(set) var query: String?

    private let rules: SearchRules
    private let scheduler: AnyScheduler
    private let loader: SearchResultsLoader<Item>
    private let slot: FetchSlot<[Item]>
    private var record = LoadRecord<[Item]>()
    private var pause: AnyCancellable?

    /// Makes a search of a loader's results.
    public init(
        _ loader: SearchResultsLoader<Item>,
        rules: SearchRules = SearchRules(),
        scheduler: AnyScheduler = .main,
        time: TimeSource = .system
    ) {
        self.loader = loader
        self.rules = rules
        self.scheduler = scheduler
        slot = FetchSlot(scheduler: scheduler)
        slot.onEvent = { [weak self] event in
            guard let self else { return }
            _ = record.apply(event, at: time.date())
            // Leaving a query has cleared the results; the cancel that goes with it changes nothing more.
            if query != nil { results = record.fetch }
        }
    }

    /// Makes a search with a loader of its own.
    public convenience init<P: Publisher>(
        rules: SearchRules = SearchRules(),
        scheduler: AnyScheduler = .main,
        request: @escaping (String) -> P
    ) where P.Output == [Item] {
        self.init(SearchResultsLoader(scheduler: scheduler, request: request), rules: rules, scheduler: scheduler)
    }

    /// Searches at once for what is typed, also when that has just failed.
    public func retry() {
        pause?.cancel()
        pause = nil
        query = nil
        search()
    }

    private func waitForPause() {
        pause?.cancel()
        pause = scheduler.wait(for: .init(rules.pause)) { [weak self] in self?.search() }
    }

    private func search() {
        switch rules.judge(text) {
        case .idle(let reason):
            query = nil
            idleReason = reason
            record = LoadRecord()
            results = FetchState()
            slot.cancel()
        case .search(let text):
            let normalised = SearchResultsLoader<Item>.normalise(text)
            guard normalised != query else { return }
            query = normalised
            idleReason = nil
            slot.run(loader.searchForItems(matching: normalised))
        }
    }
}
