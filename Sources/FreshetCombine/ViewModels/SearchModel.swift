public import CombineOrOpenCombine
public import FreshetCore

/// A view model of search as you type: text in, results out.
///
/// The text is trimmed and searched once typing has paused. A text that is too short or too long is not searched, and
/// ``idleReason`` has the reason. The same query is not searched twice in a row. A new query cancels the previous
/// one, whose results are never shown. A failure is shown next to the present results, and the next query works.
///
/// Set ``text`` on the scheduler; a view does so on the main queue.
public final class SearchModel<Item>: ObservableObject {
    /// The typed text.
    @Published public var text = "" {
        didSet { waitForPause() }
    }
    /// The results, and the state of the search for them.
    @Published public private(set) var results = FetchState<[Item]>()
    /// The reason why nothing is searched; `nil` while there is a query.
    @Published public private(set) var idleReason: SearchRules.IdleReason? = .empty

    /// The query of the present or coming results.
    public private(set) var query: String?

    private let rules: SearchRules
    private let scheduler: AnyScheduler
    private let loader: SearchResultsLoader<Item>
    private let slot: FetchSlot<[Item]>
    private var record = LoadRecord<[Item]>()
    private var pause: AnyCancellable?

    /// Makes a search model with a loader of results.
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
            // Without a query the results are cleared already; the cancellation changes nothing more.
            if query != nil { results = record.fetch }
        }
    }

    /// Makes a search model with a loader of its own.
    public convenience init<P: Publisher>(
        rules: SearchRules = SearchRules(),
        scheduler: AnyScheduler = .main,
        request: @escaping (String) -> P
    ) where P.Output == [Item] {
        self.init(SearchResultsLoader(scheduler: scheduler, request: request), rules: rules, scheduler: scheduler)
    }

    /// Searches the typed text at once, even if it was searched before.
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
