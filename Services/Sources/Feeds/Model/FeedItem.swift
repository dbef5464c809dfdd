public import Foundation

/// An item of a feed, such as an article, an episode or a message.
public struct FeedItem: Sendable, Hashable, Codable, Identifiable {
    /// The identity of the item, which is stable across versions of a feed.
    ///
    /// It is the id in the document, or else the link, or else a digest of the title and date.
    /// Items that share an id or a link but have different titles get different ids. If the id is
    /// an address, its scheme and its tracking query items are left out.
    public var id: String
    /// The title as plain text; `nil` if missing, as in feeds with short messages.
    public var title: String?
    /// The address of the item's page; `nil` if missing.
    public var link: URL?
    /// The address of another page that the item is about; `nil` if missing.
    public var externalLink: URL?
    /// The authors, or the feed's authors if the item has none.
    public var authors: [FeedAuthor] = []
    /// The date of publication; `nil` if missing or unreadable.
    public var published: Date?
    /// The date of the last change; `nil` if missing or unreadable.
    public var updated: Date?
    /// The text of the item; `nil` if missing.
    public var content: FeedText?
    /// The summary of the item; `nil` if missing.
    public var summary: FeedText?
    /// The address of an image for the item; `nil` if missing.
    public var picture: URL?
    /// The first 100 files that belong to the item, such as a podcast episode.
    public var enclosures: [FeedEnclosure] = []
    /// The categories, without duplicates.
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
