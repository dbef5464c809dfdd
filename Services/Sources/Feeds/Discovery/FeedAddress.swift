import Foundation
import FreshetLenientJSON

/// Reads feed addresses, which may have the scheme `feed`.
enum FeedAddress {
    /// Returns the address in a text like ``WebLink``. Both `feed://a.example` and
    /// `feed:https://a.example` become https addresses.
    static func url(from text: String?, relativeTo base: URL? = nil) -> URL? {
        guard let text = text?.trimmingWhitespace, text.lowercased().hasPrefix("feed:") else {
            return WebLink.url(from: text, relativeTo: base)
        }
        let rest = text.dropFirst(5)
        return WebLink.url(from: rest.hasPrefix("//") ? "https:" + rest : String(rest), relativeTo: base)
    }
}
