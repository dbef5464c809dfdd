public import Foundation

/// A link from a page to a feed.
public struct FeedLink: Sendable, Hashable, Codable {
    /// The address of the feed.
    public var url: URL
    /// The title of the link; `nil` if missing.
    public var title: String?
    /// The media type declared by the page, in lower case; `nil` if missing.
    public var type: String?

    /// Makes a link.
    public init(url: URL, title: String? = nil, type: String? = nil) {
        self.url = url
        self.title = title
        self.type = type
    }
}
