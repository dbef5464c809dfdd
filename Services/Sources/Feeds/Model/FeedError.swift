/// The reason why a document is not read as a feed.
///
/// It is an enumeration, so that an app can handle each case; new cases come with a new major version.
public enum FeedError: Error, Sendable, Hashable {
    /// The document is empty or blank.
    case empty
    /// The document is larger than the limit, in bytes.
    case tooLarge(byteLimit: Int)
    /// The document is a page of HTML, with links to these feeds.
    case htmlPage(links: [FeedLink])
    /// The document is neither a feed nor a page of HTML. The name is that of its first element, if it has any.
    case notAFeed(root: String?)
    /// The document declares entities that contain others, or its text grows past the limit with its entities.
    case entityExpansion
    /// The document has more tags than are read.
    case tooManyElements(limit: Int)
    /// The task was cancelled while the document was read.
    case cancelled
    /// The document is JSON that can't be read.
    case invalidJSON
    /// The document is no list of feeds (OPML).
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
