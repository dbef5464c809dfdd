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

    /// Returns an id of the title, the date, the beginning of the text and the link of an item that has nothing else.
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

    /// Returns the items with each id once.
    ///
    /// Two items of one id and one title are versions of one item, of which the newer one remains; so are two of one id,
    /// one link and one date, unless the id is the link. Others are different items of a feed that uses an id several
    /// times: each of them has its link as its id, or else a digest. The ids do not depend on the order of the items.
    ///
    /// - Parameter homePage: The page of the feed, which identifies no item.
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

    /// Returns the newest item of each key, in the order of the first ones.
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
