// Movies by callback: one generic method with a `Result`, a handle to cancel by, a queue of the caller's choice.

import Foundation
import Freshet
import FreshetCombine

struct Movie: Decodable, Sendable {
    let id: Int
    let title: String
    let overview: String
    /// A day, empty when it is not known: as a date it would lose the whole page (T2).
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
        // Beside the items that a request has, never in their place (T50); and it shows in no error and no log.
        credentials = .query("api_key", key)
    }

    // One for all calls; a new one for each would cost more than the decoding (T54).
    var decoder: any BodyDecoder { JSONDecoder.snakeCaseConverting }

    /// The service's own words, which often are dropped with the status (T49).
    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable {
            let statusCode: Int
            let statusMessage: String
        }
        guard let failure = try? decoder.decode(Failure.self, from: body) else { return nil }
        return ServiceError(code: String(failure.statusCode), message: failure.statusMessage)
    }
}

/// Made with a client and passed on: a `shared` one can't be tested, and hides its callers.
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

    /// The one generic call behind the others. The callback comes once, on the queue of the caller's choice, and what comes
    /// back cancels the call: often there is no handle, and the screen changes in the background (T52).
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

    /// The older shape, with two optionals of which one is there.
    @discardableResult
    func fetchMovie(movieId: Int, completion: @escaping @Sendable (Movie?, FetchError?) -> Void) -> FetchTask {
        fetchMovie(movieId: movieId, result: Completion(pair: completion).result)
    }

    /// And the one with a closure for each ending.
    @discardableResult
    func fetchMovie(
        movieId: Int, success: @escaping @Sendable (Movie) -> Void, failure: @escaping @Sendable (FetchError) -> Void
    ) -> FetchTask {
        fetchMovie(movieId: movieId, result: Completion(success: success, failure: failure).result)
    }
}

extension URLSession {
    /// For code that keeps URLSession: one `Result` in place of three optionals. It does not check the status; a client
    /// does.
    func dataTask(
        with url: URL, result: @escaping @Sendable (Result<(URLResponse, Data), any Error>) -> Void
    ) -> URLSessionDataTask {
        let completion = Completion<(URLResponse, Data), any Error>(result)
        return dataTask(with: url) { data, response, error in
            completion.pair(response.flatMap { response in data.map { (response, $0) } }, error)
        }
    }
}
