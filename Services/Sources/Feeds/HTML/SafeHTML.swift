import CLibXML2
public import Foundation

/// Cleans HTML of feeds and pages, so that it may be put into a page of one's own.
///
/// ```swift
/// let html = SafeHTML(base: item.link).cleaned(item.content?.html ?? "")
/// ```
///
/// Only known elements and attributes remain, and every address has the scheme http, https or (of a link) mailto.
/// Scripts, styles, forms, drawings, other embedded content and hidden elements are left out together with what they
/// contain; of other elements the content remains. Sounds, videos and frames become links. Formulas in TeX that a
/// script would show are code. Pictures that only count readers are left out as well. Addresses are absolute, and links
/// carry `rel="noopener noreferrer nofollow"`. The result is well-formed, and all of its elements are parsed as a `div`
/// is.
public struct SafeHTML: Sendable {
    /// The address that relative addresses are relative to; without one, they are left out.
    public var base: URL?
    /// The most bytes of HTML that are read: 4 MiB by default. What follows is left out. The result is about four times
    /// that long at most.
    public var byteLimit = 4 << 20
    /// The most bytes that are written before the rest is left out: addresses may be longer than what they are made of.
    var outputLimit: Int { 4 * byteLimit + 1024 }
    /// Returns the address that stands for that of a picture, such as one of a proxy; `nil` leaves the picture out.
    ///
    /// Without it, pictures have their own addresses. Its result is not checked.
    public var pictureAddress: (@Sendable (URL) -> String?)?

    /// Makes a cleaner.
    ///
    /// - Parameters:
    ///   - base: The address that relative addresses are relative to.
    ///   - pictureAddress: Returns the address that stands for that of a picture; `nil` leaves the picture out.
    public init(base: URL?, pictureAddress: (@Sendable (URL) -> String?)? = nil) {
        self.base = base
        self.pictureAddress = pictureAddress
    }

    /// Returns clean HTML.
    ///
    /// Elements that are nested more than 200 deep are left out, and so is what follows such an element, what follows
    /// 500,000 tags, and each attribute past the hundredth of an element: the time is proportional to the length of any
    /// text. Cleaning ends early when its task is cancelled.
    public func cleaned(_ html: String) -> String {
        var text = Array("<html><body>".utf8)
        text += html.utf8.prefix(byteLimit).lazy.filter { $0 != 0 }
        guard let root = HTMLTree(text)?.root else { return "" }
        return cleaned(root)
    }

    /// Returns the clean HTML of a text of a feed, with its own base if it has one.
    public func cleaned(_ text: FeedText) -> String {
        var cleaner = self
        cleaner.base = text.base ?? base
        return cleaner.cleaned(text.html)
    }

    /// Returns the clean HTML of a part of a page, without some elements in it.
    func cleaned(_ node: HTMLNode, without omitted: Set<xmlNodePtr> = []) -> String {
        var writer = SafeHTMLWriter(rules: self, omitted: omitted)
        writer.write(node, depth: 0)
        return String(decoding: writer.output, as: UTF8.self).trimmingWhitespace
    }
}
