/// Splits a command into words as Windows does: first the command prompt removes its carets, then
/// the program splits its command line.
///
/// Chrome and Firefox write this form as “Copy as cURL (cmd)”.
enum CommandPromptWords {
    /// A character with the place from which it came, and whether it was escaped by a caret.
    private typealias Placed = (character: Character, place: TextPlace)

    /// Whether a command is written for the command prompt: its first quotation begins with a caret,
    /// or a caret continues its first line.
    static func areWords(of text: String) -> Bool {
        guard let sign = text.firstIndex(where: { "^'\"\\".contains($0) }), text[sign] == "^" else {
            return text.prefix { !$0.isNewline }.hasSuffix(" ^")
        }
        let next = text[text.index(after: sign)...].first
        return next == "\"" || next?.isNewline == true
    }

    /// Splits a command.
    ///
    /// - Throws: ``CurlError`` with the place at which the text isn't a single command.
    static func words(of text: String) throws(CurlError) -> [ShellWord] {
        try split(try withoutCarets(text))
    }

    private static func withoutCarets(_ text: String) throws(CurlError) -> [Placed] {
        var cursor = TextCursor(text)
        var result: [Placed] = []
        var isQuoted = false
        while let character = cursor.next {
            let place = cursor.place
            _ = cursor.take()
            if isQuoted || character == "\"" {
                if character == "\"" { isQuoted.toggle() }
                result.append((character, place))
            } else if character == "^" {
                // A caret at the end of a line continues it, and escapes the first character of the next line.
                if cursor.next?.isNewline == true { _ = cursor.take() }
                if let escaped = cursor.take() { result.append((escaped, place)) }
            } else if character.isNewline {
                guard let rest = cursor.restPlace else { return result }
                throw CurlError(
                    .unreadable, at: rest,
                    "The command ended on the line before. Expected ^ at the end of that line, or one command only.")
            } else if "|&<>".contains(character) {
                throw CurlError(
                    .unreadable, at: place,
                    "\(character) ends the command. Expected ^ before it, or one command only.")
            } else {
                result.append((character, place))
            }
        }
        return result
    }

    /// Splits a command line by the rules of Microsoft's C runtime.
    private static func split(_ characters: [Placed]) throws(CurlError) -> [ShellWord] {
        var words: [ShellWord] = []
        var word: ShellWord?
        var quotation: TextPlace?
        var index = 0
        func append(_ text: String, _ place: TextPlace) {
            if word == nil { word = ShellWord(bytes: [], place: place) }
            word?.bytes += Array(text.utf8)
        }
        while index < characters.count {
            let (character, place) = characters[index]
            switch character {
            case "\\":
                let count = characters[index...].prefix { $0.character == "\\" }.count
                index += count
                guard index < characters.count, characters[index].character == "\"" else {
                    append(String(repeating: "\\", count: count), place)
                    continue
                }
                // Before a quotation mark, two backslashes stand for one, and a single one escapes the mark.
                append(String(repeating: "\\", count: count / 2), place)
                if count % 2 == 1 {
                    append("\"", place)
                    index += 1
                }
            case "\"":
                append("", place)
                // In a quotation, two marks stand for one.
                if quotation != nil, index + 1 < characters.count, characters[index + 1].character == "\"" {
                    append("\"", place)
                    index += 1
                } else {
                    quotation = quotation == nil ? place : nil
                }
                index += 1
            case _ where quotation == nil && character.isWhitespace:
                if let word { words.append(word) }
                word = nil
                index += 1
            default:
                append(String(character), place)
                index += 1
            }
        }
        if let quotation {
            throw CurlError(
                .unreadable, at: quotation, "The quotation that begins here has no end. Expected another \".")
        }
        if let word { words.append(word) }
        return words
    }
}

extension TextCursor {
    /// The place of the next character that isn't white space; `nil` if there is none.
    fileprivate var restPlace: TextPlace? {
        var copy = self
        while let character = copy.next, character.isWhitespace { _ = copy.take() }
        return copy.next == nil ? nil : copy.place
    }
}
