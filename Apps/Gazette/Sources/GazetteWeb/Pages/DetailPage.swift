import Freshet
import FreshetCombine
import HackerNews
import ReaderModels
import TMDb
import TheMealDB

/// A view model of a single thing.
protocol DetailModel: ObservableObject {
    associatedtype Value
    /// The thing, and how its loading goes.
    var state: FetchState<Value> { get }
    /// The failure that a screen should tell.
    var selectedError: SelectedError? { get }
    func load()
    func cancel()
}

extension MovieDetailViewModel: DetailModel {
    var state: FetchState<TMDb.Movie> { movie }
}

extension MealDetailViewModel: DetailModel {
    var state: FetchState<TheMealDB.Meal> { meal }
}

extension ThreadViewModel: DetailModel {
    var state: FetchState<HackerNews.Item> { root }
}

/// A view of a single thing.
protocol DetailPage: ModelPage where Model: DetailModel {
    /// What the thing is called in a sentence.
    var noun: String { get }
    /// The parts that show the thing.
    func parts(of value: Model.Value) -> [Region]
}

extension DetailPage {
    func start() { model.load() }
    func proceed() -> Bool { !model.state.isFetching }
    func retry() { model.load() }
    func cancel() { model.cancel() }

    func regions() -> [Region] {
        let state = model.state
        let status = Region(
            "status", "status", StatusContext(state, error: model.selectedError, retry: address.link(), noun: noun))
        if let value = state.value { return [status] + parts(of: value) }
        return state.isFetching ? [status, Region("awaited", "skeleton", Skeleton(.detail))] : [status]
    }
}
