public import Freshet
public import FreshetCombine
public import TMDb

/// The lists of movies.
///
/// Set the input where the scheduler runs; all outputs change there.
public final class MoviesViewModel: ObservableObject {
    /// The shown list.
    @Published public var list: TMDb.MovieList {
        didSet { if list != oldValue, isStarted { movies.show(list) } }
    }
    /// The movies of the list, in pages.
    public let movies: PagedModel<TMDb.MovieList, TMDb.Movie>

    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<TMDb>,
        list: TMDb.MovieList = .upcoming,
        scheduler: AnyScheduler = .main
    ) {
        self.list = list
        movies = PagedModel(scheduler: scheduler, time: client.time) { list, policy in
            client.caching(policy).moviePages { .movies(list, page: $0) }
        }
        forwardChanges(of: movies, in: &subscriptions)
    }

    /// The list by its index. An index that stands for none changes nothing.
    public var indexEndpoint: Int {
        get { TMDb.MovieList.allCases.firstIndex(of: list) ?? 0 }
        set { TMDb.MovieList(index: newValue).map { list = $0 } }
    }

    /// Whether anything is being fetched: false after every ending.
    public var isFetchingData: Bool { movies.list.isFetching || movies.isLoadingMore }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        movies.show(list)
    }

    /// Loads again after a failure.
    public func retry() { movies.retry() }
}

extension PagedSearch where Item == TMDb.Movie {
    /// Movies by their titles, from two characters on.
    public static func movies(
        _ client: Client<TMDb>, scheduler: AnyScheduler = .main
    ) -> PagedSearch<TMDb.Movie> {
        PagedSearch(rules: SearchRules(length: 2...100), scheduler: scheduler, time: client.time) { text, policy in
            client.caching(policy).moviePages { .search(text, page: $0, language: "en-US", region: "US") }
        }
    }
}

extension Client where API == TMDb {
    /// The pages of a list from one on.
    fileprivate func moviePages<Query>(
        from number: Int = 1, _ request: @escaping (Int) -> Request<TMDb, TMDb.MoviePage>
    ) -> AnyPublisher<PagedModel<Query, TMDb.Movie>.Page, FetchError> {
        responsePublisher(for: request(number))
            .map { response in
                let page = response.value
                return .init(
                    page.results, totalCount: page.totalResults, missingCount: page.unreadableCount,
                    source: response.source,
                    next: page.nextPage.map { next in { moviePages(from: next, request) } })
            }
            .eraseToAnyPublisher()
    }
}
