public import CombineOrOpenCombine
public import Foundation
public import FreshetCore

/// Why a search brings no results.
public enum SearchError: LocalizedError {
    /// Nothing but blanks was searched for.
    case emptyQuery
    /// The request failed, for the reason given.
    case requestFailed(any Error)

    public var errorDescription: String? {
        switch self {
        case .emptyQuery: "Type what to search for."
        case .requestFailed(let error): error.localizedDescription
        }
    }
}

/// Searches, remembers what it found, and asks once for what several want at the same time.
///
/// Queries that differ in case or blanks only are the same. Results are kept in a cache with a bound and an expiry;
/// whether they come from there or from the request, they are delivered on the scheduler.
public final class SearchResultsLoader<Item> {
    private let cache: Cache<String, [Item]>
    private let scheduler: AnyScheduler
    private let request: (String) -> AnyPublisher<[Item], any Error>
    private let running = Lock<[String: Publishers.ShareReplay<AnyPublisher<[Item], any Error>>]>(ofUnchecked: [:])

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - cache: Keeps the results by normalised query: 50 of them for 12 hours unless told.
    ///   - scheduler: Where results are delivered: the main queue unless told.
    ///   - request: Makes the publisher of a query, which is normalised.
    public init<P: Publisher>(
        cache: Cache<String, [Item]> = Cache(),
        scheduler: AnyScheduler = .main,
        request: @escaping (String) -> P
    ) where P.Output == [Item] {
        self.cache = cache
        self.scheduler = scheduler
        self.request = { request($0).mapError { $0 as any Error }.eraseToAnyPublisher() }
    }

    /// Returns what a query finds.
    ///
    /// Cold. Cancelling the last subscription to a query cancels its request. A failure is not remembered.
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

    /// Brings a query to the form in which equal ones are equal: no blanks around, single ones inside, lower case.
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
