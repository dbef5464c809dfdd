/// Splits a command into words as bash does.
///
/// It reads single quotes, double quotes, ANSI-C quotes (`$'…'`), backslashes and continued lines.
/// Variables have the values of the environment. Everything else that a shell evaluates, such as
/// pipes and command substitutions, is an error.
struct POSIXWords {
    private var cursor: TextCursor
    private let environment: [String: String]
    private var word: ShellWord?

    /// Splits a command.
    ///
    /// - Parameter environment: The values of shell variables.
    /// - Throws: ``CurlError`` with the place at which the text isn't a single command.
    static func words(of text: String, environment: [String: String]) throws(CurlError) -> [ShellWord] {
        var reader = POSIXWords(cursor: TextCursor(text), environment: environment)
        return try reader.words()
    }

    private mutating func words() throws(CurlError) -> [ShellWord] {
        var words: [ShellWord] = []
        while let character = cursor.next {
            if character.isWhitespace {
                _ = cursor.take()
                if let word { words.append(word) }
                word = nil
                // A line break ends a command, unless only blank lines follow.
                if character.isNewline, !words.isEmpty { try requireEnd() }
            } else {
                try readPart(character)
            }
        }
        if let word { words.append(word) }
        return words
    }

    private mutating func requireEnd() throws(CurlError) {
        while let character = cursor.next, character.isWhitespace { _ = cursor.take() }
        guard cursor.next != nil else { return }
        throw CurlError(
            .unreadable, at: cursor.place,
            "The command ended on the line before. Expected a backslash at the end of that line, or one command only.")
    }

    private mutating func readPart(_ character: Character) throws(CurlError) {
        switch character {
        case "'": try readSingleQuotes()
        case "\"": try readDoubleQuotes()
        case "\\": readBackslash()
        case "$": try readDollar(isQuoted: false)
        case "`": throw unsupportedSubstitution
        case "|", "&", ";", "<", ">", "(", ")":
            throw CurlError(
                .unreadable, at: cursor.place,
                "\(character) ends the command in a shell. Expected quotes around it, or one command only.")
        default:
            append(String(character))
            _ = cursor.take()
        }
    }

    private mutating func append(_ text: String) {
        append(bytes: Array(text.utf8))
    }

    private mutating func append(bytes: [UInt8]) {
        if word == nil { word = ShellWord(bytes: [], place: cursor.place) }
        word?.bytes += bytes
    }

    private mutating func readSingleQuotes() throws(CurlError) {
        append("")
        let start = cursor.place
        _ = cursor.take()
        while let character = cursor.take() {
            if character == "'" { return }
            append(String(character))
        }
        throw CurlError(.unreadable, at: start, "The quotation that begins here has no end. Expected another '.")
    }

    private mutating func readDoubleQuotes() throws(CurlError) {
        append("")
        let start = cursor.place
        _ = cursor.take()
        while let character = cursor.next {
            switch character {
            case "\"":
                _ = cursor.take()
                return
            case "\\":
                _ = cursor.take()
                guard let escaped = cursor.take() else { break }
                if escaped.isNewline { continue }
                append("$`\"\\".contains(escaped) ? String(escaped) : "\\\(escaped)")
            case "$": try readDollar(isQuoted: true)
            case "`": throw unsupportedSubstitution
            default:
                append(String(character))
                _ = cursor.take()
            }
        }
        throw CurlError(.unreadable, at: start, "The quotation that begins here has no end. Expected another \".")
    }

    private mutating func readBackslash() {
        let place = cursor.place
        _ = cursor.take()
        guard let escaped = cursor.take() else { return append("\\") }
        // A backslash at the end of a line continues the command on the next line.
        if escaped.isNewline { return }
        if word == nil { word = ShellWord(bytes: [], place: place) }
        append(String(escaped))
    }

