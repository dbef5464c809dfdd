public import Freshet
public import FreshetCombine
import FreshetResources
public import TMDb

/// A view model of the movies of a genre and a time, in an order of choice.
///
/// Set the input where the scheduler runs; all outputs change there.
public final class DiscoveryViewModel: ObservableObject {
    /// The conditions and the order of the movies.
    public struct Filter: Hashable, Sendable {
        /// The order of the movies.
        public enum Order: String, CaseIterable, Sendable {
            /// The most popular first.
            case popularity
            /// The best rated first, of those with enough votes.
            case rating
            /// The newest first.
            case newest
            /// By title.
            case title

            /// The title for people.
            public var title: String {
                switch self {
                case .popularity: "Most popular"
                case .rating: "Top rated"
                case .newest: "Newest"
                case .title: "Title"
                }
            }
        }

        /// The id of the genre; `nil` for any.
        public var genre: Int?
        /// The years of the release; `nil` for any.
        public var years: ClosedRange<Int>?
        /// The order of the movies.
        public var order: Order

        /// Makes a filter that accepts all movies.
        public init(order: Order = .popularity) { self.order = order }

        /// The years as an address names them: "2026", or "2010s"; empty for any. Unknown texts are ignored.
        public var yearText: String {
            get {
                guard let years else { return "" }
                return years.count == 1 ? String(years.lowerBound) : "\(years.lowerBound)s"
            }
            set {
                years = Int(newValue.prefix(4)).flatMap { first in
                    guard (1870...2999).contains(first) else { return nil }
                    return newValue.hasSuffix("s") ? first...(first + 9) : first...first
                }
            }
        }

        /// The parameters of the request.
        var discovery: TMDb.Discovery {
            var discovery = TMDb.Discovery()
            discovery.genres = genre.map { [$0] } ?? []
            discovery.releasedFrom = years.map { "\($0.lowerBound)-01-01" }
            discovery.releasedTo = years.map { "\($0.upperBound)-12-31" }
            switch order {
            case .popularity: discovery.order = .popularity
            case .rating:
                discovery.order = .voteAverage
                discovery.minimumVoteCount = 50
            case .newest: discovery.order = .releaseDate
            case .title:
                discovery.order = .title
                discovery.isAscending = true
            }
            return discovery
        }
    }

    /// The genres of the service, by title.
    public static let genres: [(id: Int, title: String)] = [
        (28, "Action"), (12, "Adventure"), (16, "Animation"), (35, "Comedy"), (80, "Crime"), (99, "Documentary"),
        (18, "Drama"), (10751, "Family"), (14, "Fantasy"), (36, "History"), (27, "Horror"), (10402, "Music"),
        (9648, "Mystery"), (10749, "Romance"), (878, "Science Fiction"), (10770, "TV Movie"), (53, "Thriller"),
        (10752, "War"), (37, "Western"),
    ]

    /// The conditions and the order.
    @Published public var filter: Filter {
        didSet { if filter != oldValue, isStarted { movies.show(filter) } }
    }
    /// The movies, in pages.
    public let movies: ListObject<Filter, TMDb.Movie>

    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    public init(_ client: Client<TMDb>, _ filter: Filter, scheduler: AnyScheduler = .main) {
        self.filter = filter
        movies = ListObject(scheduler: scheduler) { filter in
            client.window { .discover(filter.discovery, page: $0) }
        }
        forwardChanges(of: movies, in: &subscriptions)
    }

    /// Starts loading, and follows the filter from now on.
    public func start() {
        isStarted = true
        movies.show(filter)
    }

    /// The title of the screen: "Drama movies".
    public var title: String {
        Self.genres.first { $0.id == filter.genre }.map { "\($0.title) movies" } ?? "Discover movies"
    }

    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(movies, empty: "No movie matches these choices. Try another year or genre.", noun: "movies")
    }
}
