import Foundation
import FreshetLenientJSON

extension FeedText {
    /// Reads the text of an element; `nil` if it is blank or not a text.
    ///
    /// - Parameters:
    ///   - isPlain: Whether text of an element that names no type is plain text, as in Atom.
    ///   - page: The page that relative addresses are relative to where no `xml:base` says it.
    init?(_ element: MarkupElement, isPlain: Bool, page: URL?) {
        let type = element.attributes["type"]?.lowercased() ?? ""
        let mode = element.attributes["mode"]?.lowercased()
        let html: String?
        if mode == "base64" {
            html = element.decodedText
        } else if element.hasElements {
            html = Self.unwrapped(element).innerHTML.nonBlank
        } else if let text = element.text {
            if type.contains("/"), !type.hasPrefix("text/"), !type.contains("html") { return nil }
            let isText = ["text", "text/plain", "plain"].contains(type) && mode == nil || type.isEmpty && isPlain
            html = isText && !Self.hasTags(text) ? Self(plain: text).html : Self.decodingSecondEscape(text)
        } else {
            html = nil
        }
        guard let html, !html.isEmpty else { return nil }
        self.init(html: html, base: element.base(orOf: page))
    }

    /// The `div` that Atom puts around XHTML is not part of the text.
    private static func unwrapped(_ element: MarkupElement) -> MarkupElement {
        let children = element.children
        guard element.attributes["type"]?.lowercased().contains("xhtml") == true, children.count == 1,
            children[0].name.lowercased() == "div"
        else { return element }
        return children[0]
    }

    /// Whether a text has tags of usual elements, so that it is HTML although it is declared as text.
    private static func hasTags(_ text: String) -> Bool {
        text.contains(/<\/?(?:p|br|a|div|img|b|i|strong|em|ul|ol|li|h[1-6]|span|blockquote)(?:\s[^<>]*)?\/?>/)
    }

    /// Decodes HTML that was escaped twice: it has no tags, and they appear after decoding.
    private static func decodingSecondEscape(_ text: String) -> String {
        guard !text.utf8.contains(UInt8(ascii: "<")), text.contains("&lt;") else { return text }
        let decoded = PlainText.decodingEntities(in: text)
        return hasTags(decoded) ? decoded : text
    }
}

extension MarkupElement {
    /// The text, decoded where Atom 0.3 says that it is in Base64.
    var decodedText: String? {
        guard attributes["mode"]?.lowercased() == "base64" else { return text }
        return text.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the base: that of an `xml:base`, else a page, else the address of the document.
    func base(orOf page: URL?) -> URL? { hasOwnBase ? base : page ?? base }
}
