// The view models of a news reader: a screen with the modes headlines, search and category, and a list of sources
// with a filter.

import Foundation
import FreshetCombine
import NewsAPI

/// The articles to request, by the selected segment.
enum Endpoint {
    case topHeadlines
    case search(String)
    case category(NewsAPI.Category)

    /// Makes the endpoint of a segment; `nil` for an index without a segment, which many apps force-unwrap (T15).
    ///
    /// Search and category have separate inputs. With one text for both, leaving the search would send its words as a
    /// category (T18).
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

/// An error that the screen shows: a search text of a wrong length, or a failed call.
enum NewsError: LocalizedError {
    case length(ClosedRange<Int>)
    case fetch(FetchError)

    /// The message for the user. A property `localizedDescription` would be lost once the error is used as a plain
    /// `Error` (T28).
    var errorDescription: String? {
        switch self {
        case .length(let range): "Type \(range.lowerBound) to \(range.upperBound) characters."
        // The service's own message, decoded instead of being cut out of the text of its JSON (T11).
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
        // The quota is a hundred requests a day. A debounce of 0.1 seconds would use it up while the user types
        // (T20).
        let validString = $searchString.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
        let lengths = 3...30
        $indexEndpoint.combineLatest(validString, $category)
            .compactMap(Endpoint.init)
            // With `flatMap`, an old response could overwrite a newer one (T3), and one failure would end the
            // subscription (T4).
            .latest { endpoint -> AnyPublisher<[NewsAPI.Article], NewsError> in
                // The length is checked for searches only, and a wrong length is reported as an error (T19).
                if case .search(let text) = endpoint, !lengths.contains(text.count) {
                    return .fail(with: .length(lengths))
                }
                return news.publisher(for: endpoint.request)
                    .map(\.articles)
                    .mapError(NewsError.fetch)
                    .eraseToAnyPublisher()
            }
            .receive(on: DispatchQueue.main)
            // `assign(to: \.articles, on: self)` would never release the view model (T8), and an unowned `self` could
            // crash (T9).
            .sink { [weak self] state in
                switch state {
                case .loaded(let articles): self?.articles = articles
                // The articles stay, and the error is shown beside them (T69).
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
        // The filter is applied to the fetched sources: no request for each letter (T21).
        all.combineLatest($searchString) { sources, text in
            text.isEmpty ? sources : sources.filter { $0.name?.localizedCaseInsensitiveContains(text) == true }
        }
        .assign(to: &$sources)
    }
}
