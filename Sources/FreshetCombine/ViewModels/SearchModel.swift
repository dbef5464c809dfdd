public import CombineCompletion
public import FreshetCore

/// A view model that searches while the user types.
///
/// It is a ``SearchField`` with the results of its query. A new query cancels the previous one, whose results are never
/// shown. A failure is shown next to the present results, and the next query works.
///
/// ```swift
/// let search = SearchModel(news, items: \.articles) { text in .search(text) }
/// ```
///
/// The model keeps no results but those it shows: the client's cache decides whether a query is sent again.
///
/// Set `text` on the scheduler; a view does so on the main queue.
public final class SearchModel<Item>: SearchField {
    /// The results, and the state of the search for them.
    @Published public private(set) var results = FetchState<[Item]>()

    /// Returns the results of a query. A retry asks the server, whatever is cached.
    private let request: (_ query: String, _ isRetry: Bool) -> AnyPublisher<[Item], any Error>
    private let slot: FetchSlot<[Item]>
    private var record = LoadRecord<[Item]>()
    private var isRetry = false

    /// Makes a search model whose queries are requests of a client.
    ///
    /// - Parameters:
    ///   - client: The client. A retry is sent with `CachePolicy.reload`.
    ///   - rules: The rules when a text is searched.
    ///   - scheduler: The scheduler of the model: the main queue by default.
    ///   - items: Returns the results of a response.
    ///   - request: Returns the request of a query.
    public convenience init<API: Service, Value>(
        _ client: Client<API>,
        rules: SearchRules = SearchRules(),
        scheduler: AnyScheduler = .main,
        items: @escaping (Value) -> [Item],
        request: @escaping (String) -> Request<API, Value>
    ) {
        self.init(rules: rules, scheduler: scheduler, time: client.time) { query, isRetry in
            let request = isRetry ? request(query).caching(.reload) : request(query)
            return client.publisher(for: request).map(items).mapError { $0 as any Error }.eraseToAnyPublisher()
        }
    }

    /// Makes a search model with a loader, whose cache keeps results by its own rules. A retry may be served from it.
    public convenience init(
        _ loader: SearchResultsLoader<Item>,
        rules: SearchRules = SearchRules(),
        scheduler: AnyScheduler = .main,
        time: TimeSource = .system
    ) {
        self.init(rules: rules, scheduler: scheduler, time: time) { query, _ in
            loader.searchForItems(matching: query).mapError { error in
                if case .requestFailed(let error) = error { error } else { error as any Error }
            }
            .eraseToAnyPublisher()
        }
    }

    private init(
        rules: SearchRules, scheduler: AnyScheduler, time: TimeSource,
        request: @escaping (_ query: String, _ isRetry: Bool) -> AnyPublisher<[Item], any Error>
    ) {
        self.request = request
        slot = FetchSlot(scheduler: scheduler)
        super.init(rules: rules, scheduler: scheduler)
        slot.onEvent = { [weak self] event in
            guard let self else { return }
            _ = record.apply(event) { $1.receive($0, at: time.date(), isFetching: true) }
            // Without a query the results are cleared already; the cancellation changes nothing more.
            if query != nil { results = record.fetch }
        }
    }

    /// Makes a search model whose queries are publishers. A retry subscribes to a new one.
    public convenience init<P: Publisher>(
        rules: SearchRules = SearchRules(),
        scheduler: AnyScheduler = .main,
        request: @escaping (String) -> P
    ) where P.Output == [Item] {
        self.init(rules: rules, scheduler: scheduler, time: .system) { query, _ in
            request(query).mapError { $0 as any Error }.eraseToAnyPublisher()
        }
    }

    /// Searches the typed text at once, even if it was searched before, and asks the server.
    public func retry() {
        isRetry = true
        defer { isRetry = false }
        let old = query
        submit()
        if query == old { queryDidChange() }
    }

    override func queryDidChange() {
        guard let query else {
            record = LoadRecord()
            results = FetchState()
            return slot.cancel()
        }
        slot.run(request(query, isRetry))
    }
}
