/// Text for people, out of the HTML that services put into fields of text.
package enum PlainText {
    /// Returns the text without tags, with entities decoded and white space folded; `nil` when nothing is left.
    ///
    /// Only what looks like a tag goes: `3 < 5 and 7 > 6` stays. The result is text, not HTML: it must be escaped again
    /// where it is put into a page.
    package static func text(of html: String?) -> String? {
        guard let html else { return nil }
        let stripped = html.utf8.contains(UInt8(ascii: "<")) ? strippingTags(html) : html
        let decoded = stripped.utf8.contains(UInt8(ascii: "&")) ? decodingEntities(stripped) : stripped
        let words = decoded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return words.isEmpty ? nil : String(String.UnicodeScalarView(words.joined(separator: [" "])))
    }

    // By scalars, not by characters: a mark behind a ">" would make one character with it.
    private static func strippingTags(_ html: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = html.unicodeScalars[...]
        // Behind it no tag ends: looking for its end from each "<" would take quadratic time.
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

    /// Tags between which words would grow together.
    private static let separatingTags: Set<String> = [
        "br", "br/", "p", "/p", "li", "/li", "ul", "/ul", "ol", "/ol", "div", "/div", "td", "/td", "tr", "/tr", "hr",
    ]

    package static func decodingEntities(_ text: String) -> String {
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

    /// The named entities that texts use; rarer ones stay as they are written.
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
    package var isLetterOrDigit: Bool { isASCII && (properties.isAlphabetic || properties.numericType != nil) }
}
