import Freshet
import FreshetCombine
import ReaderModels
import TMDb

/// The view of a movie's rating and lists in a visitor's account.
/// Its forms work without a script; with one, changes are shown at once.
final class AccountMoviePage: DetailPage {
    let section: Section? = .movies
    let noun = "movie"
    let shape = Skeleton.Shape.line
    let model: AccountMovieViewModel
    let address: PageAddress
    private let id: Int
    /// The rating that is chosen in the form.
    private var rating: Double?

    init(_ model: AccountMovieViewModel, id: Int, _ address: PageAddress) {
        self.model = model
        self.id = id
        self.address = address
    }

    var title: String { model.movie.title }
    var hasTitle: Bool { model.movie.movie.value != nil }

    func proceed() -> Bool { !model.fetch.isFetching && !model.movie.movie.isFetching }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "rating": rating = Double(input.value)
        case "rate": model.choose(.rating(rating))
        case "watchlist": model.choose(.watchlist(model.fetch.value?.isOnWatchlist != true))
        case "favorite": model.choose(.favorite(model.fetch.value?.isFavorite != true))
        default: return handleCommon(input)
        }
        return true
    }

    func parts(of state: TMDb.AccountState) -> [Region] {
        [Region("account", AccountMovieContext(id, state, model.problems))]
    }
}
