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
        didSet { if searchText != oldValue { filter() } }
    }
    /// `nil` shows the sources of all countries.
    @Published public var country: NewsAPI.Country? {
        didSet { if country != oldValue, isStarted { slot.load(resource) } }
    }
    /// The sources that match the filter, and the state of their loading.
    @Published public private(set) var sources = FetchState<[NewsAPI.Source]>()
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let client: Client<NewsAPI>
    private let slot: ResourceSlot<NewsAPI.SourceList, NewsAPI.SourceList>
    private var isStarted = false

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<NewsAPI>,
        country: NewsAPI.Country? = .us,
        scheduler: AnyScheduler = .main
    ) {
        self.country = country
        self.client = client
        slot = ResourceSlot(scheduler: scheduler)
        slot.onChange = { [weak self] fetch in
            self?.selectedError = fetch.error.map(SelectedError.init)
            self?.filter()
        }
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        slot.load(resource)
    }

    /// Requests the sources again, even if the cache has a fresh response.
    public func retry() { slot.reload(resource) }

    /// Cancels loading.
    public func cancel() { slot.cancel() }

    /// Dismisses the failure.
    public func dismissError() { slot.dismissError() }

    private var resource: Resource<NewsAPI.SourceList> { client.resource(.sources(country: country)) }

    private func filter() {
        sources = slot.state.map { list in list.sources.filtered(by: searchText) }
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
