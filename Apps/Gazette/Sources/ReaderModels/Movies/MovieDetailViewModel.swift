public import Freshet
public import FreshetCombine
import FreshetResources
public import TMDb

/// One movie with its cast, crew, videos, reviews and recommendations.
public typealias MovieDetailViewModel = ResourceObject<TMDb.Movie>

extension MovieDetailViewModel {
    /// Makes the model. Nothing is requested before ``load()``.
    public convenience init(_ client: Client<TMDb>, id: Int, scheduler: AnyScheduler = .main) {
        let parts: [TMDb.MoviePart] = [.videos, .credits, .recommendations, .reviews]
        self.init(client.resource(.movie(id, appending: parts)), scheduler: scheduler)
    }

    /// The movie.
    public var movie: FetchState<TMDb.Movie> { fetch }

    /// The facts that a page shows first: year, runtime, genres.
    public var facts: [String] {
        guard let movie = movie.value else { return [] }
        return [
            movie.year.map(String.init), movie.runtimeText,
            movie.genres.isEmpty ? nil : movie.genres.map(\.name).joined(separator: ", "),
        ].compactMap(\.self)
    }
}
