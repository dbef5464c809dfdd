import Foundation
import FreshetLenientJSON

/// Reads the addresses of feeds, which may have the scheme `feed`.
enum FeedAddress {
    /// Returns the address in a text, as ``WebLink`` does: that of `feed://a.example` and of `feed:https://a.example` has
    /// the scheme https.
    static func url(from text: String?, relativeTo base: URL? = nil) -> URL? {
        guard let text = text?.trimmingWhitespace, text.lowercased().hasPrefix("feed:") else {
            return WebLink.url(from: text, relativeTo: base)
        }
        let rest = text.dropFirst(5)
        return WebLink.url(from: rest.hasPrefix("//") ? "https:" + rest : String(rest), relativeTo: base)
    }
}
