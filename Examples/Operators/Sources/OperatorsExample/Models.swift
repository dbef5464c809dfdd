// Operators at work: a configuration, a list of items in two forms, the newest item, a search that remembers.
//
// The pipelines are those that people write over `urlSession.dataTaskPublisher(for: .config)`. A client takes the place of the
// session and a request that of the URL: the same chain, with limits, retries and the errors of the service.

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
            // `map(\.data).decode()` would decode the page of an error, too (T54).
            .tryDecodeResponse(decoder: JSONDecoder.snakeCaseConverting)
            // Often `replaceError(with: .default)`: a failed update then overwrites what is in use (T70).
            .catch { _ in Empty<Config, Never>() }
            .receive(on: DispatchQueue.main)
            .assign(to: &$config)
    }
}

/// First form: the items, and an error beside them.
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
                // The items stay: emptied, they would be gone with a failed reload (T69).
                case .failure(let error): self?.error = error
                }
            }
    }
}

/// Second form: one state.
///
/// `guard !state.isLoading` with an assignment to `$state` for each load can't be cancelled when it hangs, and sets `.loading`
/// wherever it was called from (T57, T58). A loader starts again, cancels, and changes its state on the main queue.
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

/// A search that remembers: the blanks around a query and its case make no other of it (T55), what several ask for at once is
/// requested once, and the cache is bounded and expires (T56).
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
