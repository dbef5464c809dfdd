public import Foundation

/// The feeds of one reader, wherever they are stored.
///
/// Its methods throw the errors of the storage.
public protocol ReaderFeeds: Sendable {
    /// Returns the feeds, by folder and title.
    func subscriptions() async throws -> [FeedSubscription]

    /// Adds the feed at an address, or the one that the page there links to.
    ///
    /// - Parameters:
    ///   - address: The address as people type it: the scheme may be missing.
    ///   - folder: The folder; empty for none.
    func add(_ address: String, folder: String) async throws -> FeedAddition

    /// Removes a feed.
    func remove(_ feed: Int) async throws

    /// Reads the sites of feeds.
    ///
    /// - Parameters:
    ///   - feeds: The feeds to read although they are not due; `nil` for those that are due.
    ///   - onProgress: Receives how many have been read so far.
    /// - Returns: How many were read.
    @discardableResult
    func refresh(only feeds: [Int]?, onProgress: @escaping @Sendable (Int) -> Void) async throws -> Int

    /// Returns the items of a list, the newest first.
    func items(_ query: ItemQuery) async throws -> [ListedItem]

    /// Returns an item; `nil` if there is none.
    func item(_ id: Int) async throws -> FullItem?

    /// Returns the text of an item in its feed as clean HTML; `nil` if there is none.
    func html(of item: FullItem) -> String?

    /// Returns the full text of a page, from the storage or from the site.
    func article(at url: URL) async throws -> KeptArticle

    /// Marks items as read or unread.
    func mark(_ items: [Int], isRead: Bool) async throws

    /// Marks the items of some feeds as read, from the newest one down to an item; `nil` for all.
    func markAll(in scope: ItemQuery.Scope, downTo last: Int?) async throws

    /// Returns where the reader has left an item: the part of its text above the screen, from 0 to 1; `nil` for one that
    /// opens at its beginning.
    func position(of id: Int) async throws -> Double?
}

/// The outcome of adding the feed at an address.
public enum FeedAddition: Sendable {
    /// The feed was added, or was there already.
    case added(FeedSubscription)
    /// The page at the address links to several feeds.
    case choices([Choice])
    /// The reason as a sentence.
    case failed(String)

    /// A feed that a page links to.
    public struct Choice: Sendable, Hashable, Identifiable {
        /// The address of the feed.
        public let address: String
        /// The title; `nil` if the page has none.
        public let title: String?

        /// The address.
        public var id: String { address }

        /// Makes a value of its parts.
        public init(address: String, title: String?) {
            self.address = address
            self.title = title
        }
    }
}
