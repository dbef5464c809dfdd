import FreshetHTML

/// Converts HTML in services' text fields to plain text.
///
/// The result is text, not HTML, so escape it before inserting it into a page. The time is
/// proportional to the length of the text, whatever it contains.
///
/// ```swift
/// let text = PlainText.text(fromHTML: html) ?? "No description"
/// ```
public enum PlainText {
    /// Returns the text that a browser would show for HTML, with white space collapsed.
    ///
    /// HTML is read in the same way as by browsers (WHATWG HTML §13.2.5): `3 < 5 and 7 > 6` stays,
    /// and an unfinished tag is left out with everything that follows. Blocks, table cells and line
    /// breaks separate words. Comments and content that browsers don't show are left out: scripts,
    /// styles, templates, the content of frames, and the fallback content of videos. Styles have no
    /// effect.
    ///
    /// - Parameter html: The value of a field.
    /// - Returns: The text, or `nil` if it is empty.
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

    /// Returns a text with single spaces between its words and none around them, or `nil` if it has
    /// no words.
    ///
    /// - Parameter controls: Whether control characters below U+0020 separate words as well.
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
    /// All HTML names are known; other names stay unchanged. Some are also decoded without their
    /// semicolon. Each entity is decoded only once, so `&amp;lt;` gives `&lt;`.
    public static func decodingEntities(in text: String) -> String {
        CharacterReferences.decoded(Array(text.utf8)[...])
    }
}
