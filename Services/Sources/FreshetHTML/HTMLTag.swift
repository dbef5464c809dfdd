/// A tag of HTML.
package struct HTMLTag {
    /// The name in lower case.
    package let name: String
    /// Whether it ends an element.
    package let isClosing: Bool
    /// Whether a slash before the closing bracket declares that the element has no content.
    /// Browsers ignore it.
    package let isSelfClosing: Bool
    /// The attributes in order, including repeated ones.
    package let attributes: [(name: String, value: String)]

    /// Returns the value of an attribute, or `nil` if it is missing. If an attribute is repeated,
    /// the first one counts.
    package subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    /// Whether a browser starts a new line or a new table cell at the tag.
    package var isBlock: Bool { Self.blocks.contains(name) }

    /// Whether browsers don't show the element's content.
    var hidesContent: Bool { Self.hidden.contains(name) || self["hidden"] != nil }

    /// Whether the element has neither content nor an end tag.
    var isVoid: Bool { Self.void.contains(name) }

    /// Returns whether the element implicitly ends an open one, as `<p>` ends a paragraph (WHATWG
    /// HTML §13.1.2.4).
    func ends(_ open: String) -> Bool { open == "p" ? isBlock : open == name && Self.withoutEnd.contains(name) }

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
        "h6", "header", "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol", "optgroup",
        "option", "p", "plaintext", "pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th",
        "thead", "tr", "ul", "xmp",
    ]

    private static let hidden: Set<String> = [
        "audio", "canvas", "datalist", "iframe", "noembed", "noframes", "noscript", "rp", "script", "style",
        "template", "textarea", "title", "video",
    ]

    private static let void: Set<String> = [
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
    ]

    private static let withoutEnd: Set<String> = ["dd", "dt", "li", "option", "td", "th", "tr"]
}
