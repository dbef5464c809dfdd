import Freshet
public import FreshetOutbox
import FreshetResources
public import TMDb

/// A choice of an account for a movie, as an outbox stores it.
public struct MovieChange: StoredChange {
    /// The id of the movie.
    public let movie: Int
    /// The title of the movie; `nil` if it was not known.
    public let title: String?
    /// The id of the account.
    public let account: Int
    /// What was chosen.
    public var choice: MovieChoice

    /// The greatest length of a stored title.
    private static let titleLimit = 200

    /// Makes a change.
    public init(_ choice: MovieChoice, for movie: Int, title: String? = nil, of account: Int) {
        self.movie = movie
        self.title = title.flatMap { $0.isEmpty ? nil : String($0.prefix(Self.titleLimit)) }
        self.account = account
        self.choice = choice
    }

    /// The write that sends changes, those of one movie in their order.
    ///
    /// The service sets what a request contains: repeating one has no further effect. So of several unsent choices of
    /// one kind, only the latest is sent.
    public static let write = DurableWrite<TMDb, MovieChange, Void>("movie") { change in
        change.choice.request(change.movie, change.account)
    } plan: { change, write in
        let choice = change.choice
        write.update(.accountState(of: change.movie)) { choice.apply(to: &$0) }
        write.invalidates(.path("account/\(change.account)"))
    }
    .repeating(.idempotent)
    .scoped { "movie \($0.movie)" }
    .replacing { "\($0.choice.kind.rawValue) of \($0.movie)" }

    /// The movie service at the beginning of a sentence.
    public static var serviceName: String { "The movie service" }

    /// Whether nothing of an earlier change remains after this one.
    public func replaces(_ earlier: MovieChange) -> Bool {
        movie == earlier.movie && account == earlier.account && choice.kind == earlier.choice.kind
    }

    /// The change in words: "Set your rating of “Mario” to 8.5".
    public var sentence: String {
        let name = title.map { "“\($0)”" } ?? "movie \(movie)"
        return switch choice {
        case .rating(let rating?): "Set your rating of \(name) to \(Self.text(of: rating))"
        case .rating(nil): "Remove your rating of \(name)"
        case .watchlist(true): "Add \(name) to your watchlist"
        case .watchlist(false): "Remove \(name) from your watchlist"
        case .favorite(true): "Add \(name) to your favourites"
        case .favorite(false): "Remove \(name) from your favourites"
        }
    }

    /// A rating without a fraction that is zero: "8", "8.5".
    private static func text(of rating: Double) -> String {
        rating.rounded() == rating ? "\(Int(exactly: rating) ?? 0)" : "\(rating)"
    }
}
