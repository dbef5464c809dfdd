public import Freshet

// Requests about an account. The client needs a session; see `TMDb.Sessions`. While no account is signed in, these
// requests fail before anything is sent.

extension Request where API == TMDb, Value == TMDb.Account {
    /// Requests the account that is signed in, with `GET /account`.
    public static var account: Self { Request("account").access(.private) }
}

extension Request where API == TMDb, Value == TMDb.AccountState {
    /// Requests the state of a movie in the account, with `GET /movie/{id}/account_states`.
    public static func accountState(of movie: Int) -> Self {
        Request("movie/\(movie, as: "id")/account_states").access(.private)
    }
}

extension Request where API == TMDb, Value == TMDb.MoviePage {
    /// Requests the movies that an account has rated, with `GET /account/{id}/rated/movies`.
    public static func ratedMovies(of account: Int, page: Int? = nil, language: String? = nil) -> Self {
        ofAccount(account, "rated", page, language)
    }

    /// Requests the favourites of an account, with `GET /account/{id}/favorite/movies`.
    public static func favoriteMovies(of account: Int, page: Int? = nil, language: String? = nil) -> Self {
        ofAccount(account, "favorite", page, language)
    }

    /// Requests the watchlist of an account, with `GET /account/{id}/watchlist/movies`.
    public static func watchlist(of account: Int, page: Int? = nil, language: String? = nil) -> Self {
        ofAccount(account, "watchlist", page, language)
    }

    private static func ofAccount(_ account: Int, _ list: String, _ page: Int?, _ language: String?) -> Self {
        paged("account/\(account, as: "id")/\(list, as: "list")/movies", ["language": language], page: page).access(
            .private)
    }
}

extension Request where API == TMDb, Value == Void {
    /// Rates a movie from 0.5 to 10 in steps of 0.5, with `POST /movie/{id}/rating`.
    public static func rate(_ movie: Int, _ rating: Double) -> Self {
        Request("movie/\(movie, as: "id")/rating", method: .post, body: .json(["value": rating]), reading: .nothing)
            .access(.private)
            .requiring(
                (1...20).map { Double($0) / 2 }.contains(rating),
                otherwise: "a rating is a number from 0.5 to 10 in steps of 0.5")
    }

    /// Removes the rating of a movie, with `DELETE /movie/{id}/rating`.
    public static func removeRating(of movie: Int) -> Self {
        Request("movie/\(movie, as: "id")/rating", method: .delete, reading: .nothing).access(.private)
    }

    /// Adds a movie to the favourites, or removes it, with `POST /account/{id}/favorite`.
    public static func setFavorite(_ movie: Int, _ isFavorite: Bool, of account: Int) -> Self {
        change("favorite", of: account, ListChange(media_id: movie, favorite: isFavorite))
    }

    /// Adds a movie to the watchlist, or removes it, with `POST /account/{id}/watchlist`.
    public static func setWatchlist(_ movie: Int, _ isOnIt: Bool, of account: Int) -> Self {
        change("watchlist", of: account, ListChange(media_id: movie, watchlist: isOnIt))
    }

    private static func change(_ list: String, of account: Int, _ change: ListChange) -> Self {
        Request(
            "account/\(account, as: "id")/\(list, as: "list")", method: .post, body: .json(change), reading: .nothing
        )
        .access(.private)
    }

    /// Ends a session, with `DELETE /authentication/session`.
    static func end(_ session: TMDb.Session) -> Self {
        Request(
            "authentication/session", method: .delete, body: .json(["session_id": session.id]), reading: .nothing)
    }
}

/// The body for changing a list, with the service's names.
// swift-format-ignore: AlwaysUseLowerCamelCase
private struct ListChange: Encodable {
    var media_type = "movie"
    let media_id: Int
    var favorite: Bool?
    var watchlist: Bool?
}

// MARK: - Signing in

extension Request where API == TMDb, Value == TMDb.RequestToken {
    /// Requests a token that the person has to approve, with `GET /authentication/token/new`.
    public static var requestToken: Self { Request("authentication/token/new").caching(.bypass) }

    /// Approves a token with a name and a password, with
    /// `POST /authentication/token/validate_with_login`.
    static func approve(_ token: TMDb.RequestToken, _ login: TMDb.Session.Login) -> Self {
        let fields = ["username": login.user, "password": login.password, "request_token": token.value]
        return Request("authentication/token/validate_with_login", method: .post, body: .json(fields))
    }
}

/// The id of a session as the service sends it.
struct SessionID: Decodable, Sendable {
    let id: String

    private enum CodingKeys: String, CodingKey {
        case id = "session_id"
    }
}

extension Request where API == TMDb, Value == SessionID {
    /// Requests a session for an approved token, with `POST /authentication/session/new`.
    static func session(for token: TMDb.RequestToken) -> Self {
        Request("authentication/session/new", method: .post, body: .json(["request_token": token.value]))
    }
}

extension Request where API == TMDb, Value == TMDb.Account {
    /// Requests the account of a session that isn't signed in yet.
    static func account(of session: TMDb.Session) -> Self {
        Request("account", query: ["session_id": session.id]).caching(.bypass)
    }
}
