// A news reader: the view models of a screen with three modes, and of a list of sources with a filter.

import Foundation
import FreshetCombine
import HTTPTypes

struct News: Service {
    struct Page: Decodable { let articles: [Article] }
    struct Article: Decodable { let title: String? }
    struct SourceList: Decodable { let sources: [Source] }
    struct Source: Decodable { let name: String? }

    private struct Failure: Decodable {
        let code: String
        let message: String
    }

    let baseURL = "https://news.example/v2"
    let credentials: Credentials? = .header(HTTPField.Name("X-Api-Key")!, "key")

    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        (try? decoder.decode(Failure.self, from: body)).map { ServiceError(code: $0.code, message: $0.message) }
    }
}

extension Request where API == News, Value == News.Page {
    static func topHeadlines(_ query: Query) -> Self { Request("top-headlines", query: query) }
    static func everything(_ text: String) -> Self { Request("everything", query: ["q": text]) }
}

extension Request where API == News, Value == News.SourceList {
    static func sources(country: String) -> Self { Request("sources", query: ["country": country]) }
}

/// What the screen asks for, by the segment that is chosen.
enum Endpoint: Equatable {
    case topHeadlines
    case search(String)
    case category(String)
    case source(String)

    init?(index: Int, text: String) {
        switch index {
        case 0: self = .topHeadlines
        case 1: self = .search(text)
        case 2: self = .category(text)
        case 3: self = .source(text)
        default: return nil
        }
    }

    var request: Request<News, News.Page> {
        switch self {
        case .topHeadlines: return .topHeadlines(["country": "us"])
        case .search(let text): return .everything(text)
        case .category(let name): return .topHeadlines(["category": name])
        case .source(let id): return .topHeadlines(["sources": id])
        }
    }
}

/// Articles that follow the segment and the text. A failure leaves them as they are.
final class ArticlesViewModel: ObservableObject {
    @Published var indexEndpoint: Int
    @Published var searchString: String
    @Published private(set) var articles: [News.Article] = []

    init(_ news: Client<News>, index: Int = 0, text: String = "sports", scheduler: AnyScheduler = .main) {
        indexEndpoint = index
        searchString = text
        let validString =
            $searchString
            .debounce(for: .milliseconds(100), scheduler: scheduler)
            .removeDuplicates()
        $indexEndpoint.combineLatest(validString)
            .compactMap { Endpoint(index: $0, text: $1) }
            .latest { news.publisher(for: $0.request) }
            .compactMap(\.value?.articles)
            .receive(on: scheduler)
            .assign(to: &$articles)
    }
}

/// The same, with the failure; a text that is too short or too long is not sent, and the error has the reason.
final class ArticlesViewModelErr: ObservableObject {
    enum Problem: Error, Equatable {
        case length(ClosedRange<Int>)
        case fetch(FetchError)
    }

    @Published var indexEndpoint: Int
    @Published var searchString: String
    @Published private(set) var articles: [News.Article] = []
    @Published var articlesError: Problem?

    private var subscriptions = Set<AnyCancellable>()

    init(_ news: Client<News>, index: Int = 0, text: String = "sports", scheduler: AnyScheduler = .main) {
        indexEndpoint = index
        searchString = text
        let lengths = 3...30
        $indexEndpoint.combineLatest(
            $searchString.debounce(for: .milliseconds(100), scheduler: scheduler).removeDuplicates()
        )
        .compactMap { Endpoint(index: $0, text: $1) }
        .latest { endpoint -> AnyPublisher<[News.Article], Problem> in
            if case .search(let text) = endpoint, !lengths.contains(text.count) { return .fail(with: .length(lengths)) }
            return news.publisher(for: endpoint.request)
                .map(\.articles)
                .mapError(Problem.fetch)
                .eraseToAnyPublisher()
        }
        .receive(on: scheduler)
        .sink { [weak self] state in
            guard let self = self else { return }
            if let articles = state.value { self.articles = articles }
            self.articlesError = state.error as? Problem
        }
        .store(in: &subscriptions)
    }
}

/// Sources of a country, filtered by name without a new request.
final class SourcesViewModel: ObservableObject {
    @Published var searchString = ""
    @Published var country = "us"
    @Published private(set) var sources: [News.Source] = []
    @Published private(set) var sourcesError: Error?

    private var subscriptions = Set<AnyCancellable>()

    init(_ news: Client<News>, scheduler: AnyScheduler = .main) {
        let all =
            $country
            .removeDuplicates()
            .latest { news.publisher(for: .sources(country: $0)).map(\.sources) }
            .receive(on: scheduler)
            .share(replay: 1)
        all.map(\.error).sink { [weak self] in self?.sourcesError = $0 }.store(in: &subscriptions)
        all.compactMap(\.value).combineLatest($searchString) { sources, text in
            text.isEmpty ? sources : sources.filter { ($0.name ?? "").localizedCaseInsensitiveContains(text) }
        }
        .sink { [weak self] in self?.sources = $0 }
        .store(in: &subscriptions)
    }
}
