// The view models of a news reader: a screen with three modes, and a list of sources with a filter.

import Foundation
import FreshetCombine
import NewsAPI

/// What the screen asks for, by the segment that is chosen.
enum Endpoint {
    case topHeadlines
    case search(String)
    case category(NewsAPI.Category)

    /// A number that stands for no segment is none; it is often force-unwrapped (T15).
    ///
    /// Search and category have an input each. With one text for both, leaving the search sends its words as a category (T18).
    init?(index: Int, text: String, category: NewsAPI.Category) {
        switch index {
        case 0: self = .topHeadlines
        case 1: self = .search(text)
        case 2: self = .category(category)
        default: return nil
        }
    }

    var request: Request<NewsAPI, NewsAPI.ArticlePage> {
        switch self {
        case .topHeadlines: .topHeadlines(country: .us)
        case .search(let text): .everything(text)
        case .category(let category): .topHeadlines(category: category)
        }
    }
}

/// What a screen may have to show.
enum NewsError: LocalizedError {
    case length(ClosedRange<Int>)
    case fetch(FetchError)

    /// Declared as `errorDescription`: a `localizedDescription` is lost once the error is a plain `Error` (T28).
    var errorDescription: String? {
        switch self {
        case .length(let range): "Type \(range.lowerBound) to \(range.upperBound) characters."
        // The service's own words, decoded and not cut out of the text of its JSON (T11).
        case .fetch(let error): error.errorDescription
        }
    }
}

final class ArticlesViewModel: ObservableObject {
    @Published var indexEndpoint: Int
    @Published var searchString: String
    @Published var category = NewsAPI.Category.science
    @Published private(set) var articles: [NewsAPI.Article] = []
    @Published var articlesError: NewsError?

    private var subscriptions = Set<AnyCancellable>()

    init(_ news: Client<NewsAPI>, index: Int = 0, text: String = "sports") {
        indexEndpoint = index
        searchString = text
        // A hundred requests a day are the quota: 0.1 seconds would burn it by typing (T20).
        let validString = $searchString.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
        let lengths = 3...30
        $indexEndpoint.combineLatest(validString, $category)
            .compactMap(Endpoint.init)
            // Often `flatMap`: an old response then overwrites a newer one (T3), and one failure ends it all (T4).
            .latest { endpoint -> AnyPublisher<[NewsAPI.Article], NewsError> in
                // The rule of lengths is the search's alone, and it says so (T19).
                if case .search(let text) = endpoint, !lengths.contains(text.count) {
                    return .fail(with: .length(lengths))
                }
                return news.publisher(for: endpoint.request)
                    .map(\.articles)
                    .mapError(NewsError.fetch)
                    .eraseToAnyPublisher()
            }
            .receive(on: DispatchQueue.main)
            // Often `assign(to: \.articles, on: self)` or an unowned self: never released (T8), or a crash (T9).
            .sink { [weak self] state in
                switch state {
                case .loaded(let articles): self?.articles = articles
                // What was shown stays, and the failure stands beside it (T69).
                case .failed(let error): self?.articlesError = error as? NewsError
                case .idle, .loading: self?.articlesError = nil
                }
            }
            .store(in: &subscriptions)
    }
}

final class SourcesViewModel: ObservableObject {
    @Published var searchString = ""
    @Published var country = NewsAPI.Country.us
    @Published private(set) var sources: [NewsAPI.Source] = []

    init(_ news: Client<NewsAPI>) {
        let all =
            $country
            .removeDuplicates()
            .latest { news.publisher(for: .sources(country: $0)).map(\.sources) }
            .compactMap(\.value)
            .receive(on: DispatchQueue.main)
        // The filter works on what is there: no request for each letter (T21).
        all.combineLatest($searchString) { sources, text in
            text.isEmpty ? sources : sources.filter { $0.name?.localizedCaseInsensitiveContains(text) == true }
        }
        .assign(to: &$sources)
    }
}
