/// Makes documentation comments from the descriptions in a document.
enum DocComment {
    /// Returns the first sentence of a description, with a full stop; `nil` if there is none.
    static func sentence(_ text: String?) -> String? {
        guard let text else { return nil }
        var paragraph = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.trimmed
            if line.isEmpty {
                if paragraph.isEmpty { continue }
                break
            }
            // Headings, tables and blocks of code aren't sentences.
            if paragraph.isEmpty, line.hasPrefix("#") || line.hasPrefix("|") || line.hasPrefix("```") { continue }
            if !paragraph.isEmpty, ["- ", "* ", "|", "```", ">"].contains(where: { line.hasPrefix($0) }) { break }
            paragraph += (paragraph.isEmpty ? "" : " ") + line
            if paragraph.count > 600 { break }
        }
        paragraph = cleaned(paragraph)
        guard !paragraph.isEmpty else { return nil }
        return ended(first(of: paragraph))
    }

    /// Returns the first sentence of a paragraph.
    private static func first(of paragraph: String) -> String {
        let characters = Array(paragraph)
        for index in characters.indices.dropLast(2) where ".!?".contains(characters[index]) {
            let follows = characters[index + 1] == " " && !characters[index + 2].isLowercase
            let before = String(characters[max(0, index - 4)..<index]).lowercased()
            let isAbbreviation = ["e.g", "i.e", "etc", " vs"].contains { before.hasSuffix($0) }
            if follows, !isAbbreviation, index > 15 { return String(characters[...index]) }
        }
        guard characters.count > 300 else { return paragraph }
        let cut = paragraph.prefix(300)
        return (cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? String(cut)) + " …"
    }

    /// Returns a text without tags, control characters and repeated spaces.
    private static func cleaned(_ text: String) -> String {
        var result = ""
        var isInTag = false
        var previous: Character = " "
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            if character == "<", next.isLetter || next == "/" { isInTag = true }
            if !isInTag {
                let character =
                    character.isWhitespace
                        || character.unicodeScalars.contains { $0.value < 0x20 || (0x2028...0x202E).contains($0.value) }
                    ? " " : character
                if character != " " || previous != " " { result.append(character) }
                previous = character
            }
            if isInTag, character == ">" { isInTag = false }
        }
        return String(Substring(result).trimmed)
    }

    private static func ended(_ text: String) -> String {
        guard let last = text.last else { return text }
        if ".!?…".contains(last) { return text }
        return (":;,".contains(last) ? String(text.dropLast()) : text) + "."
    }

    /// Returns a text in lines of a limited width.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        // The indentation of list items is kept.
        let indentation = String(text.prefix { $0 == " " })
        let hanging = text.trimmed.hasPrefix("- ") ? indentation + "  " : indentation
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = hanging + word
            } else {
                line = line.isEmpty ? indentation + word : line + " " + word
            }
        }
        lines.append(line)
        return lines
    }
}

extension StringProtocol {
    /// The text without spaces at its ends.
    var trimmed: SubSequence {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return text
    }
}
