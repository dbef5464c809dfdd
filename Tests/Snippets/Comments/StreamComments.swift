import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import JSONPlaceholder
import NewsAPI
import TMDb
import Testing
import TheMealDB

// The code of the comments about publishers, streams, services and tests.

enum PublisherComments {
    static func callback(_ name: String, in directory: OldDirectory) -> CallbackPublisher<String, any Error> {
        CallbackPublisher { completion in
            let task = directory.user(named: name, completion.pair)
            return { task.cancel() }
        }
    }

    static func movie(_ id: Int, of movies: Client<TMDb>) -> some Publisher<TMDb.Movie, any Error> {
        movies.dataTaskPublisher(for: .movie(id))
            .tryDecodeResponse(type: TMDb.Movie.self, decoder: JSONDecoder.snakeCaseConverting)
    }

    static func values(of news: Client<NewsAPI>) -> AnyCancellable {
        news.publisher(for: .topHeadlines(country: .us))
            .receive(on: DispatchQueue.main)
            .sink { completion in
                print(completion)
            } receiveValue: { page in
                print(page.totalResults)
            }
    }

    static func states(of news: Client<NewsAPI>) -> AnyCancellable {
        news.responsePublisher(for: .topHeadlines(country: .us))
            .mapToFetchState()
            .receive(on: DispatchQueue.main)
            .sink { state in print(state.isStale) }
    }

    static func loop(
        over pages: FetchPublisher<NewsAPI, NewsAPI.ArticlePage>, show: (NewsAPI.ArticlePage) -> Void
    ) async {
        do throws(FetchError) {
            for try await page in pages.typedValues { show(page) }
        } catch { print(error.code) }
    }

    final class Search {
        @Published var query = ""
        @Published var state = LoadingState<NewsAPI.ArticlePage>.idle

        init(_ news: Client<NewsAPI>) {
            $query
                .latest { news.publisher(for: .everything($0)) }
                .receive(on: DispatchQueue.main)
                .assign(to: &$state)
        }
    }

    static func retried(_ news: Client<NewsAPI>) -> some Publisher<NewsAPI.SourceList, FetchError> {
        news.publisher(for: .sources()).retry(RetryPolicy(attempts: 4), scheduler: DispatchQueue.main)
    }

    static func items(_ ids: [Int], of hackerNews: Client<HackerNews>) -> some Publisher<HackerNews.Item, Never> {
        ids.inOrder { hackerNews.publisher(for: .item($0)) }
            .compactMap { try? $0.get() }  // those that failed are left out
    }

    static func searches(_ news: Client<NewsAPI>) -> [SearchModel<NewsAPI.Article>] {
        let search = SearchModel(news, items: \.articles) { text in .everything(text) }
        return [search]
    }

    static func field(_ films: Trigger<String, [Film]>) -> AnyCancellable {
        let field = SearchField(rules: SearchRules(length: 3...100))
        let queries = field.$query.dropFirst().sink { query in
            if let query { films.send(query) } else { films.cancel() }
        }
        return queries
    }

    final class Label {
        var text = ""
    }

    static func sent(to label: Label, on scheduler: AnyScheduler, loadedText: @escaping @Sendable () async -> String) {
        let show = scheduler.sender(to: label) { label, text in label.text = text }
        Task { show(await loadedText()) }
    }

    static func scheduled(_ news: Client<NewsAPI>, clock: ManualClock) -> [Loader<NewsAPI.SourceList>] {
        func inApp() -> Loader<NewsAPI.SourceList> {
            let sources = Loader(from: news, scheduler: .main) { .sources() }
            return sources
        }
        let sources = Loader(from: news, scheduler: clock.scheduler) { .sources() }  // ManualClock of FreshetTesting
        return [inApp(), sources]
    }

    static func sources(_ news: Client<NewsAPI>) -> ObservedState<LoadingState<NewsAPI.SourceList>> {
        let sources = Loader { news.publisher(for: .sources()) }
        sources.load()
        return observed(sources)
    }

    static func observed<Value>(_ loader: Loader<Value>) -> ObservedState<LoadingState<Value>> {
        let state = ObservedState(loader.state, updates: loader.$state)
        return state
    }

    static func triggered(_ news: Client<NewsAPI>) {
        let search = Trigger { (text: String) in news.publisher(for: .everything(text)) }
        search.send("apple")
        search.cancel()  // ends this call, not the trigger
    }
}

// MARK: - Streams

extension Request where API == Cinema, Value == String {
    static var log: Self { Request("log", reading: .text) }
}

extension Request where API == Bourse, Value == Data {
    static var changes: Self { Request("changes") }
}

extension Request where API == Cinema, Value == Film {
    static var allFilms: Self { .catalogue }
}

enum StreamComments {
    struct Change: Decodable, Sendable {
        let key: String
    }

    static func prices(of client: Client<Bourse>, show: @escaping @Sendable (Price) -> Void) async throws {
        for try await event in client.events(for: .prices) { show(event.value) }
        for try await event in client.textEvents(for: .prices) { print(event.name, event.value) }
    }

    static func delivered(_ client: Client<Bourse>, show: @escaping @Sendable (Price) -> Void) -> FetchTask {
        let task = client.events(for: .prices).deliver { event in
            show(event.value)
        } completion: {
            print($0)
        }
        return task
    }

    static func changes(_ client: Client<Bourse>) -> ServerEvents<Bourse, Change> {
        client.events(for: .changes) { event, service -> Change? in
            event.name == "put" ? try service.decode(Change.self, from: Data(event.value.utf8)) : nil
        }
    }

    static func pages(of client: Client<Cinema>, show: (Any) -> Void) async throws {
        for try await page in client.pages(of: .films) { show(page.value) }
        for try await film in client.pages(of: .films).items({ $0 }) { show(film) }
    }

    static func next(after response: Response<Data>) -> String? {
        let next = response.links["next"]
        return next
    }

    static func values(of client: Client<Cinema>, in index: FilmIndex) async throws {
        for try await film in client.values(for: .allFilms) { await index.add(film) }
    }

    static func lines(of client: Client<Cinema>) async throws {
        for try await line in client.lines(for: .log) { print(line) }
    }
}

// MARK: - Services

enum ServiceComments {
    static func stories() async throws -> Int {
        let news = Client(HackerNews())
        let ids = try await news.value(for: .list(.top))
        let stories = await news.items(Array(ids.prefix(30)))
        return stories.items.count
    }

    static func versions(of news: Client<HackerNews>, show: ([Int]) -> Void) async throws {
        for try await ids in news.versions(of: .new) { show(ids) }
    }

    static func hits() async throws -> Int {
        let search = Client(HackerNewsSearch())
        let page = try await search.value(for: .search(.init("swift concurrency", tags: [.story])))
        return page.hits.count
    }

    static func people() async throws -> Int {
        let people = Client(JSONPlaceholder())
        let users = try await people.value(for: .all(JSONPlaceholder.User.self))
        return users.count
    }

    static func movies(token: String) async throws -> Int {
        let movies = Client(TMDb(.token(token)))
        let page = try await movies.value(for: .movies(.nowPlaying))
        return page.results.count
    }

    static func meals() async throws -> Int {
        let meals = Client(TheMealDB())
        let found = try await meals.value(for: .search("risotto"))
        return found.count
    }
}
