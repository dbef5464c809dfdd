import Freshet
import TMDb

/// The page of a visitor's account: a form to sign in, or what the account has rated and listed.
struct AccountContext: TemplateContext {
    static let template = "account"

    struct Movie {
        let title: String
        let href: String
    }

    struct List {
        let title: String
        let movies: [Movie]

        init(_ title: String, _ movies: [TMDb.Movie]) {
            self.title = title
            self.movies = movies.map { Movie(title: $0.title, href: "/account/movie/\($0.id)") }
        }
    }

    /// Who is signed in; `nil` for nobody.
    var user: String?
    var lists: [List] = []
    /// What could not be done.
    var problem: String?
}

/// What a visitor's account has done with a movie, and forms to change it.
struct AccountMovieContext: TemplateContext {
    static let template = "accountmovie"

    struct Choice {
        let value: String
        let title: String
        let isChosen: Bool
    }

    let id: Int
    let title: String
    let ratings: [Choice]
    let isFavorite: Bool
    let isOnWatchlist: Bool

    init(_ movie: TMDb.Movie, _ state: TMDb.AccountState) {
        id = movie.id
        title = movie.title
        isFavorite = state.isFavorite
        isOnWatchlist = state.isOnWatchlist
        let rated = (1...20).reversed().map { half -> Choice in
            let value = Double(half) / 2
            return Choice(value: "\(value)", title: "\(value)", isChosen: value == state.rating)
        }
        ratings = [Choice(value: "none", title: "Not rated", isChosen: state.rating == nil)] + rated
    }
}
