/// The reason why a document can't be read as a feed.
///
/// It is an enumeration, so that an app can handle each case. Only a major version adds cases.
public enum FeedError: Error, Sendable, Hashable {
    /// The document is empty or blank.
    case empty
    /// The document is larger than the limit, which is in bytes.
    case tooLarge(byteLimit: Int)
    /// The document is an HTML page with links to these feeds.
    case htmlPage(links: [FeedLink])
    /// The document is neither a feed nor an HTML page. The name is its first element's, if there
    /// is one.
    case notAFeed(root: String?)
    /// The document declares entities that contain other entities, or its text with expanded
    /// entities exceeds the limit.
    case entityExpansion
    /// The document has more tags than the limit.
    case tooManyElements(limit: Int)
    /// The task was cancelled while the document was read.
    case cancelled
    /// The document is invalid JSON.
    case invalidJSON
    /// The document isn't a list of feeds (OPML).
    case notAnOutline
}

extension FeedError: CustomStringConvertible {
    /// A description for developers.
    public var description: String {
        switch self {
        case .empty: "the document is empty"
        case .tooLarge(let byteLimit): "the document is larger than \(byteLimit) bytes"
        case .htmlPage(let links): "the document is a page of HTML with \(links.count) links to feeds"
        case .notAFeed(let root): "the document is not a feed\(root.map { ": its first element is \($0)" } ?? "")"
        case .entityExpansion: "the entities of the document expand too far"
        case .tooManyElements(let limit): "the document has more than \(limit) tags"
        case .cancelled: "the task was cancelled"
        case .invalidJSON: "the document is invalid JSON"
        case .notAnOutline: "the document is not OPML"
        }
    }
}
