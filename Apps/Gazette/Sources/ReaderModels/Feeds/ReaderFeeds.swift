public import Foundation

/// The feeds of one reader, wherever they are stored.
///
/// Its methods throw the errors of the storage.
public protocol ReaderFeeds: Sendable {
    /// Returns the feeds, and the items of a list.
    ///
    /// - Parameters:
    ///   - query: The list; `nil` for no items.
    ///   - isVisit: Whether the reader looks at the list, so that what comes from now on is new at the next visit.
    func contents(_ query: ItemQuery?, isVisit: Bool) async throws -> FeedContents

    /// Returns items as they are after the marks that are not stored yet.
    ///
    /// - Parameter subscriptions: The feeds of the reader.
    func marked(_ items: [ListedItem], _ subscriptions: [FeedSubscription]) -> [ListedItem]

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

    /// Returns an item; `nil` if there is none.
    ///
    /// - Parameter query: The list whose items are beside it; `nil` for none.
    func item(_ id: Int, in query: ItemQuery?) async throws -> OpenItem?

    /// Returns the text of an item as clean HTML: that of its page, or else that of its feed.
    ///
    /// - Returns: `nil` if reading it takes too long.
    func html(of item: FullItem, _ article: KeptArticle?) async -> String?

    /// Returns the full text of a page, from the storage or from the site.
    func article(at url: URL) async throws -> KeptArticle

    /// Marks items as read or unread.
    func mark(_ items: [Int], isRead: Bool) async throws

    /// Marks the items of some feeds as read, from the newest one down to an item; `nil` for all.
    ///
    /// - Parameter date: What has come since then stays unread.
    func markAll(in scope: ItemQuery.Scope, downTo last: Int?, asOf date: Date) async throws
}

extension ReaderFeeds {
    /// Returns items as they are: each mark is stored at once.
    public func marked(_ items: [ListedItem], _ subscriptions: [FeedSubscription]) -> [ListedItem] { items }
}

/// The feeds of a reader, and items of them.
public struct FeedContents: Sendable {
    /// The feeds, by folder and title.
    public let subscriptions: [FeedSubscription]
    /// The items of a list, the newest first.
    public let items: [ListedItem]
    /// When they were read.
    public let date: Date

    /// Makes a value of its parts.
    public init(_ subscriptions: [FeedSubscription], _ items: [ListedItem] = [], at date: Date) {
        self.subscriptions = subscriptions
        self.items = items
        self.date = date
    }
}

/// An item that a reader opens.
public struct OpenItem: Sendable {
    /// The item.
    public let full: FullItem
    /// The part of its text that was above the screen when the reader left it, from 0 to 1; `nil` for one that opens at
    /// its beginning.
    public var position: Double?
    /// The item before it in its list.
    public var newer: Neighbour?
    /// The item after it in its list.
    public var older: Neighbour?

    /// An item beside another one.
    public struct Neighbour: Sendable, Hashable, Identifiable {
        /// The number of the item.
        public let id: Int
        /// The title.
        public let title: String

        /// Makes a value of its parts.
        public init(id: Int, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// Makes a value of its parts.
    public init(_ full: FullItem, position: Double? = nil, newer: Neighbour? = nil, older: Neighbour? = nil) {
        self.full = full
        self.position = position
        self.newer = newer
        self.older = older
    }
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
