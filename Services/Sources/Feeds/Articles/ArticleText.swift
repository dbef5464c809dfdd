import CLibXML2
public import Foundation
import FreshetLenientJSON

/// The main text of a page, without the menus, lists and notes around it.
///
/// ```swift
/// let article = ArticleText.extract(data, contentType: "text/html", address: address)
/// ```
public struct ArticleText: Sendable, Hashable {
    /// The title as plain text; `nil` if the page has none.
    public var title: String?
    /// The text as clean HTML. See ``SafeHTML``.
    public var html: String
    /// The address of the image that the page provides for previews; `nil` if missing.
    public var picture: URL?
    /// Whether the page declares that its text is for subscribers, so that it may contain only the
    /// beginning.
    ///
    /// Pages declare this with `isAccessibleForFree` from
    /// [schema.org](https://schema.org/isAccessibleForFree).
    public var isForSubscribers = false

    /// Extracts the main text of a page.
    ///
    /// The main text is the element with the most paragraph text and hardly any links, together
    /// with similar elements beside it. Elements that are meant for articles are preferred. Names
    /// such as `sidebar` exclude only elements with little text. The result is a guess, so show a
    /// link to the page as well.
    ///
    /// - Parameters:
    ///   - data: The page.
    ///   - contentType: The value of the `Content-Type` field.
    ///   - address: The address of the page, against which relative addresses are resolved.
    ///   - cleaner: The cleaner for the text. Its base is replaced by the page's.
    /// - Returns: The text, or `nil` if the page has no text of sufficient length or the task is
    ///   cancelled.
    public static func extract(
        _ data: Data, contentType: String? = nil, address: URL?, cleaner: SafeHTML = SafeHTML(base: nil)
    ) -> ArticleText? {
        let text = TextDecoding.utf8(Array(data)[...].prefix(cleaner.byteLimit), contentType: contentType)
            .filter { $0 != 0 }
        guard let tree = HTMLTree(text), let root = tree.root else { return nil }
        let page = PageHead(root, address: address)
        guard let found = ArticleFinder.article(in: root) else { return nil }
        var cleaner = cleaner
        cleaner.base = page.base
        let html = cleaner.cleaned(
            found.element, without: found.omitted.union(repeatedTitle(page.title, in: found.element)))
        guard !html.isEmpty, !Task.isCancelled else { return nil }
        return ArticleText(
            title: page.title, html: html, picture: page.picture, isForSubscribers: isForSubscribers(text))
    }
}

extension ArticleText {
    /// Returns the article's heading that repeats the page's title.
    fileprivate static func repeatedTitle(_ title: String?, in article: HTMLNode) -> Set<xmlNodePtr> {
        guard let title, let heading = heading(title, in: article) else { return [] }
        return [heading.pointer]
    }

    private static func heading(_ title: String, in node: HTMLNode) -> HTMLNode? {
        // A heading within another heading is part of it.
        if ["h1", "h2"].contains(node.name) {
            return FeedTitle.text(node.allText, isHTML: false) == title ? node : nil
        }
        for child in node.children {
            if let found = heading(title, in: child) { return found }
        }
        return nil
    }

    /// Returns whether a page sets the property in a linked-data script. Some pages write `false`
    /// in quotation marks.
    fileprivate static func isForSubscribers(_ page: [UInt8]) -> Bool {
        let name = Array("\"isAccessibleForFree\"".utf8)
        var rest = page[...]
        while let found = rest.firstRange(of: name) {
            rest = rest[found.upperBound...]
            let value = rest.prefix(40).filter { ![0x20, 0x09, 0x0A, 0x0D, 0x22, 0x3A].contains($0) }
            if String(decoding: value.prefix(5), as: UTF8.self).lowercased() == "false" { return true }
        }
        return false
    }
}

/// The information in a page's head.
private struct PageHead {
    private(set) var base: URL?
    private(set) var title: String?
    private(set) var picture: URL?

    init(_ root: HTMLNode, address: URL?) {
        var ownTitle: String?
        var pictureText: String?
        var baseText: String?
        root.elements { element in
            switch element.name {
            case "base" where baseText == nil: baseText = element.attributes["href"]
            case "title" where ownTitle == nil: ownTitle = element.allText
            case "meta":
                let attributes = element.attributes
                let name = attributes["property"] ?? attributes["name"]
                if name == "og:title", title == nil { title = FeedTitle.text(attributes["content"], isHTML: false) }
                if name == "og:image", pictureText == nil { pictureText = attributes["content"] }
            default: break
            }
        }
        base = DocumentLimits.base(from: baseText, relativeTo: address) ?? address
        title = title ?? FeedTitle.text(ownTitle, isHTML: false)
        picture = WebLink.url(from: pictureText, relativeTo: base)
    }
}
