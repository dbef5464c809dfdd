import HTTPTypes
import Hummingbird

/// The entity tag of a page (RFC 9110 §8.8.3): a digest of its document, and the id of the live page that shows it.
///
/// After a 304, the browser shows the document that it has stored, with that id. So the tag lets the server open a live
/// page under the same id.
struct PageTag: Equatable, Sendable {
    let digest: String
    let id: String

    init(digest: String, id: String) {
        self.digest = digest
        self.id = id
    }

    /// Reads the tag of the document that a browser has stored; `nil` if there is none.
    init?(_ request: Request) {
        let pattern = /W\/"([A-Za-z0-9_-]{16})\.([0-9a-f]{1,16}-[0-9a-f]{1,16})"/
        guard let match = request.headers[.ifNoneMatch]?.firstMatch(of: pattern) else { return nil }
        self.init(digest: String(match.1), id: String(match.2))
    }

    /// The value of the field `ETag`. It is weak, since the document is the same with and without compression.
    var field: String { "W/\"\(digest).\(id)\"" }
}
