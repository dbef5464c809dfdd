/// Converts the HTML in the text fields of services to plain text.
///
/// The result is text, not HTML: escape it before putting it into a page. The time is proportional to the length of any
/// text.
public enum PlainText {
    /// Returns the plain text of HTML: without tags, with entities decoded and white space collapsed.
    ///
    /// Only tags are removed: `3 < 5 and 7 > 6` stays. Tags of blocks and line breaks separate words.
    ///
    /// - Parameter html: The value of a field.
    /// - Returns: The text; `nil` if it is empty.
    public static func text(fromHTML html: String?) -> String? {
        guard let html else { return nil }
        let stripped = html.utf8.contains(UInt8(ascii: "<")) ? strippingTags(html) : html
        let decoded = stripped.utf8.contains(UInt8(ascii: "&")) ? decodingEntities(in: stripped) : stripped
        let words = decoded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return words.isEmpty ? nil : String(String.UnicodeScalarView(words.joined(separator: [" "])))
    }

    // Iterates by scalars, not by characters: a combining mark after a ">" would form one character with it.
    private static func strippingTags(_ html: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = html.unicodeScalars[...]
        // No tag ends after it: searching for an end from each "<" would take quadratic time.
        let lastEnd = rest.lastIndex(of: ">") ?? rest.startIndex
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            rest = rest[open...]
            guard open < lastEnd, let first = rest.dropFirst().first,
                first.properties.isAlphabetic || first == "/" || first == "!", let close = rest.firstIndex(of: ">")
            else {
                result.append("<")
                rest = rest.dropFirst()
                continue
            }
            let name = String(rest.dropFirst().prefix { $0 == "/" || $0.isLetterOrDigit })
            if separatingTags.contains(name.lowercased()) { result.append(" ") }
            rest = rest[rest.index(after: close)...]
        }
        result += rest
        return String(result)
    }

    /// Tags that separate words.
    private static let separatingTags: Set<String> = [
        "br", "br/", "p", "/p", "li", "/li", "ul", "/ul", "ol", "/ol", "div", "/div", "td", "/td", "tr", "/tr", "hr",
    ]

    /// Returns a text with its HTML entities decoded, such as `&amp;`, `&#8217;` and `&#x27;`.
    ///
    /// The named entities of Latin letters, punctuation and currencies are decoded; others stay unchanged. Each entity
    /// is decoded once: `&amp;lt;` gives `&lt;`.
    public static func decodingEntities(in text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            let name = rest.dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" && !$0.properties.isWhitespace }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let scalar = scalar(named: String(name)) {
                result.append(scalar)
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        result += rest
        return String(result)
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        guard name.first == "#" else { return entities[name] }
        let digits = name.dropFirst()
        let value =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, value != 0 else { return nil }
        return Unicode.Scalar(value)
    }

    /// The common named entities.
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ensp": " ", "emsp": " ",
        "thinsp": " ", "shy": "\u{AD}", "ndash": "–", "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’",
        "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹",
        "rsaquo": "›",
        "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "plusmn": "±", "times": "×",
        "frac12": "½", "frac14": "¼", "frac34": "¾", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§",
        "para": "¶", "dagger": "†", "larr": "←", "rarr": "→", "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã",
        "auml": "ä", "aring": "å", "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë",
        "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "ograve": "ò", "oacute": "ó",
        "ocirc": "ô", "otilde": "õ", "ouml": "ö", "oslash": "ø", "ugrave": "ù", "uacute": "ú", "ucirc": "û",
        "uuml": "ü", "yacute": "ý", "szlig": "ß", "Agrave": "À", "Aacute": "Á", "Auml": "Ä", "Aring": "Å", "AElig": "Æ",
        "Ccedil": "Ç", "Egrave": "È", "Eacute": "É", "Ntilde": "Ñ", "Oacute": "Ó", "Ouml": "Ö", "Oslash": "Ø",
        "Uacute": "Ú", "Uuml": "Ü",
    ]
}

extension Unicode.Scalar {
    /// Whether it may be part of a tag's name.
    fileprivate var isLetterOrDigit: Bool { isASCII && (properties.isAlphabetic || properties.numericType != nil) }
}
