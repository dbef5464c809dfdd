public import Freshet
public import HackerNews
public import TMDb
public import TheMealDB

/// A view model of a single thing.
public protocol DetailModel: ErrorTelling {
    associatedtype Value
    /// The thing, and how its loading goes.
    var state: FetchState<Value> { get }
    func load()
    /// Cancels what is under way. What is shown stays.
    func cancel()
}

extension DetailModel {
    public var showsBesideError: Bool { state.value != nil }

    // Enough where the service lets nothing be fresh, as Hacker News does.
    public func retry() { load() }
}

extension MovieDetailViewModel: DetailModel {
    public var state: FetchState<TMDb.Movie> { movie }
}

extension MealDetailViewModel: DetailModel {
    public var state: FetchState<TheMealDB.Meal> { meal }
}

extension ThreadViewModel: DetailModel {
    public var state: FetchState<HackerNews.Item> { root }
}

extension UserViewModel: DetailModel {
    public var state: FetchState<HackerNews.User> { user }
}
