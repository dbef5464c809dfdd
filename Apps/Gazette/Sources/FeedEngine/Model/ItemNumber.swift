import Foundation
import FreshetDigests
import ReaderModels

/// The numbers of items, feeds and stories.
///
/// The number of an item begins with its date, so that every index of items is in the order of lists, that of words
/// too.
enum ItemNumber {
    private static let digestBits = 29

    /// Returns the number of an item: 34 bits of seconds since 1970, then 29 bits of a digest.
    static func number(_ date: Date, _ feed: Int, _ guid: String) -> Int {
        let time = date.timeIntervalSince1970
        let seconds = time.isFinite ? min(max(time, 0), 0x3_FFFF_FFFF) : 0
        return Int(seconds) << digestBits | (digest("\(feed) \(guid)") & (1 << digestBits - 1))
    }

    /// The first number of a moment.
    static func first(at date: Date) -> Int { number(date, 0, "") & ~(1 << digestBits - 1) }

    static func date(of number: Int) -> Date { Date(timeIntervalSince1970: Double(number >> digestBits)) }

    /// Returns the number of a feed, an article or a picture at an address: 63 bits of a digest.
    static func number(ofAddress address: String) -> Int { digest(address) }

    /// Returns the number by which items of several feeds are known to be the same: that of their link.
    ///
    /// The scheme, a leading `www.`, the fragment, the last slash and the items of the query that only count visits make
    /// no difference.
    static func story(_ link: URL?) -> Int? {
        guard let link, let parts = URLComponents(url: OutsideLink.plain(link), resolvingAgainstBaseURL: true),
            let host = parts.host
        else { return nil }
        let path = parts.percentEncodedPath
        // The home page of a site is no story.
        guard !path.isEmpty && path != "/" || parts.percentEncodedQuery != nil else { return nil }
        let site = host.lowercased()
        return digest(
            [
                site.hasPrefix("www.") ? String(site.dropFirst(4)) : site,
                path.hasSuffix("/") ? String(path.dropLast()) : path, parts.percentEncodedQuery ?? "",
            ].joined(separator: " "))
    }

    private static func digest(_ text: String) -> Int {
        Int(SHA256.digest(of: text.utf8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 1)
    }
}
