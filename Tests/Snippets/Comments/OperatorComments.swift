import Foundation
import Freshet
import FreshetCombine
import FreshetResources

// The code of the comments about operators and view models.

enum OperatorComments {
    static func shared(
        _ news: Client<News>, show: @escaping ([News.Article]) -> Void, count: @escaping (Int) -> Void
    ) -> [AnyCancellable] {
        let headlines = news.publisher(for: .headlines).share(replay: 1)
        let list = headlines.map(\.articles).replaceError(with: []).sink { show($0) }
        let badge = headlines.map(\.articles.count).replaceError(with: 0).sink { count($0) }
        return [list, badge]
    }

    static func collected(
        _ ids: [Int], of theatre: Client<Theatre>, show: @escaping ([Play], Bool) -> Void
    ) -> AnyCancellable {
        ids.collectInOrder { theatre.publisher(for: .play($0)) }
            .sink { plays in show(plays.values, plays.isComplete) }
    }

    static func zipped(_ theatre: Client<Theatre>) -> some Publisher<[Play], FetchError> {
        [7, 8].map { theatre.publisher(for: .play($0)) }.zip()
    }

    static func observed(
        _ news: Client<News>, show: @escaping (Bool) -> Void
    ) -> (AnyPublisher<News.Page, FetchError>, AnyCancellable) {
        let isLoading = CurrentValueSubject<Bool, Never>(false)
        let headlines = news.publisher(for: .headlines).observeFetchStatus(with: isLoading)
        let indicator = isLoading.receive(on: DispatchQueue.main).sink { show($0) }
        return (headlines, indicator)
    }

    final class Headlines {
        @Published var state = LoadingState<News.Page>.idle

        func load(_ news: Client<News>) {
            news.publisher(for: .headlines)
                .convertToLoadingState()
                .receive(on: DispatchQueue.main)
                .assign(to: &$state)
        }
    }

    static func awaited(_ news: Client<News>) async throws -> News.Page {
        let page = try await news.publisher(for: .headlines).firstValue()
        return page
    }

    static func play(
        _ theatre: Client<Theatre>, show: @escaping (ResourceState<Play>) -> Void
    ) -> AnyCancellable {
        theatre.resource(.play(7)).publisher
            .receive(on: DispatchQueue.main)
            .sink { state in show(state) }
    }

    static func shown(_ titles: AnyPublisher<String, Never>, in label: PublisherComments.Label) -> AnyCancellable {
        let binding = titles.assign(to: \.text, onWeak: label)
        return binding
    }

    static func hinted(on scheduler: AnyScheduler, show: @escaping () -> Void) {
        let hint = scheduler.wait(for: .seconds(2)) { show() }
        hint.cancel()
    }

    static func picture(_ news: Client<News>) -> ImageLoader {
        let store = ImageStore(client: news)
        let picture = ImageLoader(store: store)
        picture.url = URL(string: "https://news.example/picture.png")
        return picture
    }

    static func results(_ news: Client<News>, show: @escaping ([News.Article]) -> Void) -> AnyCancellable {
        let search = SearchResultsLoader { query in news.publisher(for: .search(query)).map(\.articles) }
        let results = search.searchForItems(matching: "apple")
            .replaceError(with: [])
            .sink { articles in show(articles) }
        return results
    }

    // MARK: - The operators of Combine

    static func combined(_ news: Client<News>, _ weather: Client<Weather>) -> some Publisher<String, FetchError> {
        news.publisher(for: .headlines)
            .combineLatest(weather.publisher(for: .forecast(for: "Oslo")))
            .map { page, forecast in "\(page.articles.count) articles. \(forecast.text)" }
    }

    final class Field {
        @Published var text = ""
        @Published var query = ""

        init() {
            $text
                .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
                .assign(to: &$query)
        }
    }

    static func plays(
        _ ids: AnyPublisher<Int, FetchError>, of theatre: Client<Theatre>
    ) -> some Publisher<Play, FetchError> {
        ids.flatMap(maxPublishers: .max(2)) { theatre.publisher(for: .play($0)) }
    }
}
