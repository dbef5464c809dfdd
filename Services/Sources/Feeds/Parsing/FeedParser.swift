public import Foundation

/// A parser for RSS 0.9 to 2.0, Atom 0.3 and 1.0, and JSON Feed.
///
/// ```swift
/// let feed = try FeedParser().feed(from: data, contentType: "application/rss+xml", address: address)
/// ```
///
/// It reads feeds as they occur on the web, including their faults; see <doc:ReadingFeeds>. It
/// fetches nothing, neither document types nor external entities. Time and memory are proportional
/// to the length of the document: only the first 100 attributes of an element are read, and
/// documents with more than 500,000 tags are rejected. If the task is cancelled, parsing ends with
/// ``FeedError/cancelled``.
public struct FeedParser: Sendable {
    /// The maximum size of a document in bytes, by default 16 MiB.
    public var byteLimit: Int

    /// Whether the links of an HTML page are read. `true` by default.
    ///
    /// If `false`, ``FeedError/htmlPage(links:)`` contains no links, and recognising a page takes
    /// hardly any time.
    public var readsPageLinks = true

    /// Makes a parser.
    ///
    /// - Parameter byteLimit: The maximum size of a document in bytes.
    public init(byteLimit: Int = 16 << 20) {
        self.byteLimit = byteLimit
    }

    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - contentType: The value of the `Content-Type` field, of which only the charset is used.
    ///   - address: The address of the response, against which relative addresses are resolved.
    /// - Throws: A ``FeedError`` if the document isn't a feed. A truncated feed doesn't throw; see
    ///   ``Feed/isTruncated``.
    public func feed(from data: Data, contentType: String? = nil, address: URL? = nil) throws(FeedError) -> Feed {
        guard data.count <= byteLimit else { throw .tooLarge(byteLimit: byteLimit) }
        let text = TextDecoding.utf8(Array(data)[...], contentType: contentType)
        var feed: Feed
        switch DocumentStart(text) {
        case .blank: throw .empty
        case .json: feed = try JSONFeedReader(address: address).feed(from: text)
        case .html: throw page(text, address)
        case .xml(let start): feed = try xmlFeed(Array(text[start...]), address: address)
        case .other(let root): throw .notAFeed(root: root)
        }
        feed.items = ItemIdentity.merged(feed.items, homePage: feed.homePage)
        for index in feed.items.indices where feed.items[index].authors.isEmpty {
            feed.items[index].authors = feed.authors
        }
        return feed
    }

    private func page(_ text: [UInt8], _ address: URL?) -> FeedError {
        .htmlPage(links: readsPageLinks ? FeedDiscovery.links(inText: text, address: address) : [])
    }

    private func xmlFeed(_ text: [UInt8], address: URL?) throws(FeedError) -> Feed {
        let repair = try XMLRepair(text)
        var items: [FeedItem] = []
        var isAtom = false
        let (root, isComplete) = MarkupReader.read(repair.output, address: address) { root in
            Self.roots.contains(root.name.lowercased())
        } takes: { element in
            if element.isNamed("feed") { isAtom = true }
            return element.isNamed("item") || element.isNamed("entry")
        } handle: { element in
            let item = ItemReader(element: element, isAtom: isAtom).item()
            if !ItemReader.isEmpty(item) { items.append(item) }
        }
        guard !Task.isCancelled else { throw .cancelled }
        guard let root else { throw .notAFeed(root: nil) }
        var feed = Feed(format: .rss)
        if root.isNamed("feed") {
            feed.format = .atom
        } else if root.name.lowercased() == "rdf" {
            feed.format = .rdf
        } else if root.name.lowercased() == "html" {
            throw page(text, address)
        } else if !Self.roots.contains(root.name.lowercased()) {
            throw .notAFeed(root: root.name)
        }
        ChannelReader(root: root).read(into: &feed)
        feed.isTruncated = repair.isTruncated || !isComplete
        feed.items = items
        return feed
    }

    private static let roots: Set<String> = ["rss", "channel", "feed", "rdf"]
}
