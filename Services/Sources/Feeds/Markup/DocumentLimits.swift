import Foundation
import FreshetLenientJSON

/// The limits for untrusted documents. Beyond them, time or memory would grow faster than the
/// document.
enum DocumentLimits {
    /// The maximum number of attributes per element. libxml2 compares each attribute with all
    /// previous ones.
    static let attributes = 100
    /// The maximum number of tags per document.
    static let tags = 500_000
    /// The maximum nesting depth of elements.
    static let depth = 200
    /// The maximum number of namespace declarations in scope. libxml2 searches all of them for a
    /// prefix.
    static let namespaces = 300
    /// The maximum number of feeds that are read from a page's links.
    static let links = 100
    /// The maximum length of a base in bytes, since it becomes part of every relative address in a
    /// document.
    private static let baseLength = 1024

    /// Returns the base address that a document declares, or `nil` if it isn't an address or is too
    /// long.
    static func base(from text: String?, relativeTo address: URL?) -> URL? {
        guard let url = WebLink.url(from: text, relativeTo: address), url.absoluteString.utf8.count <= baseLength
        else { return nil }
        return url
    }
}
