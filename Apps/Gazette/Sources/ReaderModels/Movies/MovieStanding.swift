public import TMDb

/// What is known of an account's state for a movie: the state of the service, or only what was chosen offline.
public struct MovieStanding: Hashable, Sendable {
    /// The rating; `nil` for none, or if it is not known.
    public private(set) var rating: Double?
    /// Whether the rating is known.
    public private(set) var isRatingKnown = false
    /// Whether the movie is a favourite; `nil` if that is not known.
    public private(set) var isFavorite: Bool?
    /// Whether the movie is on the watchlist; `nil` if that is not known.
    public private(set) var isOnWatchlist: Bool?

    /// Makes a standing of which nothing is known.
    public init() {}

    /// Makes the standing of a state.
    public init(_ state: TMDb.AccountState) {
        rating = state.rating
        isRatingKnown = true
        isFavorite = state.isFavorite
        isOnWatchlist = state.isOnWatchlist
    }

    /// Changes what was chosen.
    public mutating func apply(_ choice: MovieChoice) {
        switch choice {
        case .rating(let rating): (self.rating, isRatingKnown) = (rating, true)
        case .watchlist(let isListed): isOnWatchlist = isListed
        case .favorite(let isListed): isFavorite = isListed
        }
    }
}
