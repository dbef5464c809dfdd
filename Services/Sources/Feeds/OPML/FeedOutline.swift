public import Foundation

/// An entry in a list of feeds, which is a feed or a folder.
public struct FeedOutline: Sendable, Hashable, Codable {
    /// The title as plain text; `nil` if missing.
    public var title: String?
    /// The address of the feed; `nil` for a folder.
    public var feed: URL?
    /// The address of the page to which the feed belongs; `nil` if missing.
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

    /// The feeds of the entry and its descendants, in order, each with the titles of its folders.
    public var feeds: [(feed: FeedOutline, folders: [String])] {
        var feeds: [(feed: FeedOutline, folders: [String])] = []
        appendFeeds(to: &feeds, in: [])
        return feeds
    }

    private func appendFeeds(to feeds: inout [(feed: FeedOutline, folders: [String])], in folders: [String]) {
        if feed != nil { feeds.append((self, folders)) }
        // All feeds of a folder share one array.
        let inner = feed == nil ? folders + (title.map { [$0] } ?? []) : folders
        for outline in outlines { outline.appendFeeds(to: &feeds, in: inner) }
    }
}
