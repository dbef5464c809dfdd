public import Freshet
import FreshetResources
public import TMDb

/// A change of an account's state for a movie.
public enum MovieChoice: Hashable, Codable, Sendable {
    /// The part of the state that a choice changes. A screen shows a failure beside it.
    public enum Kind: String, Hashable, Sendable {
        case rating, watchlist, favorite
    }

    /// Rates it; `nil` removes the rating.
    case rating(Double?)
    /// Puts it on the watchlist, or takes it off.
    case watchlist(Bool)
    /// Makes it a favourite, or no longer one.
    case favorite(Bool)

    /// The part of the state that the choice changes.
    public var kind: Kind {
        switch self {
        case .rating: .rating
        case .watchlist: .watchlist
        case .favorite: .favorite
        }
    }

    /// Changes a state.
    func apply(to state: inout TMDb.AccountState) {
        switch self {
        case .rating(let rating): state.rating = rating
        case .watchlist(let isListed): state.isOnWatchlist = isListed
        case .favorite(let isListed): state.isFavorite = isListed
        }
    }

    /// The request that makes the change.
    func request(_ movie: Int, _ account: Int) -> Request<TMDb, Void> {
        switch self {
        case .rating(let rating?): .rate(movie, rating)
        case .rating(nil): .removeRating(of: movie)
        case .watchlist(let isListed): .setWatchlist(movie, isListed, of: account)
        case .favorite(let isListed): .setFavorite(movie, isListed, of: account)
        }
    }
}

extension Client where API == TMDb {
    /// Changes an account's state for a movie. Screens that show it show the change at once.
    ///
    /// - Throws: The `FetchError` of the service. The screens then show the earlier state again.
    public func choose(_ choice: MovieChoice, for movie: Int, of account: Int) async throws(FetchError) {
        try await write(choice.request(movie, account)) {
            $0.scope = "\(choice.kind) of \(movie)"
            $0.update(.accountState(of: movie)) { choice.apply(to: &$0) }
            $0.invalidates(.path("account/\(account)"))
        }
    }
}
