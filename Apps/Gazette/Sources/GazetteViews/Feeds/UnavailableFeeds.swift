import Foundation
import ReaderModels

/// The feeds of a reader whose storage can't be opened. Each method that reads or changes something throws the reason.
struct UnavailableFeeds: ReaderFeeds {
    let reason: any Error

    func subscriptions() throws -> [FeedSubscription] { throw reason }
    func add(_ address: String, folder: String) throws -> FeedAddition { throw reason }
    func remove(_ feed: Int) throws { throw reason }
    func refresh(only feeds: [Int]?, onProgress: @escaping @Sendable (Int) -> Void) throws -> Int {
        throw reason
    }
    func items(_ query: ItemQuery) throws -> [ListedItem] { throw reason }
    func item(_ id: Int) throws -> FullItem? { throw reason }
    func html(of item: FullItem) -> String? { nil }
    func article(at url: URL) throws -> KeptArticle { throw reason }
    func mark(_ items: [Int], isRead: Bool) throws { throw reason }
    func markAll(in scope: ItemQuery.Scope, downTo last: Int?) throws { throw reason }
    func position(of id: Int) throws -> Double? { throw reason }
}
