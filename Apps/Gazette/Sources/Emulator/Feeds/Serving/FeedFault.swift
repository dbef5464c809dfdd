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
        case .wrongEncoding: "It is declared as UTF-8, but is windows-1252."
        case .moved: "It has moved to another address (301)."
        case .movedTemporarily: "It is at another address for now (302)."
        case .redirectLoop: "It redirects to itself (301)."
        case .gone: "It no longer exists (410)."
        case .missing: "It does not exist (404)."
        case .notModified: "The response is 304 even without a condition."
        case .empty: "The document is empty."
        case .huge: "The document is 20 MB long."
        case .unavailable: "The server is unavailable for an hour (503)."
        case .tooManyRequests: "The server rejects frequent requests (429)."
        case .serverError: "The server fails (500)."
        case .htmlPage: "The document is an HTML page."
        case .changingIDs: "The items' ids differ in each response."
        case .hostile: "Titles, texts and links contain scripts."
        case .entityBomb: "The entities of the document expand to gigabytes."
        case .slow: "The response takes half a minute."
        }
    }

    /// The path of the feed.
    var path: String { "/feeds/faults/\(rawValue).xml" }
}
