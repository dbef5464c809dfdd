import CLibXML2
public import Foundation

/// Cleans HTML from feeds and pages, so that an app can safely insert it into its own pages.
///
/// ```swift
/// let html = SafeHTML(base: item.link).cleaned(item.content?.html ?? "")
/// ```
///
/// Only known elements and attributes are kept, and every address has the scheme http, https or, in
/// a link, mailto. Scripts, styles, forms, drawings, other embedded content and hidden elements are
/// removed together with their content; the content of other elements is kept. Audio, videos and
/// frames become links. TeX formulas that a script would display become code. Tracking images are
/// removed. Addresses are absolute, and links have `rel="noopener noreferrer nofollow"`. The result
/// is well-formed, and can be placed wherever a `div` can.
public struct SafeHTML: Sendable {
    /// The address against which relative addresses are resolved. Without it, they are removed.
    public var base: URL?
    /// The maximum number of bytes of HTML that are read, by default 4 MiB. The rest is dropped.
    /// The result is at most about four times as long.
    public var byteLimit = 4 << 20
    /// The maximum number of bytes written before the rest is dropped. The output may be longer
    /// than the input, because addresses become absolute.
    var outputLimit: Int { 4 * byteLimit + 1024 }
    /// Returns the address to use for an image, such as a proxy's, or `nil` to leave the image out.
    ///
    /// By default, images keep their own addresses. The result isn't checked.
    ///
    /// ```swift
    /// let cleaner = SafeHTML(base: item.link) { picture in
    ///     "/picture?address="
    ///         + (picture.absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    /// }
    /// ```
    public var pictureAddress: (@Sendable (URL) -> String?)?

    /// Makes a cleaner.
    ///
    /// - Parameters:
    ///   - base: The address against which relative addresses are resolved; `nil` if there is none.
    ///   - pictureAddress: Returns the address to use for an image, or `nil` to leave the image
    ///     out.
    public init(base: URL?, pictureAddress: (@Sendable (URL) -> String?)? = nil) {
        self.base = base
        self.pictureAddress = pictureAddress
    }

    /// Returns clean HTML.
    ///
    /// To keep the time proportional to the length of the text, limits apply: cleaning stops at an
    /// element that is nested more than 200 deep and after 500,000 tags, and only the first 100
    /// attributes of an element are read. It ends early if its task is cancelled.
    public func cleaned(_ html: String) -> String {
        var text = Array("<html><body>".utf8)
        text += html.utf8.prefix(byteLimit).lazy.filter { $0 != 0 }
        guard let root = HTMLTree(text)?.root else { return "" }
        return cleaned(root)
    }

    /// Returns the clean HTML of a feed text, resolved against the text's own base if it has one.
    public func cleaned(_ text: FeedText) -> String {
        var cleaner = self
        cleaner.base = text.base ?? base
        return cleaner.cleaned(text.html)
    }

    /// Returns the clean HTML of part of a page, without some of its elements.
    func cleaned(_ node: HTMLNode, without omitted: Set<xmlNodePtr> = []) -> String {
        var writer = SafeHTMLWriter(rules: self, omitted: omitted)
        writer.write(node, depth: 0)
        return String(decoding: writer.output, as: UTF8.self).trimmingWhitespace
    }
}
