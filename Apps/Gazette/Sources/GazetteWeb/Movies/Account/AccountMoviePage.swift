import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage
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
    private var rating: String?

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
        case "rating": rating = input.value
        case "rate":
            // Without another rating, the present one stays.
            if let choice = rating.flatMap(MovieChoice.init(rating:)) { model.choose(choice) }
        case "watchlist": model.choose(.watchlist(model.standing?.isOnWatchlist != true))
        case "favorite": model.choose(.favorite(model.standing?.isFavorite != true))
        default: return handleCommon(input)
        }
        return true
    }

    func regions() -> [Region] {
        let state = model.fetch
        var status = StatusContext(state, error: model.selectedError, retry: address.link(), noun: noun)
        status.leadOn(to: section)
        guard let standing = model.standing else {
            return [Region("status", status), Region("account", Skeleton(shape))]
        }
        let context = AccountMovieContext(
            id, title: model.movie.movie.value?.title, standing, model.problems, unsent: model.unsent)
        return [Region("status", status), Region("account", context)]
    }

    func parts(of state: TMDb.AccountState) -> [Region] { [] }
}
