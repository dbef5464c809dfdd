import FreshetLenientJSON

/// Converts feed titles to plain text. They may be text or HTML, escaped once or twice.
enum FeedTitle {
    /// Returns a title as plain text.
    ///
    /// Only elements that occur in titles are treated as HTML, so `The <video> element` stays.
    static func text(_ raw: String?, isHTML: Bool) -> String? {
        guard let raw else { return nil }
        var text = raw
        if isHTML { text = PlainText.text(fromHTML: escapingOtherTags(text)) ?? "" }
        text = decodingCompleteReferences(text)
        return PlainText.collapsingSpace(in: text, controls: true)
    }

    /// Escapes text that looks like a tag but can't be one in a title.
    private static func escapingOtherTags(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var output: [UInt8] = []
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            guard byte == UInt8(ascii: "<"), !isTag(bytes[(index + 1)...]) else {
                output.append(byte)
                continue
            }
            output += "&lt;".utf8
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = bytes.first == UInt8(ascii: "/") ? bytes.dropFirst() : bytes
        if rest.starts(with: "!--".utf8) { return true }
        let name = rest.prefix { $0.isLetter || $0.isDigit }
        guard let next = rest.dropFirst(name.count).first, next.isSpace || next == UInt8(ascii: ">") || next == 0x2F,
            name.count <= 10
        else { return false }
        return elements.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Decodes references such as `&#8217;` and `&amp;` that can only result from double escaping.
    private static func decodingCompleteReferences(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return text.replacing(/&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/) { match in
            PlainText.decodingEntities(in: String(match.output))
        }
    }

    private static let elements: Set<String> = [
        "a", "abbr", "acronym", "b", "big", "br", "center", "cite", "code", "del", "div", "em", "font", "h1", "h2",
        "h3",
        "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "mark", "nobr", "p", "q", "s", "small", "span", "strike",
        "strong", "sub", "sup", "tt", "u", "var", "wbr", "script", "style",
    ]
}
