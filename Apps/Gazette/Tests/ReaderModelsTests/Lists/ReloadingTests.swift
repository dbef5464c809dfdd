import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import JSONPlaceholder
import NewsAPI
import ReaderModels
import TMDb
import Testing
import TheMealDB

/// A screen that is opened again shows fresh responses; loading it again sends a request.
@Suite(.timeLimit(.minutes(2)))
struct ReloadingTests {
    let backend = Backend.ofAllScreens()
    let clock = ManualClock()
    let cache: HTTPCache

    init() {
        var rules = CacheRules()
        rules.policy = .lifetime(.seconds(900))
        cache = HTTPCache(rules: rules)
    }

    private func client<API: Service>(_ service: API) -> Client<API> {
        Client(service, transport: backend.transport, cache: cache, retry: .never)
    }

    /// Opens a screen twice and loads it again.
    ///
    /// - Parameter reloaded: The texts in the targets that are then requested.
    private func check<Model>(
        reloaded: [String], _ make: () -> Model, start: (Model) -> Void, reload: (Model) -> Void,
        isDone: (Model) -> Bool
    ) async throws {
        let first = make()
        start(first)
        try await clock.settle { isDone(first) }
        let opened = backend.targets
        let second = make()
        start(second)
        try await clock.settle { isDone(second) }
        #expect(!opened.isEmpty && backend.targets == opened)
        reload(second)
        try await clock.settle { backend.targets.count == opened.count + reloaded.count && isDone(second) }
        for text in reloaded {
            #expect(backend.targets.dropFirst(opened.count).contains { $0.contains(text) }, "\(text)")
        }
    }

    @Test func articles() async throws {
        try await check(
            reloaded: ["/top-headlines"],
            { ArticlesViewModel(client(NewsAPI(apiKey: "key")), scheduler: clock.scheduler) },
            start: { $0.start() }, reload: { $0.retry() },
            isDone: { $0.articles.fetch.value != nil && !$0.articles.fetch.isFetching })
    }

    @Test func sources() async throws {
        try await check(
            reloaded: ["/top-headlines/sources"],
            { SourcesViewModel(client(NewsAPI(apiKey: "key")), scheduler: clock.scheduler) },
            start: { $0.start() }, reload: { $0.retry() },
            isDone: { $0.sources.value != nil && !$0.sources.isFetching })
    }

    @Test func movies() async throws {
        try await check(
            reloaded: ["/3/movie/"],
            { MoviesViewModel(client(TMDb(.token("token"))), scheduler: clock.scheduler) },
            start: { $0.start() }, reload: { $0.retry() },
            isDone: { $0.movies.fetch.value != nil && !$0.isFetchingData })
    }

    @Test func aSearchForMovies() async throws {
        try await check(
            reloaded: ["/3/search/"],
            { PagedSearch<TMDb.Movie>.movies(client(TMDb(.token("token"))), scheduler: clock.scheduler) },
            start: {
                $0.text = "mario"
                $0.submit()
            }, reload: { $0.retry() },
            isDone: { $0.results.fetch.value != nil && !$0.results.fetch.isFetching })
    }

    @Test func aMovie() async throws {
        try await check(
            reloaded: ["/3/movie/7"],
            { MovieDetailViewModel(client(TMDb(.token("token"))), id: 7, scheduler: clock.scheduler) },
            start: { $0.load() }, reload: { $0.retry() },
            isDone: { $0.movie.value != nil && !$0.movie.isFetching })
    }

    @Test func meals() async throws {
        try await check(
            reloaded: ["/filter.php"],
            { MealBrowserViewModel(client(TheMealDB()), scheduler: clock.scheduler) },
            start: { $0.start() }, reload: { $0.retry() },
            isDone: { $0.meals.fetch.value != nil && !$0.meals.fetch.isFetching })
    }

    @Test func aMeal() async throws {
        try await check(
            reloaded: ["/lookup.php"],
            { MealDetailViewModel(client(TheMealDB()), id: "1", scheduler: clock.scheduler) },
            start: { $0.load() }, reload: { $0.retry() },
            isDone: { $0.meal.value != nil && !$0.meal.isFetching })
    }

    @Test func people() async throws {
        try await check(
            reloaded: ["/users", "/albums", "/photos"],
            { UsersViewModel(client(JSONPlaceholder()), scheduler: clock.scheduler) },
            start: { $0.load() }, reload: { $0.retry() },
            isDone: { $0.people.value != nil && !$0.people.isFetching })
    }

    @Test func stories() async throws {
        try await check(
            reloaded: ["/topstories", "/item/1.json"],
            { StoriesViewModel(client(HackerNews()), scheduler: clock.scheduler) },
            start: { $0.start() }, reload: { $0.retry() },
            isDone: { $0.stories.fetch.value != nil && !$0.stories.fetch.isFetching })
    }
}
