// Custom operators at work: a configuration, a list of items in two forms, the newest item, a search that remembers.

import Foundation
import FreshetCombine

/// The origin of the addresses below; set by the test or example.
enum Site {
    static var base = URL(string: "https://shop.example")!
}

extension URL {
    static var config: URL { Site.base.appendingPathComponent("config") }
    static var allItems: URL { Site.base.appendingPathComponent("items") }
    static var recentItems: URL { Site.base.appendingPathComponent("recent") }
    static func search(for query: String) -> URL {
        var components = URLComponents(url: Site.base.appendingPathComponent("search"), resolvingAgainstBaseURL: false)!
        components.queryItems = [URLQueryItem(name: "q", value: query)]
        return components.url!
    }
}

struct Config: Codable, Equatable {
    var maxItems: Int
    static let `default` = Config(maxItems: 10)
}

struct Item: Codable, Equatable {
    let id: Int
    let itemName: String
}

struct NetworkResponse: Codable {
    enum Error: Swift.Error {
        case missingItems
    }

    var items: [Item]
}

/// As it is often written: a failed update puts the default instead of what was there.
class ConfigModelControllerAsWritten: ObservableObject {
    @Published private(set) var config: Config = .default
    private let urlSession = URLSession.shared

    func update() {
        urlSession.dataTaskPublisher(for: .config)
            .map(\.data)
            .decode()
            .replaceError(with: .default)
            .receive(on: DispatchQueue.main)
            .assign(to: &$config)
    }
}

/// The default stands in only until the first success, and the status of a response counts.
class ConfigModelController: ObservableObject {
    @Published private(set) var config: Config = .default
    private let urlSession = URLSession.shared

    func update() {
        urlSession.dataTaskPublisher(for: .config)
            .tryDecodeResponse(decoder: JSONDecoder.snakeCaseConverting)
            .catch { _ in Empty<Config, Never>() }
            .receive(on: DispatchQueue.main)
            .assign(to: &$config)
    }
}

/// First form: a value and an error beside it. A failed reload leaves the items where they are.
class ItemListViewModel: ObservableObject {
    @Published private(set) var items = [Item]()
    @Published private(set) var error: Error?
    private let urlSession = URLSession.shared
    private var cancellable: AnyCancellable?

    func load() {
        cancellable = urlSession.dataTaskPublisher(for: .allItems)
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
                case .failure(let error):
                    self?.error = error
                }
            }
    }
}

/// Second form: one state.
class LoadableItemListViewModel: LoadableObject {
    @Published private(set) var state = LoadingState<[Item]>.idle
    private let urlSession = URLSession.shared

    func load() {
        guard !state.isLoading else { return }

        urlSession.dataTaskPublisher(for: .allItems)
            .map(\.data)
            .decode(as: NetworkResponse.self)
            .validate { response in
                guard !response.items.isEmpty else { throw NetworkResponse.Error.missingItems }
            }
            .map(\.items)
            .convertToLoadingState()
            .receive(on: DispatchQueue.main)
            .assign(to: &$state)
    }
}

/// The newest item, or an error if there is none.
func newestItem() -> AnyPublisher<Item, Error> {
    URLSession.shared.dataTaskPublisher(for: .recentItems)
        .map(\.data)
        .decode(as: NetworkResponse.self)
        .map(\.items.first)
        .unwrap(orThrow: NetworkResponse.Error.missingItems)
        .eraseToAnyPublisher()
}

/// A search that uses its cache if it can.
class ItemSearch {
    private let loader = SearchResultsLoader<Item>(cache: Cache(entryLimit: 20), scheduler: .main) { query in
        URLSession.shared.dataTaskPublisher(for: .search(for: query))
            .tryDecodeResponse(type: NetworkResponse.self, decoder: JSONDecoder.snakeCaseConverting)
            .map(\.items)
    }

    func searchForItems(matching query: String) -> AnyPublisher<[Item], SearchError> {
        loader.searchForItems(matching: query)
    }
}

// MARK: - Generic networking

/// What a server wraps its content in.
struct Enveloped<Wrapped: Decodable>: Decodable {
    var result: Wrapped
}

/// A service whose envelope is declared once, and whose private requests carry a token.
struct Shop: Service {
    let baseURL = "https://shop.example"
    let privateCredentials: Credentials?

    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try decoder.decode(Enveloped<Value>.self, from: body).result
    }
}

extension Request where API == Shop, Value == [Item] {
    static var featured: Self { Request("featured") }
    static var orders: Self { Request("orders").access(.private) }
}
