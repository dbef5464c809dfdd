public import CombineCompletion
public import Foundation
public import FreshetCore

/// The reason why a search has no results.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SearchError: LocalizedError {
    /// The query is empty or blank.
    case emptyQuery
    /// The request failed with this error.
    case requestFailed(any Error)

    /// A sentence for the user.
    public var errorDescription: String? {
        switch self {
        case .emptyQuery: "Type something to search for."
        case .requestFailed(let error): error.localizedDescription
        }
    }
}

/// A loader of search results that caches them. Subscribers to the same query share one request.
///
/// ```swift
/// let search = SearchResultsLoader { query in news.publisher(for: .search(query)).map(\.articles) }
/// let results = search.searchForItems(matching: "apple")
///     .replaceError(with: [])
///     .sink { articles in show(articles) }
/// ```
///
/// Queries that differ only in case or spaces count as the same. The cache has a limited size, and
/// its results expire. All results are delivered on the scheduler.
public final class SearchResultsLoader<Item> {
    private let cache: Cache<String, [Item]>
    private let scheduler: AnyScheduler
    private let request: (String) -> AnyPublisher<[Item], any Error>
    private let running = Lock<[String: Publishers.ShareReplay<AnyPublisher<[Item], any Error>>]>(ofUnchecked: [:])

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - cache: The cache of results by normalised query. By default, it keeps 50 results for 12
    ///     hours.
    ///   - scheduler: The scheduler on which results are delivered. The main queue by default.
    ///   - request: Returns the publisher of a normalised query.
    public init<P: Publisher>(
        cache: Cache<String, [Item]> = Cache(),
        scheduler: AnyScheduler = .main,
        request: @escaping (String) -> P
    ) where P.Output == [Item] {
        self.cache = cache
        self.scheduler = scheduler
        self.request = { request($0).mapError { $0 as any Error }.eraseToAnyPublisher() }
    }

    /// Returns a publisher of the results of a query.
    ///
    /// The publisher is cold. Cancelling the last subscription to a query cancels its request.
    /// Failures aren't cached.
    public func searchForItems(matching query: String) -> AnyPublisher<[Item], SearchError> {
        let key = Self.normalise(query)
        guard !key.isEmpty else { return .fail(with: .emptyQuery) }
        return Deferred { [self] in
            if let known = cache.value(forKey: key) {
                return AnyPublisher<[Item], SearchError>.just(known)
            }
            return shared(key).mapError(SearchError.requestFailed).eraseToAnyPublisher()
        }
        .receive(on: scheduler)
        .eraseToAnyPublisher()
    }

    /// Normalises a query: trimmed, with single spaces, in lower case.
    public static func normalise(_ query: String) -> String {
        query.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    private func shared(_ key: String) -> Publishers.ShareReplay<AnyPublisher<[Item], any Error>> {
        running.withLock { running in
            if let known = running[key] { return known }
            let publisher = request(key)
                .handleEvents(
                    receiveOutput: { [weak self] in self?.cache.insert($0, forKey: key) },
                    receiveCompletion: { [weak self] _ in self?.forget(key) },
                    receiveCancel: { [weak self] in self?.forget(key) }
                )
                .eraseToAnyPublisher()
                .share(replay: 1)
            running[key] = publisher
            return publisher
        }
    }

    private func forget(_ key: String) {
        _ = running.withLock { $0.removeValue(forKey: key) }
    }
}
