import Foundation
import FreshetLenientJSON

/// Makes item ids.
enum ItemIdentity {
    /// Returns the normal form of an id. For an address, it leaves out the parts that differ
    /// between versions of a feed.
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
        // `#utm_source=…` is for tracking as well. Any other fragment may be the only difference between items.
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

    /// Returns an id made from an item's title, date, beginning of the text and link, for items
    /// without an id.
    static func digest(of item: FeedItem) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let date = (item.published ?? item.updated).map { String(Int($0.timeIntervalSince1970)) } ?? ""
        let text = item.title == nil ? beginning(of: item) : ""
        let enclosure = item.enclosures.first?.url.absoluteString ?? ""
        let link = normal(item.link).map { [$0] } ?? []
        for byte in ([item.title ?? "", date, text, enclosure] + link).joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return "digest:" + String(hash, radix: 16)
    }

    private static func beginning(of item: FeedItem) -> String {
        String((item.content ?? item.summary)?.html.prefix(500) ?? "")
    }

    private static func normal(_ link: URL?) -> String? { link.map { normal($0.absoluteString) } }

    /// Returns the items without duplicate ids.
    ///
    /// Two items with the same id and title are versions of one item, of which the newer one is
    /// kept. The same applies to two items with the same id, link and date, unless the id is the
    /// link. Others are different items of a feed that reuses an id; each of them gets its link, or
    /// else a digest, as its id. The ids don't depend on the order of the items.
    ///
    /// - Parameter homePage: The feed's page, which doesn't identify an item.
    static func merged(_ items: [FeedItem], homePage: URL?) -> [FeedItem] {
        var items = newest(items) { [$0.id, $0.title, $0.title == nil ? beginning(of: $0) : nil] }
        let all = counts(items.map { [$0.id] })
        items = newest(items) { item in
            guard all[[item.id]] != 1, item.published ?? item.updated != nil, let link = normal(item.link),
                link != item.id
            else { return [item.id, item.title, item.title == nil ? beginning(of: item) : nil] }
            return [item.id, link, item.published.map { String($0.timeIntervalSince1970) }]
        }
        let remaining = counts(items.map { [$0.id] })
        let links = counts(items.map { remaining[[$0.id]] == 1 ? [] : [$0.id, normal($0.link)] })
        let home = normal(homePage)
        for (index, item) in items.enumerated() where remaining[[item.id]] != 1 || item.id == home {
            let link = normal(item.link)
            let isUnique = link != nil && link != item.id && link != home && links[[item.id, link], default: 1] == 1
            items[index].id = isUnique ? link ?? item.id : digest(of: item)
        }
        return newest(items) { [$0.id] }
    }

    private static func counts(_ keys: [[String?]]) -> [[String?]: Int] {
        Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Returns the newest item for each key, in the order in which the keys first occur.
    private static func newest(_ items: [FeedItem], by key: (FeedItem) -> [String?]) -> [FeedItem] {
        var remaining: [FeedItem] = []
        var indices: [[String?]: Int] = [:]
        for item in items {
            let key = key(item)
            if let index = indices[key] {
                remaining[index] = newer(remaining[index], item)
            } else {
                indices[key] = remaining.count
                remaining.append(item)
            }
        }
        return remaining
    }

    private static func newer(_ first: FeedItem, _ second: FeedItem) -> FeedItem {
        guard let one = first.updated ?? first.published, let other = second.updated ?? second.published else {
            return first
        }
        return other > one ? second : first
    }
}
