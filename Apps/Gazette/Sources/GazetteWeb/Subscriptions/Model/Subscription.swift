public import Foundation

/// A feed that a reader has added.
public struct Subscription: Sendable, Identifiable {
    /// The number of the feed.
    public let id: Int
    /// The address of the feed.
    public let address: String
    /// The title that the reader has chosen, or else that of the feed, or else its host.
    public let title: String
    /// The folder; empty for none.
    public let folder: String
    /// The page of the site.
    public let home: URL?
    /// A small picture of the site.
    public let icon: URL?
    /// The number of items that the reader has not read.
    public let unread: Int
    /// Whether the full text of each new item is fetched.
    public let wantsText: Bool
    /// The last time at which the feed was read; `nil` for never.
    public let checked: Date?
    /// The time of the next attempt.
    public let next: Date
    /// Why the last attempt has failed, as a sentence; `nil` if it has not.
    public let problem: String?
    /// Whether the site has ended the feed.
    public let isEnded: Bool
}

/// Which items a list contains.
public struct ItemQuery: Sendable, Hashable {
    /// The feeds of a list.
    public enum Scope: Sendable, Hashable {
        /// All feeds.
        case all
        /// Those of a folder.
        case folder(String)
        /// One feed, by its number.
        case feed(Int)
    }

    /// The items of the feeds of a list.
    public enum Selection: String, Sendable, Hashable, CaseIterable {
        /// What was not read.
        case unread
        /// Everything.
        case all
        /// What has come since the visit before this one.
        case fresh
    }

    /// The feeds.
    public var scope = Scope.all
    /// The items of them.
    public var selection = Selection.unread
    /// The words that each item contains; `nil` for no search, in which case everything is searched.
    public var words: String?
    /// The item that precedes the list; `nil` for a list from the newest item on.
    public var before: Int?
    /// The greatest number of items.
    public var limit = 50

    /// Makes the query for what is unread in all feeds.
    public init() {}
}

/// An item as lists show it.
public struct ListedItem: Sendable, Identifiable {
    /// The number of the item. Later dates have higher numbers.
    public let id: Int
    /// The number of its feed.
    public let feed: Int
    /// The title of its feed for the reader.
    public let source: String
    /// The title; the beginning of the text for an item without one.
    public let title: String
    /// The page of the item.
    public let link: URL?
    /// The names of the authors; `nil` if they are unknown.
    public let author: String?
    /// The beginning of the text, as plain text.
    public let summary: String?
    /// The address of a picture for the item; `nil` for none.
    public let picture: URL?
    /// The date of publication, or else of arrival.
    public var date: Date { ItemNumber.date(of: id) }
    /// Whether the reader has not read it.
    public internal(set) var isUnread: Bool
    /// Whether it has come since the visit before this one.
    public let isFresh: Bool
    /// Whether a filter of the reader highlights it.
    public var isHighlighted = false
}

/// An item with its text.
public struct FullItem: Sendable {
    /// What lists show of it.
    public let item: ListedItem
    /// The text in the feed, as the feed contains it: not safe to show.
    let content: String?
    let base: URL?
    /// The page with comments.
    public let comments: URL?
    /// The addresses of the files that belong to it, such as an episode.
    public let enclosures: [StoredEnclosure]
    /// Whether the reader wants the full text of all items of the feed.
    public let wantsText: Bool
}

/// A file that belongs to an item, as it is stored.
public struct StoredEnclosure: Sendable, Hashable, Codable {
    /// The address of the file.
    public let url: URL
    /// The media type; `nil` if unknown.
    public let type: String?
    /// The length in bytes; `nil` if unknown.
    public let byteCount: Int?
}
