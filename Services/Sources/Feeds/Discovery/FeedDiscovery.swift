public import Foundation
import FreshetLenientJSON

/// Finds the feeds that belong to a page.
///
/// ```swift
/// let links = try await feeds.value(for: .feedLinks(of: page))
/// let addresses = links.isEmpty ? FeedDiscovery.candidates(for: page) : links.map(\.url)
/// ```
public enum FeedDiscovery {
    /// Returns the first 100 feeds that an HTML page links to, in order and without duplicates.
    ///
    /// Such a link is `<link rel="alternate" type="application/rss+xml" href="…">`, or one with the
    /// type of Atom or JSON Feed. Relative addresses are resolved against the page's `base`.
    ///
    /// - Parameters:
    ///   - data: The page.
    ///   - contentType: The value of the `Content-Type` field.
    ///   - address: The address of the response.
    public static func links(in data: Data, contentType: String? = nil, address: URL?) -> [FeedLink] {
        links(inText: TextDecoding.utf8(Array(data)[...], contentType: contentType), address: address)
    }

    /// Returns addresses at which sites commonly have feeds, most common first, for a page that
    /// links to none.
    ///
    /// They are guesses: request them one after another until one is a feed.
    public static func candidates(for page: URL) -> [URL] {
        let folders = [page.path().hasSuffix("/") ? page.path() : page.path() + "/", "/"]
        var candidates: [URL] = []
        for folder in folders {
            for name in fileNames {
                guard var parts = URLComponents(url: page, resolvingAgainstBaseURL: true) else { continue }
                (parts.query, parts.fragment) = (nil, nil)
                parts.percentEncodedPath = folder + name
                if let url = WebLink.url(from: parts.string), !candidates.contains(url) { candidates.append(url) }
            }
        }
        return candidates
    }

    static func links(inText text: [UInt8], address: URL?) -> [FeedLink] {
        var links: [FeedLink] = []
        var known = Set<URL>()
        var base = address
        var hasBase = false
        HTMLTree(text)?.root?.elements { element in
            switch element.name {
            case "base" where !hasBase:
                guard let url = DocumentLimits.base(from: element.attributes["href"], relativeTo: address) else {
                    return
                }
                (base, hasBase) = (url, true)
            case "link" where links.count < DocumentLimits.links:
                guard let link = link(element.attributes, base), known.insert(link.url).inserted else { return }
                links.append(link)
            default: break
            }
        }
        return links
    }

    private static func link(_ attributes: [String: String], _ base: URL?) -> FeedLink? {
        let relations = attributes["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        let type = attributes["type"]?.lowercased().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        let isFeed = relations.contains("alternate") && types.contains(type ?? "") || relations.contains("feed")
        guard isFeed, !relations.contains("stylesheet"),
            let url = FeedAddress.url(from: attributes["href"], relativeTo: base), !isOfWordPress(url)
        else { return nil }
        return FeedLink(url: url, title: FeedTitle.text(attributes["title"], isHTML: false), type: type)
    }

    /// Returns whether an address belongs to WordPress's API, to which all of its pages link as
    /// `application/json`.
    private static func isOfWordPress(_ url: URL) -> Bool {
        url.path().contains("/wp-json/") || url.query()?.contains("rest_route=") == true
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json",
        "application/rdf+xml", "application/x-rss+xml", "application/xml", "text/xml", "text/rss+xml",
    ]

    private static let fileNames = ["feed", "rss.xml", "atom.xml", "index.xml", "feed.xml", "rss", "feed.json"]
}
