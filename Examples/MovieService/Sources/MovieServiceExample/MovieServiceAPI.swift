// An API of movies with callbacks: one generic method with a `Result`, a handle that cancels the call, and the
// caller's choice of queue.

import Foundation
import Freshet
import FreshetCombine

struct Movie: Decodable, Sendable {
    let id: Int
    let title: String
    let overview: String
    /// The release day as a text, which is empty when it is unknown. Decoded as a date, one empty text would fail the
    /// whole page (T2).
    let releaseDate: String?
    let voteAverage: Double
}

struct MoviesResponse: Decodable, Sendable {
    let page: Int
    let totalResults: Int
    let totalPages: Int
    let results: [Movie]
}

struct MovieDatabase: Service {
    let baseURL = "https://api.themoviedb.org/3"
    let credentials: Credentials?

    init(key: String) {
        // The key is added to the query items of a request and does not replace them (T50). It does not appear in
        // errors and logs.
        credentials = .query("api_key", key)
    }

    // One decoder for all calls: making one for each call would take longer than the decoding (T54).
    var decoder: any BodyDecoder { FreshetJSONDecoder.snakeCaseConverting }

    /// Reads the service's own error message, which many apps drop together with the status (T49).
    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable {
            let statusCode: Int
            let statusMessage: String
        }
        guard let failure = try? decoder.decode(Failure.self, from: body) else { return nil }
        return ServiceError(code: String(failure.statusCode), message: failure.statusMessage)
    }
}

/// An API of movies, made with a client and passed to its users.
///
/// A `shared` instance could not be replaced in tests, and would hide which code uses it.
final class MovieServiceAPI: Sendable {
    enum Endpoint: String, CaseIterable, CustomStringConvertible {
        case nowPlaying = "now_playing"
        case popular
        case upcoming
        case topRated = "top_rated"

        var description: String {
            switch self {
            case .nowPlaying: "Now Playing"
            case .popular: "Popular"
            case .upcoming: "Upcoming"
            case .topRated: "Top Rated"
            }
        }
    }

    private let client: Client<MovieDatabase>

    init(_ client: Client<MovieDatabase>) {
        self.client = client
    }

    /// Fetches a value, and calls back once, on the queue that the caller chooses.
    ///
    /// All other methods use this one. The returned handle cancels the call. Many such APIs return no handle, and
    /// change the screen in the background (T52).
    @discardableResult
    private func fetchResources<Value: Decodable & Sendable>(
        _ path: RequestPath, on queue: DispatchQueue,
        result: @escaping @Sendable (Result<Value, FetchError>) -> Void
    ) -> FetchTask {
        client.fetch(Request(path), on: queue, completion: result)
    }

    @discardableResult
    func fetchMovies(
        from endpoint: Endpoint, on queue: DispatchQueue = .main,
        result: @escaping @Sendable (Result<MoviesResponse, FetchError>) -> Void
    ) -> FetchTask {
        fetchResources("movie/\(endpoint.rawValue)", on: queue, result: result)
    }

    @discardableResult
    func fetchMovie(
        movieId: Int, on queue: DispatchQueue = .main,
        result: @escaping @Sendable (Result<Movie, FetchError>) -> Void
    ) -> FetchTask {
        fetchResources("movie/\(movieId)", on: queue, result: result)
    }

    /// Fetches a movie, and passes two optionals to the callback, exactly one of which has a value.
    @discardableResult
    func fetchMovie(movieId: Int, completion: @escaping @Sendable (Movie?, FetchError?) -> Void) -> FetchTask {
        fetchMovie(movieId: movieId, result: Completion(pair: completion).result)
    }

    /// Fetches a movie, and calls one closure for success or the other one for failure.
    @discardableResult
    func fetchMovie(
        movieId: Int, success: @escaping @Sendable (Movie) -> Void, failure: @escaping @Sendable (FetchError) -> Void
    ) -> FetchTask {
        fetchMovie(movieId: movieId, result: Completion(success: success, failure: failure).result)
    }
}
