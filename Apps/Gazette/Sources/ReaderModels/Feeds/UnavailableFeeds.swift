public import Foundation

/// The feeds of a reader whose storage can't be opened. Each method that reads or changes something throws the reason.
public struct UnavailableFeeds: ReaderFeeds {
    private let reason: any Error

    /// - Parameter reason: Why the storage can't be opened.
    public init(_ reason: any Error) { self.reason = reason }

    public func contents(_ query: ItemQuery?) throws -> FeedContents { throw reason }
    public func add(_ address: String, folder: String) throws -> FeedAddition { throw reason }
    public func remove(_ feed: Int) throws { throw reason }
    public func refresh(only feeds: [Int]?, onProgress: @escaping @Sendable (Int) -> Void) throws -> Int {
        throw reason
    }
    public func item(_ id: Int, in query: ItemQuery?) throws -> OpenItem? { throw reason }
    public func html(of item: FullItem, _ article: KeptArticle?) -> String? { nil }
    public func article(at url: URL) throws -> KeptArticle { throw reason }
    public func mark(_ items: [Int], isRead: Bool) throws { throw reason }
    public func markAll(in scope: ItemQuery.Scope, downTo last: Int?) throws { throw reason }
}
