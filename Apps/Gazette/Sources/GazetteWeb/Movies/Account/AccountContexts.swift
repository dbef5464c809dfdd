import Foundation
import Freshet
import LivePages
import ReaderModels
import TMDb

/// The page of a visitor's account: a form to sign in, or what the account has rated and listed.
struct AccountContext: TemplateContext {
    static let template = "account"

    struct Movie: Encodable {
        let title: String
        let href: String

        init(_ id: Int, _ title: String) {
            self.title = title
            href = "/account/movie/\(id)"
        }
    }

    struct List: Encodable {
        /// A list of an account.
        enum Kind {
            case watchlist, favourites, rated

            var title: String {
                switch self {
                case .watchlist: "Watchlist"
                case .favourites: "Favourites"
                case .rated: "Rated"
                }
            }

            func request(_ account: Int) -> Request<TMDb, TMDb.MoviePage> {
                switch self {
                case .watchlist: .watchlist(of: account)
                case .favourites: .favoriteMovies(of: account)
                case .rated: .ratedMovies(of: account)
                }
            }

            /// Whether a movie is in the list after a choice; `nil` if the choice does not change that.
            func isListed(after choice: MovieChoice) -> Bool? {
                switch (self, choice) {
                case (.watchlist, .watchlist(let isListed)), (.favourites, .favorite(let isListed)): isListed
                case (.rated, .rating(let rating)): rating != nil
                default: nil
                }
            }
        }

        static let kinds: [Kind] = [.watchlist, .favourites, .rated]

        let title: String
        let movies: [Movie]

        /// - Parameter changes: What was changed and not sent yet.
        init(_ kind: Kind, _ movies: [TMDb.Movie], _ changes: [MovieChange]) {
            title = kind.title
            var listed = movies.map { (id: $0.id, title: $0.title) }
            for change in changes {
                guard let isListed = kind.isListed(after: change.choice) else { continue }
                let isThere = listed.contains { $0.id == change.movie }
                if !isListed { listed.removeAll { $0.id == change.movie } }
                if isListed, !isThere { listed.append((change.movie, change.title ?? "Movie \(change.movie)")) }
            }
            self.movies = listed.map { Movie($0.id, $0.title) }
        }
    }

    var isSignedIn = false
    /// The name of the signed-in user; `nil` if it is not known.
    var user: String?
    var lists: [List] = []
    /// The message of an error; `nil` if nothing failed.
    var problem: String?

    /// Reads the name and the lists of an account, and shows the changes in them that were not sent yet.
    ///
    /// While the service can't be reached, its last responses are shown, with the reason.
    mutating func fill(_ movies: Client<TMDb>, _ account: Int, _ changes: [MovieChange]) async {
        isSignedIn = true
        user = await value(.account, movies)?.userName
        for kind in List.kinds {
            let page = await value(kind.request(account), movies)
            lists.append(List(kind, page?.results ?? [], changes))
        }
    }

    private mutating func value<Value: Sendable>(
        _ request: Request<TMDb, Value>, _ movies: Client<TMDb>
    ) async -> Value? {
        // What can't be reached once is not waited for again.
        guard problem == nil else { return try? await movies.value(for: request.caching(.cacheOnly)) }
        do throws(FetchError) {
            return try await movies.value(for: request)
        } catch {
            problem = error.localizedDescription
            return try? await movies.value(for: request.caching(.cacheOnly))
        }
    }
}

/// The choices of a rating, as a form shows them.
struct RatingChoice: Encodable {
    let value: String
    let title: String
    let isChosen: Bool

    /// The choices, with the present rating chosen: the first stands for a rating that is not known.
    static func all(_ rating: Double?, isKnown: Bool = true) -> [RatingChoice] {
        let rated = (1...20).reversed().map { half -> RatingChoice in
            let value = Double(half) / 2
            return RatingChoice(value: "\(value)", title: "\(value)", isChosen: value == rating)
        }
        let unknown = isKnown ? [] : [RatingChoice(value: "", title: "Not known", isChosen: true)]
        return unknown + [RatingChoice(value: "none", title: "Not rated", isChosen: isKnown && rating == nil)] + rated
    }
}

/// The rating and the lists of a movie in a visitor's account, with forms to change them.
struct AccountMovieContext: TemplateContext {
    static let template = "accountmovie"

    let id: Int
    /// The title of the movie, for the list of changes that were not sent; `nil` if it is not known.
    let title: String?
    let ratings: [RatingChoice]
    let isFavorite: Bool
    let isOnWatchlist: Bool
    /// The message of a failed change, shown beside the form of each; `nil` if it did not fail.
    let ratingProblem: String?
    let watchlistProblem: String?
    let favoriteProblem: String?
    /// Whether a change is shown that was not sent yet.
    let isRatingUnsent: Bool
    let isWatchlistUnsent: Bool
    let isFavoriteUnsent: Bool

    init(
        _ movie: Int, title: String?, _ standing: MovieStanding, _ problems: [MovieChoice.Kind: SelectedError],
        unsent: Set<MovieChoice.Kind>
    ) {
        id = movie
        self.title = title
        ratingProblem = problems[.rating]?.text
        watchlistProblem = problems[.watchlist]?.text
        favoriteProblem = problems[.favorite]?.text
        isRatingUnsent = unsent.contains(.rating) && ratingProblem == nil
        isWatchlistUnsent = unsent.contains(.watchlist) && watchlistProblem == nil
        isFavoriteUnsent = unsent.contains(.favorite) && favoriteProblem == nil
        isFavorite = standing.isFavorite == true
        isOnWatchlist = standing.isOnWatchlist == true
        ratings = RatingChoice.all(standing.rating, isKnown: standing.isRatingKnown)
    }
}
