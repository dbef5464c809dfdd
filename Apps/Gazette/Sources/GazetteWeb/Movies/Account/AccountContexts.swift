import Freshet
import ReaderModels
import TMDb

/// The page of a visitor's account: a form to sign in, or what the account has rated and listed.
struct AccountContext: TemplateContext {
    static let template = "account"

    struct Movie: Encodable {
        let title: String
        let href: String
    }

    struct List: Encodable {
        let title: String
        let movies: [Movie]

        init(_ title: String, _ movies: [TMDb.Movie]) {
            self.title = title
            self.movies = movies.map { Movie(title: $0.title, href: "/account/movie/\($0.id)") }
        }
    }

    /// The name of the signed-in user; `nil` if no user is signed in.
    var user: String?
    var lists: [List] = []
    /// The message of an error; `nil` if nothing failed.
    var problem: String?
}

/// The rating and the lists of a movie in a visitor's account, with forms to change them.
struct AccountMovieContext: TemplateContext {
    static let template = "accountmovie"

    struct Choice: Encodable {
        let value: String
        let title: String
        let isChosen: Bool
    }

    let id: Int
    let ratings: [Choice]
    let isFavorite: Bool
    let isOnWatchlist: Bool
    /// The message of a failed change, shown beside the form of each; `nil` if it did not fail.
    let ratingProblem: String?
    let watchlistProblem: String?
    let favoriteProblem: String?

    init(_ movie: Int, _ state: TMDb.AccountState, _ problems: [MovieChoice.Kind: SelectedError]) {
        id = movie
        ratingProblem = problems[.rating]?.text
        watchlistProblem = problems[.watchlist]?.text
        favoriteProblem = problems[.favorite]?.text
        isFavorite = state.isFavorite
        isOnWatchlist = state.isOnWatchlist
        let rated = (1...20).reversed().map { half -> Choice in
            let value = Double(half) / 2
            return Choice(value: "\(value)", title: "\(value)", isChosen: value == state.rating)
        }
        ratings = [Choice(value: "none", title: "Not rated", isChosen: state.rating == nil)] + rated
    }
}
