public import Freshet
public import FreshetCombine
import FreshetResources
public import TMDb

/// A view model of the lists of movies.
///
/// Set the input where the scheduler runs; all outputs change there.
public final class MoviesViewModel: ObservableObject {
    /// The shown list.
    @Published public var list: TMDb.MovieList {
        didSet { if list != oldValue, isStarted { movies.show(list) } }
    }
    /// The movies of the list, in pages.
    public let movies: ListObject<TMDb.MovieList, TMDb.Movie>

    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<TMDb>,
        list: TMDb.MovieList = .upcoming,
        scheduler: AnyScheduler = .main
    ) {
        self.list = list
        movies = ListObject(scheduler: scheduler) { list in client.window { .movies(list, page: $0) } }
        forwardChanges(of: movies, in: &subscriptions)
    }

    /// The index of the list. Setting an invalid index changes nothing.
    public var indexEndpoint: Int {
        get { TMDb.MovieList.allCases.firstIndex(of: list) ?? 0 }
        set { TMDb.MovieList(index: newValue).map { list = $0 } }
    }

    /// Whether anything is being fetched: false after every ending.
    public var isFetchingData: Bool { movies.fetch.isFetching || movies.isLoadingMore }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        movies.show(list)
    }

    /// Loads again after a failure.
    public func retry() { movies.retry() }
}

extension PagedSearch where Item == TMDb.Movie {
    /// Makes a search for movies by title, with at least two characters.
    public static func movies(
        _ client: Client<TMDb>, scheduler: AnyScheduler = .main
    ) -> PagedSearch<TMDb.Movie> {
        PagedSearch(rules: SearchRules(length: 2...100), scheduler: scheduler) { text in
            client.window { .search(text, page: $0, language: "en-US", region: "US") }
        }
    }
}

extension Client where API == TMDb {
    /// Returns a window on a list; a function makes the request for each page.
    func window(
        _ request: @escaping @Sendable (_ page: Int) -> Request<TMDb, TMDb.MoviePage>
    ) -> ListWindow<TMDb.Movie> {
        let pages = PagedRequest(request(1)) { page, sent throws(FetchError) in
            sent.isForPage(page.value.number) ? page.value.nextPage.map(request) : nil
        }
        return window(on: pages) { page in
            WindowPage(page.results, totalCount: page.totalResults, missingCount: page.unreadableCount)
        }
    }
}
