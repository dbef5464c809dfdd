import Foundation
public import Freshet
public import FreshetCombine
import FreshetResources
public import NewsAPI

/// A view model of news articles: headlines, a search, a category, or the articles of a source.
///
/// Each section has a separate input, so that leaving the search never sends its text as a category. Set the inputs
/// where the scheduler runs; all outputs change there.
public final class ArticlesViewModel: ObservableObject {
    /// A section of the news; the raw value is its index in segmented controls.
    public enum Section: Int, CaseIterable, Sendable {
        case headlines = 0
        case search = 1
        case category = 2
        case source = 3
    }

    /// The requested articles.
    public enum Query: Hashable, Sendable {
        case headlines(NewsAPI.Country)
        case search(String, NewsAPI.SortOrder?, in: [NewsAPI.SearchField] = [])
        case category(NewsAPI.Category, NewsAPI.Country)
        case source(String)
        /// A source without an id is found by the host of its address.
        case host(String)
    }

    /// The shown section.
    @Published public var section: Section {
        didSet { if section != oldValue { update() } }
    }
    /// The category of the headlines.
    @Published public var category: NewsAPI.Category {
        didSet { if category != oldValue { update() } }
    }
    /// The country of the headlines.
    @Published public var country: NewsAPI.Country {
        didSet { if country != oldValue { update() } }
    }
    /// The order of search results; `nil` for the service's default, newest first.
    @Published public var order: NewsAPI.SortOrder? {
        didSet { if order != oldValue { update() } }
    }

    /// The text of the search, and the reason not to search.
    public let search: SearchField
    /// The articles, in pages.
    public let articles: ListObject<Query, NewsAPI.Article>

    /// The parts of articles that are searched; empty means all.
    private let searchedFields: [NewsAPI.SearchField]
    /// The query for the articles of a source; `nil` without a source, or if nothing identifies it in a request.
    private let sourceQuery: Query?
    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    ///
    /// - Parameters:
    ///   - section: What to show first.
    ///   - searchedFields: The parts of articles that a search searches; empty means all.
    ///   - source: Whose articles the section of sources shows.
    ///   - sourceQuery: The query for its articles, where nothing else of the source is known.
    ///   - pageSize: The articles of a page.
    ///   - resultLimit: How deep the plan may page; `nil` for a plan without such a limit.
    public init(
        _ client: Client<NewsAPI>,
        section: Section = .headlines,
        searchText: String = "",
        order: NewsAPI.SortOrder? = nil,
        searchedFields: [NewsAPI.SearchField] = [],
        category: NewsAPI.Category = .science,
        country: NewsAPI.Country = .us,
        source: NewsAPI.Source? = nil,
        sourceQuery: Query? = nil,
        pageSize: Int = 20,
        resultLimit: Int? = NewsAPI.developerResultLimit,
        rules: SearchRules = SearchRules(length: 3...100, pause: .milliseconds(400)),
        scheduler: AnyScheduler = .main
    ) {
        self.section = section
        self.category = category
        self.country = country
        self.order = order
        self.searchedFields = searchedFields
        self.sourceQuery =
            sourceQuery ?? source.flatMap { $0.sourceID.map { .source($0) } ?? $0.link?.host().map { .host($0) } }
        search = SearchField(searchText, rules: rules, scheduler: scheduler)
        articles = ListObject(scheduler: scheduler) { query in
            client.window(on: Self.pages(of: query, size: pageSize, limit: resultLimit)) { page in
                WindowPage(page.articles, totalCount: page.totalResults, missingCount: page.unreadableCount)
            }
        }
        search.$query.dropFirst()
            .sink { [weak self] query in
                // `self.section`: the parameter of the initialiser has the same name.
                guard let self, self.section == .search else { return }
                update(searching: query)
            }
            .store(in: &subscriptions)
        forwardChanges(of: search, in: &subscriptions)
        forwardChanges(of: articles, in: &subscriptions)
    }

    /// The index of the section. Setting an invalid index changes nothing.
    public var indexEndpoint: Int {
        get { section.rawValue }
        set { Section(rawValue: newValue).map { section = $0 } }
    }

    /// Loads the articles of the inputs, and follows the inputs from now on.
    public func start() {
        isStarted = true
        update()
    }

    /// Requests the articles again, or repeats the request that has failed.
    public func retry() {
        if articles.query == nil { update() } else { articles.retry() }
    }

    /// Cancels what is under way. What is shown stays.
    public func cancel() { articles.cancel() }

    /// The reason why there is nothing to show, if it is not a failure.
    public var notice: String? {
        switch section {
        case .search: search.idleReason?.message
        case .source where query == nil:
            "This source has neither an id nor an address, so its articles can't be requested."
        default: nil
        }
    }

    private var query: Query? { query(searching: search.query) }

    private func query(searching text: String?) -> Query? {
        switch section {
        case .headlines: .headlines(country)
        case .search: text.map { .search($0, order, in: searchedFields) }
        case .category: .category(category, country)
        case .source: sourceQuery
        }
    }

    private func update() { update(searching: search.query) }

    private func update(searching text: String?) {
        guard isStarted else { return }
        if let query = query(searching: text) { articles.show(query) } else { articles.clear() }
    }

    private static func request(
        _ query: Query, size: Int, page: Int
    ) -> Request<NewsAPI, NewsAPI.ArticlePage> {
        switch query {
        case .headlines(let country): return .topHeadlines(country: country, pageSize: size, page: page)
        case .search(let text, let order, in: let fields):
            var search = NewsAPI.Search(text)
            search.sortBy = order
            search.searchIn = fields
            return .everything(search, pageSize: size, page: page)
        case .category(let category, let country):
            return .topHeadlines(country: country, category: category, pageSize: size, page: page)
        case .source(let id):
            var search = NewsAPI.Search()
            search.sources = [id]
            return .everything(search, pageSize: size, page: page)
        case .host(let host):
            var search = NewsAPI.Search()
            search.domains = [host.hasPrefix("www.") ? String(host.dropFirst(4)) : host]
            return .everything(search, pageSize: size, page: page)
        }
    }

    private static func pages(of query: Query, size: Int, limit: Int?) -> PagedRequest<NewsAPI, NewsAPI.ArticlePage> {
        PagedRequest(request(query, size: size, page: 1)) { response, sent throws(FetchError) in
            let number = sent.query.items.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
            return response.value.page(after: number, size: size, resultLimit: limit)
                .map { request(query, size: size, page: $0) }
        }
    }
}
