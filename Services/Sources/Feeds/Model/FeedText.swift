public import Foundation

/// A feed's text as unchanged HTML.
///
/// It isn't safe to insert into a page, because it may contain scripts. Clean it with ``SafeHTML``.
public struct FeedText: Sendable, Hashable, Codable {
    /// The HTML. Plain text from a feed is escaped.
    public var html: String
    /// The address against which relative addresses in the HTML are resolved; `nil` if unknown.
    public var base: URL?

    /// Makes a text from HTML.
    public init(html: String, base: URL? = nil) {
        self.html = html
        self.base = base
    }

    /// Makes a text from plain text, keeping its line breaks.
    public init(plain text: String) {
        html = HTMLText.escaped(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .joined(separator: "<br>\n")
    }
}
