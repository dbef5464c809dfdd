public import Foundation

/// An item of a feed: an article, an episode, a message.
public struct FeedItem: Sendable, Hashable, Codable, Identifiable {
    /// The identity, stable between versions of a feed.
    ///
    /// It is that of the document; else the link; else a digest of the title and date. Items with one id or one link, and
    /// titles of their own, have different ids. Of an address, the scheme and the
    /// items of the query that only count visits are not part of it.
    public var id: String
    /// The title as plain text; `nil` if missing, as in feeds of short messages.
    public var title: String?
    /// The address of the page of the item; `nil` if missing.
    public var link: URL?
    /// The address of another page that the item is about; `nil` if missing.
    public var externalLink: URL?
    /// The authors; those of the feed if the item has none.
    public var authors: [FeedAuthor] = []
    /// The date of publication; `nil` if missing or unreadable.
    public var published: Date?
    /// The date of the last change; `nil` if missing or unreadable.
    public var updated: Date?
    /// The text of the item; `nil` if missing.
    public var content: FeedText?
    /// The summary of the item; `nil` if missing.
    public var summary: FeedText?
    /// The address of a picture for the item; `nil` if missing.
    public var picture: URL?
    /// The files that belong to the item, such as an episode: the first 100.
    public var enclosures: [FeedEnclosure] = []
    /// The categories, each once.
    public var categories: [String] = []
    /// The address of the page with comments on the item; `nil` if missing.
    public var commentsPage: URL?

    /// Makes an item.
    public init(id: String, title: String? = nil, link: URL? = nil) {
        self.id = id
        self.title = title
        self.link = link
    }
}
