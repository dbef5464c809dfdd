import Foundation
import FreshetLenientJSON

/// The limits of documents of others: what is beyond them would take time or memory that grows faster than the
/// document.
enum DocumentLimits {
    /// The most attributes of one element. libxml2 compares each one with all before it.
    static let attributes = 100
    /// The most tags of a document.
    static let tags = 500_000
    /// The largest depth of elements.
    static let depth = 200
    /// The most declared namespaces that count for one element. libxml2 looks for a prefix in all of them.
    static let namespaces = 300
    /// The most feeds that a page links to.
    static let links = 100
    /// The longest base in bytes: each relative address of a document becomes that long.
    private static let baseLength = 1024

    /// Returns the address that a document names as its base; `nil` if it isn't one, or is too long.
    static func base(from text: String?, relativeTo address: URL?) -> URL? {
        guard let url = WebLink.url(from: text, relativeTo: address), url.absoluteString.utf8.count <= baseLength
        else { return nil }
        return url
    }
}
