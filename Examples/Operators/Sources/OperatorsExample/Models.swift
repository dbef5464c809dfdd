// Examples of the operators: a configuration, a list of items in two forms, the newest item, and a search with a
// cache.
//
// The pipelines are the usual ones over `urlSession.dataTaskPublisher(for: .config)`. Here a client replaces the
// session and a request replaces the URL, which adds limits, retries and the errors of the service to the same
// pipeline.

import Foundation
import FreshetCombine

/// The movie service, for its configuration.
struct Movies: Service {
    let baseURL = "https://api.themoviedb.org/3"
    let credentials: Credentials? = .query("api_key", "any")
}

/// The search in Hacker News, for items.
struct Stories: Service {
    let baseURL = "https://hn.algolia.com/api/v1"
}

struct Config: Decodable, Equatable, Sendable {
    struct Images: Decodable, Equatable, Sendable {
        var secureBaseUrl: String
        var posterSizes: [String]
    }

    var images: Images
    static let `default` = Config(images: Images(secureBaseUrl: "https://images.example/", posterSizes: ["w154"]))
}

struct Item: Decodable, Sendable {
    let title: String
}

struct NetworkResponse: Decodable, Sendable {
    enum Error: LocalizedError {
        case missingItems
        var errorDescription: String? { "There are no items." }
    }

    var items: [Item]

    private enum CodingKeys: String, CodingKey {
        case items = "hits"
    }
}

extension Request where API == Movies, Value == Config {
    static var config: Self { Request("configuration") }
}

extension Request where API == Stories, Value == NetworkResponse {
    static var allItems: Self { Request("search", query: ["tags": "front_page"]) }
    static var recentItems: Self { Request("search_by_date", query: ["tags": "story"]) }
    static func search(for query: String) -> Self { Request("search", query: ["query": query, "tags": "story"]) }
}

final class ConfigModelController: ObservableObject {
    @Published private(set) var config: Config = .default
    private let movies: Client<Movies>

    init(_ movies: Client<Movies>) {
        self.movies = movies
    }

    func update() {
        movies.dataTaskPublisher(for: .config)
            // `map(\.data).decode()` would decode an error page, too (T54).
            .tryDecodeResponse(decoder: JSONDecoder.snakeCaseConverting)
            // `replaceError(with: .default)` would overwrite the configuration in use after a failed update (T70).
            .catch { _ in Empty<Config, Never>() }
            .receive(on: DispatchQueue.main)
            .assign(to: &$config)
    }
}

/// A list of items, first form: the items and the error in separate properties.
final class ItemListViewModel: ObservableObject {
    @Published private(set) var items = [Item]()
    @Published private(set) var error: (any Error)?
    private let stories: Client<Stories>
    private var cancellable: AnyCancellable?

    init(_ stories: Client<Stories>) {
        self.stories = stories
    }

    func load() {
        cancellable = stories.dataTaskPublisher(for: .allItems)
            .map(\.data)
            .decode(as: NetworkResponse.self)
            .validate { response in
                guard !response.items.isEmpty else { throw NetworkResponse.Error.missingItems }
            }
            .map(\.items)
            .convertToResult()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] result in
                switch result {
                case .success(let items):
                    self?.items = items
                    self?.error = nil
                // The items stay: a failed reload must not remove them (T69).
                case .failure(let error): self?.error = error
                }
            }
    }
}

/// A list of items, second form: one property with the loading state.
///
/// With `guard !state.isLoading` and an assignment to `$state` for each load, a load that hangs could not be
/// cancelled, and `.loading` would be set on the thread of the caller (T57, T58). A loader can start again and
/// cancel, and it changes its state on the main queue.
final class LoadableItemList: LoadableObject {
    @Published private(set) var state = LoadingState<[Item]>.idle
    private let loader: Loader<[Item]>

    init(_ stories: Client<Stories>, _ request: Request<Stories, NetworkResponse> = .allItems) {
        loader = Loader {
            stories.publisher(for: request)
                .validate { if $0.items.isEmpty { throw NetworkResponse.Error.missingItems } }
                .map(\.items)
        }
        loader.$state.assign(to: &$state)
    }

    func load() { loader.load() }
    func cancel() { loader.cancel() }
}

/// The newest item, or an error if there is none.
func newestItem(_ stories: Client<Stories>) -> AnyPublisher<Item, any Error> {
    stories.dataTaskPublisher(for: .recentItems)
        .map(\.data)
        .decode(as: NetworkResponse.self)
        .map(\.items.first)
        .unwrap(orThrow: NetworkResponse.Error.missingItems)
        .eraseToAnyPublisher()
}

/// A search with a cache of results, which is bounded and expires (T56).
///
/// Queries that differ only in case or in surrounding blanks share an entry (T55), and simultaneous searches for the
/// same query share one request.
final class ItemSearch {
    /// The number of requests to the service.
    private(set) var requestCount = 0
    private let stories: Client<Stories>
    private lazy var loader = SearchResultsLoader<Item>(cache: Cache(entryLimit: 20)) { [weak self, stories] query in
        self?.requestCount += 1
        return stories.publisher(for: .search(for: query)).map(\.items)
    }

    init(_ stories: Client<Stories>) {
        self.stories = stories
    }

    func searchForItems(matching query: String) -> AnyPublisher<[Item], SearchError> {
        loader.searchForItems(matching: query)
    }
}
