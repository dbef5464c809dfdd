public import Freshet
public import FreshetCombine
import FreshetResources
public import NewsAPI

/// A view model of the news sources of a country, filtered by a typed text.
///
/// The sources of a country are fetched once; the filter works on them. Set the inputs where the scheduler runs; all
/// outputs change there.
public final class SourcesViewModel: ObservableObject {
    /// The countries that the picker offers.
    public static let countries: [NewsAPI.Country] = ["us", "gb", "ca", "ru", "fr", "de", "it", "in", "sa"]
        .map(NewsAPI.Country.init(rawValue:))

    /// Returns the countries that a picker offers, including the shown country.
    public static func countries(with shown: NewsAPI.Country?) -> [NewsAPI.Country] {
        countries + [shown].compactMap(\.self).filter { !countries.contains($0) }
    }

    /// The text that the name of a source must contain, ignoring case; empty shows all.
    @Published public var searchText = "" {
        didSet { if searchText != oldValue { show(list.fetch) } }
    }
    /// `nil` shows the sources of all countries.
    @Published public var country: NewsAPI.Country? {
        didSet {
            guard country != oldValue else { return }
            if isStarted { list.load(resource) } else { list.show(resource) }
        }
    }
    /// The sources that match the filter, and the state of their loading.
    @Published public private(set) var sources = FetchState<[NewsAPI.Source]>()

    private let client: Client<NewsAPI>
    private let list: ResourceObject<NewsAPI.SourceList>
    private var subscription: AnyCancellable?
    private var isStarted = false

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<NewsAPI>,
        country: NewsAPI.Country? = .us,
        scheduler: AnyScheduler = .main
    ) {
        self.country = country
        self.client = client
        list = ResourceObject(client.resource(.sources(country: country)), scheduler: scheduler)
        subscription = list.$fetch.dropFirst().sink { [weak self] in self?.show($0) }
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        list.load()
    }

    /// Requests the sources again, even if the cache has a fresh response.
    public func retry() { list.refetch() }

    /// Cancels loading.
    public func cancel() { list.stop() }

    /// Dismisses the failure.
    public func dismissError() { list.dismissError() }

    private var resource: Resource<NewsAPI.SourceList> { client.resource(.sources(country: country)) }

    private func show(_ fetch: FetchState<NewsAPI.SourceList>) {
        sources = fetch.map { $0.sources.filtered(by: searchText) }
    }
}

extension NewsAPI.Source: Filterable {
    /// The texts that a filter searches.
    public var filterFields: [String] { [name ?? ""] }
}

extension SourcesViewModel: ErrorShowing {
    /// The failure to show, until it is dismissed.
    public var selectedError: SelectedError? { sources.error.map(SelectedError.init) }

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
