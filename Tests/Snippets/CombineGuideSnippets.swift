import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide "Coming from URLSession and Combine".

final class HeadlinesScreen: ObservableObject {
    @Published private(set) var headlines = LoadingState<[String]>.idle

    func load(_ news: Client<News>) {
        news.publisher(for: .headlines)
            .map { page in page.articles.map(\.headline) }
            .convertToLoadingState()
            .receive(on: DispatchQueue.main)
            .assign(to: &$headlines)
    }
}

final class SearchScreen: ObservableObject {
    @Published var query = ""
    @Published private(set) var found = LoadingState<News.Page>.idle

    init(_ news: Client<News>) {
        $query
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .filter { !$0.isEmpty }
            .latest { news.publisher(for: .search($0)) }
            .receive(on: DispatchQueue.main)
            .assign(to: &$found)
    }
}

func checkedSearch(_ news: Client<News>) -> AnyCancellable {
    let field = SearchField(rules: SearchRules(length: 3...100))
    let found = Loader<News.Page>()
    let queries = field.$query.dropFirst().sink { query in
        if let query { found.load(.search(query), from: news) } else { found.clear() }
    }
    field.text = "rivers"  // show found.fetch, or field.idleReason
    found.load()  // tries again after a failure
    return queries
}

func headlinesLoader(_ news: Client<News>) -> Loader<News.Page> {
    let headlines = Loader(from: news) { .headlines }
    headlines.load()  // headlines.fetch: value, error, isFetching, isStale
    return headlines
}

func forecasts(_ weather: Client<Weather>, for cities: [String]) -> AnyCancellable {
    cities
        .collectInOrder(maxConcurrent: 4) { weather.publisher(for: .forecast(for: $0)) }
        .receive(on: DispatchQueue.main)
        .sink { results in
            print(results.values.map(\.text), results.failures.count)
        }
}

/// A callback of older code.
final class Directory {
    func phone(of name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
        completion("555-0100", nil)
    }
}

func phone(of name: String, in directory: Directory) -> CallbackPublisher<String, any Error> {
    CallbackPublisher { completion in
        directory.phone(of: name, completion: completion.pair)
        return nil
    }
}

func showAnswer(at address: URL) {
    URLSession.shared.dataTask(with: address) { result in
        switch result {
        case .success(let (response, data)): print((response as? HTTPURLResponse)?.statusCode ?? 0, data.count)
        case .failure(let error): print(error)
        }
    }
    .resume()
}

func keptPipeline(_ weather: Client<Weather>) -> AnyPublisher<Forecast, any Error> {
    weather.dataTaskPublisher(for: .forecast(for: "Oslo"))
        .tryDecodeResponse(type: Forecast.self, decoder: JSONDecoder.snakeCaseConverting)
        .eraseToAnyPublisher()
}

@Test func theKeptPipelineDecodes() async throws {
    let server = StubTransport { _ in .json(#"{"text": "Rain"}"#) }
    let weather = Client(Weather(), transport: server, cache: nil)
    #expect(try await keptPipeline(weather).firstValue().text == "Rain")
}
