/// Prepares text for a terminal: removes control characters, measures widths and wraps lines.
enum TerminalText {
    /// Returns the text in one line without control characters, which could move the cursor or change colours.
    static func clean(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control: result += scalar == "\n" ? "\n" : " "
            case .lineSeparator, .paragraphSeparator: result += " "
            default: isHidden(scalar) ? () : result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text for one field of one line.
    static func field(_ text: String) -> String {
        clean(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Embeddings and overrides reorder what follows them, across columns too. Terminals print a soft hyphen.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value) || scalar == "\u{AD}"
    }

    /// Returns how many columns a text takes.
    static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// Returns how many columns a character takes: those of its scalars, as `wcwidth` counts them, since terminals have no
    /// other common measure. An emoji takes two, however many scalars it has.
    static func width(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        if scalars.contains("\u{FE0F}") || scalars.first?.properties.isEmojiPresentation == true { return 2 }
        return scalars.reduce(0) { $0 + width($1) }
    }

    /// Marks that stand above or below another letter take no column. Vowel signs beside it, as of Devanagari and Tamil,
    /// take one, and so does the voicing mark of half-width kana.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isJoiningJamo(scalar.value) ? 0 : isWide(scalar.value) ? 2 : 1
        }
    }

    /// The vowels and final consonants that a terminal draws into the Hangul syllable before them.
    private static func isJoiningJamo(_ value: UInt32) -> Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }

    /// The ranges that Unicode's East Asian Width (UAX #11) calls wide or fullwidth.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }

    /// Returns the text in exactly a width: cut with an ellipsis, or filled with blanks.
    static func fitted(_ text: String, to width: Int, fills: Bool = true) -> String {
        let total = self.width(text)
        if total <= width { return fills ? text + String(repeating: " ", count: width - total) : text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in text {
            let next = self.width(character)
            guard used + next <= width - 1 else { break }
            result.append(character)
            used += next
        }
        result += "…"
        return fills ? result + String(repeating: " ", count: width - used - 1) : result
    }

    /// Returns the lines of a text, those that are wider than a width in several; indented lines stay, since they are
    /// laid out.
    static func folded(_ text: String, to width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            line.hasPrefix(" ") || self.width(String(line)) <= width ? [String(line)] : wrapped(String(line), to: width)
        }
    }

    /// Whether a word is an address, which must not be broken across lines.
    private static func isAddress(_ word: Substring) -> Bool { word.hasPrefix("https://") || word.hasPrefix("http://") }

    /// Returns the text in lines no wider than a width, broken between words; a longer word is broken within.
    ///
    /// - Parameter wholeAddresses: Whether addresses are left to the terminal, which breaks them so that they can be
    ///   opened and copied.
    static func wrapped(_ text: String, to width: Int, wholeAddresses: Bool = false) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            var rest = word[...]
            let whole = self.width(String(word))
            if used > 0, used + 1 + whole <= width {
                line += " " + word
                used += 1 + whole
                continue
            }
            if used > 0 {
                lines.append(line)
                line = ""
                used = 0
            }
            if wholeAddresses, isAddress(word) {
                line += word
                used = whole
                continue
            }
            while let character = rest.first {
                let next = self.width(character)
                if used > 0, used + next > width {
                    lines.append(line)
                    line = ""
                    used = 0
                }
                line.append(character)
                used += next
                rest = rest.dropFirst()
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
