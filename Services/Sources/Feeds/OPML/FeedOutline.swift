public import Foundation

/// An entry of a list of feeds: a feed, or a folder of entries.
public struct FeedOutline: Sendable, Hashable, Codable {
    /// The title as plain text; `nil` if missing.
    public var title: String?
    /// The address of the feed; `nil` for a folder.
    public var feed: URL?
    /// The address of the page that the feed belongs to; `nil` if missing.
    public var homePage: URL?
    /// The entries of a folder.
    public var outlines: [FeedOutline]

    /// Makes an entry.
    public init(title: String?, feed: URL? = nil, homePage: URL? = nil, outlines: [FeedOutline] = []) {
        self.title = title
        self.feed = feed
        self.homePage = homePage
        self.outlines = outlines
    }

    /// The feeds of the entry and of those in it, in their order, each with the titles of its folders.
    public var feeds: [(feed: FeedOutline, folders: [String])] {
        var feeds: [(feed: FeedOutline, folders: [String])] = feed == nil ? [] : [(self, [])]
        for outline in outlines {
            feeds += outline.feeds.map { found in
                (found.feed, (feed == nil ? title.map { [$0] } ?? [] : []) + found.folders)
            }
        }
        return feeds
    }
}
