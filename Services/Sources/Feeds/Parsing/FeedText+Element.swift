import Foundation
import FreshetLenientJSON

extension FeedText {
    /// Reads the text of an element. Returns `nil` if it is blank or isn't text.
    ///
    /// - Parameters:
    ///   - isPlain: Whether the text is plain if the element declares no type, as in Atom.
    ///   - page: The page against which relative addresses are resolved if there is no `xml:base`.
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

    /// Returns the content without the `div` that Atom requires around XHTML, which isn't part of
    /// the text.
    private static func unwrapped(_ element: MarkupElement) -> MarkupElement {
        let children = element.children
        guard element.attributes["type"]?.lowercased().contains("xhtml") == true, children.count == 1,
            children[0].name.lowercased() == "div"
        else { return element }
        return children[0]
    }

    /// Returns whether a text contains tags of common elements, which means that it is HTML
    /// although it is declared as text.
    private static func hasTags(_ text: String) -> Bool {
        text.contains(/<\/?(?:p|br|a|div|img|b|i|strong|em|ul|ol|li|h[1-6]|span|blockquote)(?:\s[^<>]*)?\/?>/)
    }

    /// Decodes HTML that was escaped twice, in which tags appear only after decoding.
    private static func decodingSecondEscape(_ text: String) -> String {
        guard !text.utf8.contains(UInt8(ascii: "<")), text.contains("&lt;") else { return text }
        let decoded = PlainText.decodingEntities(in: text)
        return hasTags(decoded) ? decoded : text
    }
}

extension MarkupElement {
    /// The text, decoded if Atom 0.3 declares it as Base64.
    var decodedText: String? {
        guard attributes["mode"]?.lowercased() == "base64" else { return text }
        return text.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the base, which is the `xml:base`, or else a page, or else the document's address.
    func base(orOf page: URL?) -> URL? { hasOwnBase ? base : page ?? base }
}
