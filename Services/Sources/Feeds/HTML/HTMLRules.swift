/// The elements and attributes that are allowed in clean HTML.
enum HTMLRules {
    /// The elements that are kept.
    static let allowed: Set<String> = [
        "a", "abbr", "acronym", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "br",
        "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dfn", "div", "dl", "dt", "em",
        "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "main",
        "mark",
        "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strike",
        "strong",
        "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var",
        "wbr",
    ]

    /// The elements that are removed together with their content. The content of other elements is
    /// kept.
    static let removed: Set<String> = [
        "annotation", "annotation-xml", "applet", "area", "base", "basefont", "button", "canvas", "datalist", "frame",
        "frameset", "head", "iframe", "input", "isindex", "link", "listing", "map", "meta", "noembed",
        "noframes", "noscript", "object", "optgroup", "option", "param", "plaintext", "portal", "script", "select",
        "slot",
        "style", "svg", "template", "textarea", "title", "xml", "xmp",
    ]

    /// The elements without content.
    static let void: Set<String> = ["br", "col", "hr", "img", "wbr"]

    /// The elements that end an open paragraph (WHATWG HTML §13.2.6.4.7).
    static let endsParagraph: Set<String> = [
        "address", "article", "aside", "blockquote", "center", "details", "div", "dl", "figcaption", "figure", "h1",
        "h2", "h3", "h4", "h5", "h6", "hr", "li", "dd", "dt", "main", "ol", "p", "pre", "section", "summary", "table",
        "ul",
    ]

    /// The allowed text attributes by element, in addition to those of every element: `title`,
    /// `lang` and `dir`.
    static let textAttributes: [String: [String]] = [
        "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan", "scope"], "ol": ["start", "reversed", "type"],
        "li": ["value"], "time": ["datetime"], "col": ["span"], "colgroup": ["span"], "details": ["open"],
        "img": ["alt", "width", "height"],
    ]

    /// Returns whether a page hides an element. A completely hidden page doesn't count, because it
    /// is hidden only until its scripts have run.
    static func isHidden(_ name: String, _ attributes: [String: String]) -> Bool {
        if name == "html" || name == "body" { return false }
        if attributes["hidden"] != nil { return true }
        guard let text = attributes["style"] else { return false }
        let style = String(decoding: text.utf8.lazy.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
        return style.contains("display:none") || style.contains("visibility:hidden")
    }

    /// Returns whether an element is a script with a TeX formula that MathJax would display.
    static func isFormula(_ name: String, _ attributes: [String: String]) -> Bool {
        name == "script" && attributes["type"]?.lowercased().hasPrefix("math/tex") == true
    }

    /// Returns whether an attribute may have a value.
    static func isAllowed(_ value: String, of attribute: String) -> Bool {
        switch attribute {
        case "title", "alt": true
        case "dir": ["ltr", "rtl", "auto"].contains(value.lowercased())
        case "lang": !value.isEmpty && value.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D }
        case "datetime": value.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-:.+ ".utf8.contains($0) }
        case "scope": ["row", "col", "rowgroup", "colgroup"].contains(value.lowercased())
        case "type": ["1", "a", "A", "i", "I"].contains(value)
        case "reversed", "open": true
        case "start", "value": value.utf8.count < 8 && Int(value) != nil
        default: value.utf8.count < 6 && UInt(value) != nil
        }
    }
}
