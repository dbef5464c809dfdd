import FreshetHTML

/// Converts the HTML in the text fields of services to plain text.
///
/// The result is text, not HTML: escape it before putting it into a page. The time is proportional to the length of any
/// text.
public enum PlainText {
    /// Returns the plain text of HTML: the text that a browser shows, with white space collapsed.
    ///
    /// HTML is read as browsers read it (WHATWG HTML §13.2.5): `3 < 5 and 7 > 6` stays, and a tag that has no end is
    /// left out with all that follows. Blocks, cells and line breaks separate words. Comments are left out, and what a
    /// browser does not show: scripts, styles, templates, the content of frames, and what stands in for a video. Styles
    /// have no effect.
    ///
    /// - Parameter html: The value of a field.
    /// - Returns: The text; `nil` if it is empty.
    public static func text(fromHTML html: String?) -> String? {
        guard let html else { return nil }
        var text = ""
        for token in VisibleHTML(html) {
            switch token {
            case .text(let more): text += more
            case .tag(let tag): if tag.isBlock { text += " " }
            }
        }
        return collapsingSpace(in: text, controls: false)
    }

    /// Returns a text with single blanks between its words and none around them; `nil` if it has no words.
    ///
    /// - Parameter controls: Whether control characters before U+0020 separate words, too.
    package static func collapsingSpace(in text: String, controls: Bool) -> String? {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        var isAfterSpace = false
        func append(_ bytes: some Sequence<UInt8>) {
            if isAfterSpace, !output.isEmpty { output.append(0x20) }
            isAfterSpace = false
            output += bytes
        }
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                let byte = UInt8(scalar.value)
                if byte == 0x20 || (0x09...0x0D).contains(byte) || controls && byte < 0x20 {
                    isAfterSpace = true
                } else {
                    append(CollectionOfOne(byte))
                }
            } else if scalar.properties.isWhitespace {
                isAfterSpace = true
            } else {
                append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return output.isEmpty ? nil : String(decoding: output, as: UTF8.self)
    }

    /// Returns a text with its HTML entities decoded, such as `&amp;`, `&#8217;` and `&#x27;`.
    ///
    /// All names of HTML are known; others stay unchanged. Some count without their semicolon, too. Each entity is
    /// decoded once: `&amp;lt;` gives `&lt;`.
    public static func decodingEntities(in text: String) -> String {
        CharacterReferences.decoded(Array(text.utf8)[...])
    }
}
