public import Freshet
public import FreshetCombine
public import TMDb

/// One movie with its cast, crew, videos, reviews and recommendations.
public final class MovieDetailViewModel: ObservableObject {
    /// The id of the movie.
    public let id: Int
    /// The movie.
    @Published public private(set) var movie = FetchState<TMDb.Movie>()
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let loader: Trigger<CachePolicy, TMDb.Movie>
    private var subscription: AnyCancellable?

    /// Makes the model. Nothing is requested before ``load()``.
    public init(
        _ client: Client<TMDb>, id: Int, scheduler: AnyScheduler = .main
    ) {
        self.id = id
        loader = Trigger(scheduler: scheduler, time: client.time) { policy in
            client.caching(policy).publisher(
                for: .movie(id, appending: [.videos, .credits, .recommendations, .reviews]))
        }
        subscription = loader.$fetch.dropFirst().sink { [weak self] fetch in
            self?.movie = fetch
            self?.selectedError = fetch.error.map(SelectedError.init)
        }
    }

    /// Loads the content.
    public func load() { loader.send(.automatic) }

    /// Loads again after a failure.
    public func retry() { loader.send(.revalidate) }

    /// Cancels loading.
    public func cancel() { loader.cancel() }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        movie.dismissError()
    }

    /// The facts that a page shows first: year, runtime, genres.
    public var facts: [String] {
        guard let movie = movie.value else { return [] }
        return [
            movie.year.map(String.init), movie.runtimeText,
            movie.genres.isEmpty ? nil : movie.genres.map(\.name).joined(separator: ", "),
        ].compactMap(\.self)
    }
}

extension MovieDetailViewModel: DetailModel {
    /// The state of the content.
    public var state: FetchState<TMDb.Movie> { movie }
}
