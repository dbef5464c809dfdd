/// Splits HTML into texts and tags in the same way as browsers (WHATWG HTML §13.2.5).
///
/// Comments, declarations and unfinished tags are left out. Any text is valid input, so there are
/// no errors. It works on bytes, because all of HTML's markup characters are ASCII, and takes time
/// proportional to their number.
package struct HTMLTokenizer {
    /// A part of an HTML text.
    package enum Token {
        /// A text, with its character references decoded.
        case text(String)
        /// The start or the end of an element.
        case tag(HTMLTag)
    }

    private let bytes: [UInt8]
    private var position = 0
    /// The element whose start tag was just read, if its content isn't HTML.
    private var rawElement: String?
    /// Whether `<script/>` ends the element, as in XHTML.
    private let endsRawElements: Bool

    /// Makes a tokenizer for a text.
    package init(_ html: String) { self.init(Array(html.utf8), endsRawElements: false) }

    /// Makes a tokenizer for a UTF-8 text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - endsRawElements: Whether a slash before a tag's closing bracket ends an element such as
    ///     `script`, as in XHTML. Browsers ignore the slash and read everything that follows as the
    ///     element's content.
    package init(_ bytes: [UInt8], endsRawElements: Bool) {
        self.bytes = bytes
        self.endsRawElements = endsRawElements
    }

    /// Returns the next token, or `nil` at the end.
    package mutating func next() -> Token? {
        if let rawElement, let content = rawText(of: rawElement) { return content }
        var start = position
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = open + 1
            guard isMarkup else { continue }
            if start < open {
                position = open
                return text(start..<open)
            }
            if let tag = markup() {
                let isOpen = !tag.isClosing && !(endsRawElements && tag.isSelfClosing)
                if isOpen, Self.rawElements.contains(tag.name) { rawElement = tag.name }
                return .tag(tag)
            }
            start = position
        }
        position = bytes.count
        return start < position ? text(start..<position) : nil
    }

    private func text(_ range: Range<Int>) -> Token {
        let text = bytes[range]
        return .text(CharacterReferences.decoded(text.contains(0) ? text.filter { $0 != 0 }[...] : text))
    }

    // MARK: - Markup

    /// Whether the characters after a `<` make it the start of a tag or a comment.
    private var isMarkup: Bool {
        switch peek() {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): true
        case UInt8(ascii: "/"): peek(1) != nil
        case let other: other?.isLetter == true
        }
    }

    /// Reads the markup after a `<`. Returns `nil` for a comment and for an unfinished tag.
    private mutating func markup() -> HTMLTag? {
        let isClosing = peek() == UInt8(ascii: "/")
        if isClosing { position += 1 }
        if peek()?.isLetter == true { return tag(isClosing: isClosing) }
        if !isClosing, matches("!--", at: position) {
            position += 3
            skipComment()
        } else {
            skip(to: UInt8(ascii: ">"))
        }
        return nil
    }

    /// Skips a comment, which ends at `-->` or `--!>`, or, right at its start, at `>` or `->`.
    private mutating func skipComment() {
        for end in [">", "->"] where matches(end, at: position) {
            position += end.utf8.count
            return
        }
        while let dash = bytes[position...].firstIndex(of: UInt8(ascii: "-")) {
            for end in ["-->", "--!>"] where matches(end, at: dash) {
                position = dash + end.utf8.count
                return
            }
            position = dash + 1
        }
        position = bytes.count
    }

    /// Skips all bytes up to and including a given one.
    private mutating func skip(to byte: UInt8) {
        position = bytes[position...].firstIndex(of: byte).map { $0 + 1 } ?? bytes.count
    }

    // MARK: - Tags

    private mutating func tag(isClosing: Bool) -> HTMLTag? {
        let name = Self.lowercased(read { $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") })
        var attributes: [(name: String, value: String)] = []
        var isSelfClosing = false
        while true {
            let space = read { !$0.isSpace && $0 != UInt8(ascii: "/") }
            guard let next = peek() else { return nil }
            isSelfClosing = space.last == UInt8(ascii: "/")
            if next == UInt8(ascii: ">") { break }
            guard let attribute = attribute() else { return nil }
            attributes.append(attribute)
        }
        position += 1
        return HTMLTag(name: name, isClosing: isClosing, isSelfClosing: isSelfClosing, attributes: attributes)
    }

    /// Reads an attribute. Returns `nil` if its value is unfinished.
    private mutating func attribute() -> (name: String, value: String)? {
        let start = position
        // At the start of a name, "=" belongs to it.
        position += 1
        _ = read { $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=") }
        let name = Self.lowercased(bytes[start..<position])
        _ = read { !$0.isSpace }
        guard peek() == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        _ = read { !$0.isSpace }
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return (name, Self.value(read { $0.isSpace || $0 == UInt8(ascii: ">") }))
        }
        position += 1
        let content = read { $0 == quote }
        guard peek() != nil else { return nil }
        position += 1
        return (name, Self.value(content))
    }

    private static func value(_ bytes: ArraySlice<UInt8>) -> String {
        CharacterReferences.decoded(replacingNulls(in: bytes), isAttribute: true)
    }

    /// Replaces U+0000 as browsers do outside texts; in texts, they drop it.
    private static func replacingNulls(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(0) else { return bytes }
        return bytes.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }[...]
    }

    private static func lowercased(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    // MARK: - Content that is no HTML

    /// The elements whose content contains no tags. With scripts enabled, `noscript` is one of
    /// them.
    private static let rawElements: Set<String> = [
        "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp",
    ]

    /// Reads an element's content up to its end tag. Returns `nil` if there is none.
    private mutating func rawText(of element: String) -> Token? {
        rawElement = nil
        let start = position
        position = element == "script" ? endOfScript() : endOfRawText(element)
        guard start < position else { return nil }
        if element == "textarea" || element == "title" { return text(start..<position) }
        return .text(String(decoding: Self.replacingNulls(in: bytes[start..<position]), as: UTF8.self))
    }

    private func endOfRawText(_ element: String) -> Int {
        guard element != "plaintext" else { return bytes.count }
        var index = position
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            if isTag("</" + element, at: open) { return open }
            index = open + 1
        }
        return bytes.count
    }

    /// Returns the position of a script's end. A comment in a script may contain complete scripts
    /// (WHATWG HTML §13.2.5.18 to 31).
    private func endOfScript() -> Int {
        var (isEscaped, isInner) = (false, false)
        var index = position
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") {
                if isEscaped, matches("-->", at: index) { (isEscaped, isInner) = (false, false) }
            } else if !isEscaped, matches("<!--", at: index) {
                isEscaped = true
                // In "<!-->", the same dashes begin and end the comment.
                index += 1
            } else if isTag("</script", at: index) {
                if !isInner { return index }
                isInner = false
            } else if isEscaped, isTag("<script", at: index) {
                isInner = true
            }
            index += 1
        }
        return index
    }

    // MARK: - Bytes

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    /// Reads the bytes before the first one that meets a condition, or all bytes.
    private mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        position = bytes[start...].firstIndex(where: isEnd) ?? bytes.count
        return bytes[start..<position]
    }

    /// Returns whether a text is at an index, ignoring case.
    private func matches(_ text: String, at index: Int) -> Bool {
        let found = bytes[index...].prefix(text.utf8.count)
        return found.count == text.utf8.count
            && zip(found, text.utf8).allSatisfy { $0 == $1 || $0.isLetter && $0 | 0x20 == $1 }
    }

    /// Returns whether a tag with a complete name starts at an index.
    private func isTag(_ start: String, at index: Int) -> Bool {
        let end = index + start.utf8.count
        guard end < bytes.count, matches(start, at: index) else { return false }
        return bytes[end].isSpace || bytes[end] == UInt8(ascii: "/") || bytes[end] == UInt8(ascii: ">")
    }
}
