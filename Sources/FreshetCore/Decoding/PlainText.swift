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
        let folded = decoded.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return folded.isEmpty ? nil : folded
    }

    private static func strippingTags(_ html: String) -> String {
        var result = ""
        var rest = html[...]
        // Behind it no tag ends: looking for its end from each "<" would take quadratic time.
        let lastEnd = html.lastIndex(of: ">") ?? html.startIndex
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            rest = rest[open...]
            guard open < lastEnd, let first = rest.dropFirst().first, first.isLetter || first == "/" || first == "!",
                let close = rest.firstIndex(of: ">")
            else {
                result.append("<")
                rest = rest.dropFirst()
                continue
            }
            let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "/" }.lowercased()
            if separatingTags.contains(name) { result.append(" ") }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Tags between which words would grow together.
    private static let separatingTags: Set<String> = [
        "br", "br/", "p", "/p", "li", "/li", "ul", "/ul", "ol", "/ol", "div", "/div", "td", "/td", "tr", "/tr", "hr",
    ]

    package static func decodingEntities(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            let name = rest.dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" && !$0.isWhitespace }
            let end = rest.index(rest.startIndex, offsetBy: name.count + 1)
            if end < rest.endIndex, rest[end] == ";", let character = character(named: name) {
                result.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func character(named name: Substring) -> Character? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let value =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, value != 0, let scalar = Unicode.Scalar(value) else { return nil }
        return Character(scalar)
    }

    /// The named entities that texts use; rarer ones stay as they are written.
    private static let entities: [String: Character] = [
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
