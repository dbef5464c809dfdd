public import Foundation

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
    public let date: Date
    /// Whether the reader has not read it.
    public var isUnread: Bool
    /// Whether it has come since the visit before this one.
    public let isFresh: Bool
    /// Whether a filter of the reader highlights it.
    public var isHighlighted = false

    /// Makes a value of its parts.
    public init(
        id: Int, feed: Int, source: String, title: String, link: URL?, author: String?, summary: String?, picture: URL?,
        date: Date, isUnread: Bool, isFresh: Bool, isHighlighted: Bool = false
    ) {
        self.id = id
        self.feed = feed
        self.source = source
        self.title = title
        self.link = link
        self.author = author
        self.summary = summary
        self.picture = picture
        self.date = date
        self.isUnread = isUnread
        self.isFresh = isFresh
        self.isHighlighted = isHighlighted
    }
}

/// An item with its text.
public struct FullItem: Sendable {
    /// What lists show of it.
    public let item: ListedItem
    /// The text in the feed, as the feed contains it: not safe to show.
    public let content: String?
    /// The address of the document with it, against which its links are resolved.
    public let base: URL?
    /// The page with comments.
    public let comments: URL?
    /// The addresses of the files that belong to it, such as an episode.
    public let enclosures: [StoredEnclosure]
    /// Whether the reader wants the full text of all items of the feed.
    public let wantsText: Bool

    /// Makes a value of its parts.
    public init(
        item: ListedItem, content: String?, base: URL?, comments: URL?, enclosures: [StoredEnclosure], wantsText: Bool
    ) {
        self.item = item
        self.content = content
        self.base = base
        self.comments = comments
        self.enclosures = enclosures
        self.wantsText = wantsText
    }
}

/// A file that belongs to an item, as it is stored.
public struct StoredEnclosure: Sendable, Hashable, Codable {
    /// The address of the file.
    public let url: URL
    /// The media type; `nil` if unknown.
    public let type: String?
    /// The length in bytes; `nil` if unknown.
    public let byteCount: Int?

    /// Makes a value of its parts.
    public init(url: URL, type: String?, byteCount: Int?) {
        self.url = url
        self.type = type
        self.byteCount = byteCount
    }
}
