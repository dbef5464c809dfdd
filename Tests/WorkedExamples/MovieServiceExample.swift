// Movies by callback: one generic method with a `Result`, a handle to cancel, a queue of the caller's choice.

import Foundation
import FreshetCombine

struct Movie: Decodable, Equatable {
    let id: Int
    let title: String
    /// A day, empty when it is not known: as a date it would lose the whole page.
    let releaseDate: String?
    let voteAverage: Double

    var released: Date? { releaseDate.flatMap(InternetDate.date(from:)) }
}

struct MoviesResponse: Decodable {
    let page: Int
    let results: [Movie]
}

/// The service: its address, its key, and dates that are days or missing.
struct MovieDatabase: Service {
    let baseURL: String
    let credentials: Credentials?

    init(baseURL: String = "https://movies.example/3", key: String) {
        self.baseURL = baseURL
        credentials = Credentials.query("api_key", key)
    }

    var decoder: any BodyDecoder {
        JSONDecoder.snakeCaseConverting
    }
}

final class MovieServiceAPI {
    enum Endpoint: String, CaseIterable, CustomStringConvertible {
        case nowPlaying = "now_playing"
        case popular
        case upcoming
        case topRated = "top_rated"

        var description: String {
            switch self {
            case .nowPlaying: return "Now Playing"
            case .popular: return "Popular"
            case .upcoming: return "Upcoming"
            case .topRated: return "Top Rated"
            }
        }
    }

    private let client: Client<MovieDatabase>

    init(_ client: Client<MovieDatabase>) {
        self.client = client
    }

    @discardableResult
    func fetchMovies(
        from endpoint: Endpoint,
        on queue: DispatchQueue = .main,
        result: @escaping @Sendable (Result<MoviesResponse, FetchError>) -> Void
    ) -> FetchTask {
        client.fetch(Request("movie/\(endpoint.rawValue)"), on: queue, completion: result)
    }

    @discardableResult
    func fetchMovie(
        movieId: Int,
        on queue: DispatchQueue = .main,
        result: @escaping @Sendable (Result<Movie, FetchError>) -> Void
    ) -> FetchTask {
        client.fetch(Request("movie/\(movieId)"), on: queue, completion: result)
    }
}
