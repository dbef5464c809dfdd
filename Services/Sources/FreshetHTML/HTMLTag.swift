/// A tag of HTML.
package struct HTMLTag {
    /// The name in lower case.
    package let name: String
    /// Whether it ends an element.
    package let isClosing: Bool
    /// Whether a slash before its end says that the element has no content, which a browser ignores.
    package let isSelfClosing: Bool
    /// The attributes in their order, repeated ones included.
    package let attributes: [(name: String, value: String)]

    /// Returns the value of an attribute; `nil` without it. Of a repeated attribute, the first counts.
    package subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    /// Whether a browser begins a new line or a new cell at the tag.
    package var isBlock: Bool { Self.blocks.contains(name) }

    /// Whether a browser doesn't show the content of the element.
    var hidesContent: Bool { Self.hidden.contains(name) || self["hidden"] != nil }

    /// Whether the element has no content, and no end.
    var isVoid: Bool { Self.void.contains(name) }

    /// Whether the element ends another one that has no end of its own, as `<p>` ends a paragraph (WHATWG HTML
    /// §13.1.2.4).
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
