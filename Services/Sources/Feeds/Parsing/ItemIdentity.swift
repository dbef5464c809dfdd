import Foundation
import FreshetLenientJSON

/// Makes the ids of items.
enum ItemIdentity {
    /// Returns the normal form of an id: of an address, without what differs between versions of a feed.
    static func normal(_ text: String) -> String {
        let text = text.trimmingWhitespace
        guard let url = WebLink.url(from: text), var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = parts.host
        else { return text }
        parts.scheme = "https"
        parts.host = host.lowercased()
        if parts.port == 80 || parts.port == 443 { parts.port = nil }
        if let items = parts.percentEncodedQueryItems {
            let remaining = items.filter { !isTracking($0.name.lowercased()) }
            parts.percentEncodedQueryItems = remaining.isEmpty ? nil : remaining
        }
        // `#utm_source=…` counts visits, too. Another fragment may be all that differs between items.
        if parts.fragment?.hasPrefix("utm_") == true { parts.fragment = nil }
        if parts.percentEncodedPath == "/" { parts.percentEncodedPath = "" }
        return parts.string ?? text
    }

    private static func isTracking(_ name: String) -> Bool {
        name.hasPrefix("utm_") || name.hasPrefix("at_") || trackingNames.contains(name)
    }

    private static let trackingNames: Set<String> = [
        "fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "mkt_tok",
        "wt_mc", "ns_campaign", "ns_mchannel", "ns_source", "cmpid", "ftag", "xtor",
    ]

    /// Returns an id of the title, the date and the beginning of the text of an item that has nothing else.
    static func digest(of item: FeedItem) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let date = (item.published ?? item.updated).map { String(Int($0.timeIntervalSince1970)) } ?? ""
        let text = item.title == nil ? String((item.content ?? item.summary)?.html.prefix(500) ?? "") : ""
        let enclosure = item.enclosures.first?.url.absoluteString ?? ""
        for byte in [item.title ?? "", date, text, enclosure].joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return "digest:" + String(hash, radix: 16)
    }

    /// Returns the items with each id once.
    ///
    /// Two items of one id and one link or title are versions of one item, of which the newer one remains. Others are
    /// different items of a feed that uses an id several times: the later one takes its link as its id.
    static func merged(_ items: [FeedItem]) -> [FeedItem] {
        var merged: [FeedItem] = []
        var indices: [String: Int] = [:]
        for var item in items {
            if let index = indices[item.id], !isSame(merged[index], item) {
                item.id = item.link.map { normal($0.absoluteString) } ?? digest(of: item)
                if indices[item.id] == index { item.id = digest(of: item) }
            }
            if let index = indices[item.id] {
                merged[index] = newer(merged[index], item)
            } else {
                indices[item.id] = merged.count
                merged.append(item)
            }
        }
        return merged
    }

    private static func isSame(_ first: FeedItem, _ second: FeedItem) -> Bool {
        if let title = first.title, title == second.title { return true }
        guard let link = first.link, let other = second.link else { return first.title == second.title }
        return normal(link.absoluteString) == normal(other.absoluteString)
    }

    private static func newer(_ first: FeedItem, _ second: FeedItem) -> FeedItem {
        guard let one = first.updated ?? first.published, let other = second.updated ?? second.published else {
            return first
        }
        return other > one ? second : first
    }
}