    private mutating func readDollar(isQuoted: Bool) throws(CurlError) {
        if !isQuoted, cursor.next(after: 1) == "'" { return try readANSIQuotes() }
        // bash translates texts in $"…"; without a translation, the text is the same.
        if !isQuoted, cursor.next(after: 1) == "\"" {
            append("")
            _ = cursor.take()
            return try readDoubleQuotes()
        }
        guard cursor.next(after: 1) != "(" else { throw unsupportedSubstitution }
        let start = cursor.place
        let isBraced = cursor.next(after: 1) == "{"
        guard let first = cursor.next(after: isBraced ? 2 : 1), first.isLetter || first == "_" else {
            append("$")
            _ = cursor.take()
            return
        }
        append("")
        _ = cursor.take()
        if isBraced { _ = cursor.take() }
        let name = cursor.take(upTo: .max) { $0.isLetter || $0.isNumber || $0 == "_" }
        if isBraced, !cursor.take("}") {
            throw CurlError(.unreadable, at: cursor.place, "Expected } after the name of a variable.")
        }
        guard let value = environment[name] else {
            throw CurlError(
                .unreadable, at: start,
                "The variable \(name) isn't set. Export it, or write its value; secret values are never printed.")
        }
        append(value)
    }

    private var unsupportedSubstitution: CurlError {
        CurlError(
            .unreadable, at: cursor.place,
            "The output of other commands can't be inserted. Expected a plain text, or single quotes around it.")
    }
}

// MARK: - ANSI-C quotes

extension POSIXWords {
    private static let escapes: [Character: UInt8] = [
        "a": 0x07, "b": 0x08, "e": 0x1B, "E": 0x1B, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B,
        "\\": 0x5C, "'": 0x27, "\"": 0x22, "?": 0x3F,
    ]

    private mutating func readANSIQuotes() throws(CurlError) {
        append("")
        let start = cursor.place
        _ = cursor.take()
        _ = cursor.take()
        while let character = cursor.take() {
            switch character {
            case "'": return
            case "\\": try readEscape()
            default: append(String(character))
            }
        }
        throw CurlError(.unreadable, at: start, "The quotation that begins here has no end. Expected another '.")
    }

    private mutating func readEscape() throws(CurlError) {
        let place = cursor.place
        guard let character = cursor.take() else { return }
        if let byte = Self.escapes[character] { return append(bytes: [byte]) }
        switch character {
        case "0"..."7":
            let digits = String(character) + cursor.take(upTo: 2) { ("0"..."7").contains($0) }
            append(bytes: [UInt8(truncatingIfNeeded: Int(digits, radix: 8) ?? 0)])
        case "x":
            append(bytes: [UInt8(try digits(upTo: 2, after: "x", place))])
        case "u", "U":
            try readScalar(character, place)
        case "c":
            guard let control = cursor.take()?.asciiValue else {
                throw CurlError(.unreadable, at: place, "Expected a letter after \\c.")
            }
            append(bytes: [control & 0x1F])
        default:
            append("\\\(character)")
        }
    }

    /// Reads the digits of `\u` or `\U`. Chrome writes a character beyond U+FFFF as two escapes, as
    /// in JSON.
    private mutating func readScalar(_ letter: Character, _ place: TextPlace) throws(CurlError) {
        var value = try digits(upTo: letter == "u" ? 4 : 8, after: letter, place)
        if (0xD800..<0xDC00).contains(value), cursor.next == "\\", cursor.next(after: 1) == "u" {
            _ = cursor.take()
            _ = cursor.take()
            let low = try digits(upTo: 4, after: "u", place)
            guard (0xDC00..<0xE000).contains(low) else {
                throw CurlError(.unreadable, at: place, "Expected the second half of a surrogate pair.")
            }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw CurlError(.unreadable, at: place, "Expected a Unicode character after \\\(letter).")
        }
        append(String(Character(scalar)))
    }

    private mutating func digits(
        upTo count: Int, after letter: Character, _ place: TextPlace
    ) throws(CurlError) -> UInt32 {
        let digits = cursor.take(upTo: count, where: \.isHexDigit)
        guard let value = UInt32(digits, radix: 16) else {
            throw CurlError(.unreadable, at: place, "Expected hexadecimal digits after \\\(letter).")
        }
        return value
    }
}
