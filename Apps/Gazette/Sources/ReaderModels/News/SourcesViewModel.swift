public import Freshet
public import FreshetCombine
public import NewsAPI

/// The news sources of a country, filtered by a typed text.
///
/// The sources of a country are fetched once; the filter works on them. Set the inputs where the scheduler runs; all
/// outputs change there.
public final class SourcesViewModel: ObservableObject {
    /// The countries that the picker offers.
    public static let countries: [NewsAPI.Country] = ["us", "gb", "ca", "ru", "fr", "de", "it", "in", "sa"]
        .map(NewsAPI.Country.init(rawValue:))

    /// The text that the name of a source must contain, ignoring case; empty shows all.
    @Published public var searchText = "" {
        didSet { if searchText != oldValue { filter() } }
    }
    /// `nil` shows the sources of all countries.
    @Published public var country: NewsAPI.Country? {
        didSet { if country != oldValue, isStarted { load(.automatic) } }
    }
    /// The sources that the filter lets through, and how their loading goes.
    @Published public private(set) var sources = FetchState<[NewsAPI.Source]>()
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let trigger: Trigger<(NewsAPI.Country?, CachePolicy), NewsAPI.SourceList>
    private var loaded = FetchState<NewsAPI.SourceList>()
    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<NewsAPI>,
        country: NewsAPI.Country? = .us,
        scheduler: AnyScheduler = .main
    ) {
        self.country = country
        trigger = Trigger(scheduler: scheduler, time: client.time) { country, policy in
            client.caching(policy).publisher(for: .sources(country: country))
        }
        trigger.$fetch.dropFirst()
            .sink { [weak self] fetch in self?.take(fetch) }
            .store(in: &subscriptions)
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        load(.automatic)
    }

    /// Asks the service again, also where the cache holds a fresh response.
    public func retry() { load(.revalidate) }

    /// Cancels loading.
    public func cancel() { trigger.cancel() }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        loaded.dismissError()
        filter()
    }

    private func load(_ policy: CachePolicy) { trigger.send((country, policy)) }

    private func take(_ fetch: FetchState<NewsAPI.SourceList>) {
        selectedError = fetch.error.map(SelectedError.init)
        loaded = fetch
        filter()
    }

    private func filter() {
        sources = loaded.map { list in list.sources.filtered(by: searchText) }
    }
}

extension NewsAPI.Source: Filterable {
    /// The texts that a filter searches.
    public var filterFields: [String] { [name ?? ""] }
}

extension SourcesViewModel: ErrorShowing {
    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { sources.value != nil }
}

extension SourcesViewModel: Refreshing {
    /// Loads again, and returns when that has ended.
    public func refresh() async {
        retry()
        await $sources.endOfFetch()
    }
}
