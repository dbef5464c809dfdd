package import Foundation

/// The feeds of a reader whose storage can't be opened. Each method that reads or changes something throws the reason.
package struct UnavailableFeeds: ReaderFeeds {
    private let reason: any Error

    /// - Parameter reason: Why the storage can't be opened.
    package init(_ reason: any Error) { self.reason = reason }

    package func contents(_ query: ItemQuery?, isVisit: Bool) throws -> FeedContents { throw reason }
    package func add(_ address: String, folder: String) throws -> FeedAddition { throw reason }
    package func remove(_ feed: Int) throws { throw reason }
    package func refresh(only feeds: [Int]?, onProgress: @escaping @Sendable (Int) -> Void) throws -> Int {
        throw reason
    }
    package func item(_ id: Int, in query: ItemQuery?) throws -> OpenItem? { throw reason }
    package func html(of item: FullItem, _ article: KeptArticle?) -> String? { nil }
    package func article(at url: URL) throws -> KeptArticle { throw reason }
    package func mark(_ items: [Int], isRead: Bool) throws { throw reason }
    package func markAll(in scope: ItemQuery.Scope, downTo last: Int?, asOf date: Date) throws { throw reason }
}
