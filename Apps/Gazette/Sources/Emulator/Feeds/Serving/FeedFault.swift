/// A fault of a feed, by the name of its file.
enum FeedFault: String, CaseIterable, Sendable {
    case truncated
    case wrongEncoding = "wrong-encoding"
    case moved
    case movedTemporarily = "moved-temporarily"
    case redirectLoop = "redirect-loop"
    case gone
    case missing
    case notModified = "not-modified"
    case empty
    case huge
    case unavailable
    case tooManyRequests = "too-many-requests"
    case serverError = "server-error"
    case htmlPage = "html-page"
    case changingIDs = "changing-ids"
    case hostile
    case entityBomb = "entity-bomb"
    case slow

    /// A sentence about the fault, for the list of feeds.
    var summary: String {
        switch self {
        case .truncated: "The document ends in the middle of an item."
        case .wrongEncoding: "It is declared as UTF-8, and is windows-1252."
        case .moved: "It has moved to another address (301)."
        case .movedTemporarily: "It is at another address for now (302)."
        case .redirectLoop: "It has moved to its own address (301)."
        case .gone: "It no longer exists (410)."
        case .missing: "It does not exist (404)."
        case .notModified: "The response is 304, also without a condition."
        case .empty: "The document is empty."
        case .huge: "The document has 20 MB."
        case .unavailable: "The server is not available for an hour (503)."
        case .tooManyRequests: "The server refuses frequent requests (429)."
        case .serverError: "The server fails (500)."
        case .htmlPage: "The document is a page of HTML."
        case .changingIDs: "The ids of the items differ in each response."
        case .hostile: "Titles, texts and links contain scripts."
        case .entityBomb: "The entities of the document expand to gigabytes."
        case .slow: "The response takes half a minute."
        }
    }

    /// The path of the feed.
    var path: String { "/feeds/faults/\(rawValue).xml" }
}
