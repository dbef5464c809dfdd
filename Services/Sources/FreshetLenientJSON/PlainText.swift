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
        let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return words.isEmpty ? nil : String(String.UnicodeScalarView(words.joined(separator: [" "])))
    }

    /// Returns a text with its HTML entities decoded, such as `&amp;`, `&#8217;` and `&#x27;`.
    ///
    /// All names of HTML are known; others stay unchanged. Some count without their semicolon, too. Each entity is
    /// decoded once: `&amp;lt;` gives `&lt;`.
    public static func decodingEntities(in text: String) -> String {
        CharacterReferences.decoded(Array(text.utf8)[...])
    }
}
