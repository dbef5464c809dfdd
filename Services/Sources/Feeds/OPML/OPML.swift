public import Foundation
import FreshetLenientJSON

/// A list of feeds in OPML 1 or 2, the format in which feed readers exchange them.
///
/// See [the specification](https://opml.org/spec2.opml).
///
/// ```swift
/// let list = try OPML(from: data)
/// let titles = list.outlines.flatMap(\.feeds).map { entry in
///     (entry.folders + [entry.feed.title ?? "Untitled"]).joined(separator: "/")
/// }
/// ```
public struct OPML: Sendable, Hashable, Codable {
    /// The title of the list; `nil` if missing.
    public var title: String?
    /// The entries, in order.
    public var outlines: [FeedOutline]

    /// Makes a list.
    public init(title: String? = nil, outlines: [FeedOutline]) {
        self.title = title
        self.outlines = outlines
    }

    /// Reads a list.
    ///
    /// Faults in the document are repaired as in feeds. An entry without a feed address is a
    /// folder. An empty folder without a title is dropped.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - contentType: The value of the `Content-Type` field.
    ///   - byteLimit: The largest document in bytes.
    /// - Throws: A ``FeedError``, which is ``FeedError/notAnOutline`` for other XML documents.
    public init(from data: Data, contentType: String? = nil, byteLimit: Int = 16 << 20) throws(FeedError) {
        guard data.count <= byteLimit else { throw .tooLarge(byteLimit: byteLimit) }
        let text = TextDecoding.utf8(Array(data)[...], contentType: contentType)
        guard text.contains(where: { $0 > 0x20 }) else { throw .empty }
        let repair = try XMLRepair(text)
        let (root, _) = MarkupReader.read(
            repair.output, address: nil, isRoot: { $0.isNamed("opml") }, takes: { _ in false }, handle: { _ in })
        guard !Task.isCancelled else { throw .cancelled }
        guard let root, root.isNamed("opml") else { throw .notAnOutline }
        title = FeedTitle.text(root.child("head")?.text("title"), isHTML: false)
        outlines = (root.child("body") ?? root).children("outline").compactMap(FeedOutline.init)
    }

    /// The OPML document, which ``init(from:contentType:byteLimit:)`` can read.
    public var document: Data {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
            <head><title>\(XMLText.escaped(title ?? ""))</title></head>
            <body>

            """
        for outline in outlines { outline.append(to: &text, indent: "") }
        return Data((text + "</body>\n</opml>\n").utf8)
    }
}

extension FeedOutline {
    fileprivate init?(_ element: MarkupElement) {
        let attributes = element.attributes
        title = FeedTitle.text(attributes["text"]?.nonBlank ?? attributes["title"], isHTML: false)
        feed = FeedAddress.url(from: attributes["xmlurl"])
        homePage = WebLink.url(from: attributes["htmlurl"])
        outlines = element.children("outline").compactMap(FeedOutline.init)
        // An entry that has no feed address and no content is an empty folder, unless its attributes show that it
        // should be a feed.
        let isOfFeed = attributes["xmlurl"] != nil || attributes["type"] != nil || homePage != nil
        if feed == nil, outlines.isEmpty, title == nil || !isOfFeed { return nil }
    }

    fileprivate func append(to text: inout String, indent: String) {
        let name = XMLText.escaped(title ?? feed?.host() ?? "")
        text += "\(indent)<outline text=\"\(name)\" title=\"\(name)\""
        if let feed { text += " type=\"rss\" xmlUrl=\"\(XMLText.escaped(feed.absoluteString))\"" }
        if let homePage { text += " htmlUrl=\"\(XMLText.escaped(homePage.absoluteString))\"" }
        guard !outlines.isEmpty else { return text += "/>\n" }
        text += ">\n"
        for outline in outlines { outline.append(to: &text, indent: indent + "  ") }
        text += "\(indent)</outline>\n"
    }
}

/// Escapes text for XML.
private enum XMLText {
    /// Returns an escaped text without the control characters that XML forbids.
    static func escaped(_ text: String) -> String {
        let allowed = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? " " : scalar
        }
        return HTMLText.escaped(String(String.UnicodeScalarView(allowed)))
    }
}
