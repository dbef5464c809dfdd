public import Foundation

/// A text of a feed as HTML, as the feed contains it.
///
/// It is not safe to put into a page: it may contain scripts. ``SafeHTML`` cleans it.
public struct FeedText: Sendable, Hashable, Codable {
    /// The HTML. Plain text of a feed is escaped.
    public var html: String
    /// The address that relative addresses in the HTML are relative to; `nil` if unknown.
    public var base: URL?

    /// Makes a text of HTML.
    public init(html: String, base: URL? = nil) {
        self.html = html
        self.base = base
    }

    /// Makes a text of plain text, whose lines remain apart.
    public init(plain text: String) {
        html = HTMLText.escaped(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .joined(separator: "<br>\n")
    }
}
