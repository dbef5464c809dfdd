import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the comments about publishers and streams.

enum PublisherComments {
    static func callback(_ name: String, in directory: OldDirectory) -> CallbackPublisher<String, any Error> {
        CallbackPublisher { completion in
            let task = directory.user(named: name, completion.pair)
            return { task.cancel() }
        }
    }

    static func forecast(_ weather: Client<Weather>) -> some Publisher<Forecast, any Error> {
        weather.dataTaskPublisher(for: .forecast(for: "Oslo"))
            .tryDecodeResponse(type: Forecast.self, decoder: JSONDecoder.snakeCaseConverting)
    }

    static func values(of news: Client<News>) -> AnyCancellable {
        news.publisher(for: .headlines)
            .receive(on: DispatchQueue.main)
            .sink { completion in
                print(completion)
            } receiveValue: { page in
                print(page.articles.count)
            }
    }

    static func states(of news: Client<News>) -> AnyCancellable {
        news.responsePublisher(for: .headlines)
            .mapToFetchState()
            .receive(on: DispatchQueue.main)
            .sink { state in print(state.isStale) }
    }

    static func loop(
        over pages: FetchPublisher<News, News.Page>, show: (News.Page) -> Void
    ) async {
        do throws(FetchError) {
            for try await page in pages.typedValues { show(page) }
        } catch { print(error.code) }
    }

    final class Search {
        @Published var query = ""
        @Published var state = LoadingState<News.Page>.idle

        init(_ news: Client<News>) {
            $query
                .latest { news.publisher(for: .search($0)) }
                .receive(on: DispatchQueue.main)
                .assign(to: &$state)
        }
    }

    static func retried(_ news: Client<News>) -> some Publisher<News.Page, FetchError> {
        news.publisher(for: .headlines).retry(RetryPolicy(attempts: 4), scheduler: DispatchQueue.main)
    }

    static func plays(_ ids: [Int], of theatre: Client<Theatre>) -> some Publisher<Play, Never> {
        ids.inOrder { theatre.publisher(for: .play($0)) }
            .compactMap { try? $0.get() }  // those that failed are left out
    }

    static func field(_ films: Loader<[Film]>, of cinema: Client<Cinema>) -> AnyCancellable {
        let field = SearchField(rules: SearchRules(length: 3...100))
        let queries = field.$query.dropFirst().sink { query in
            if let query { films.load(.films(by: query), from: cinema) } else { films.clear() }
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

    static func scheduled(_ news: Client<News>, clock: ManualClock) -> [Loader<News.Page>] {
        func inApp() -> Loader<News.Page> {
            let headlines = Loader(from: news, scheduler: .main) { .headlines }
            return headlines
        }
        let headlines = Loader(from: news, scheduler: clock.scheduler) { .headlines }  // ManualClock of FreshetTesting
        return [inApp(), headlines]
    }

    static func headlines(_ news: Client<News>) -> Loader<News.Page> {
        let headlines = Loader { news.publisher(for: .headlines) }
        headlines.load()
        return headlines
    }

    static func searched(_ news: Client<News>) {
        let search = Loader<News.Page>()
        search.load(news.publisher(for: .search("apple")))
        search.cancel()  // ends this call, not the loader
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
