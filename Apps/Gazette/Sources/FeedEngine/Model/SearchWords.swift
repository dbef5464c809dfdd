import Foundation

/// The words of texts and searches, the same for both databases: folded, and with each ideograph as a word.
enum SearchWords {
    /// The most words that are indexed of an item, in bytes of their text.
    private static let indexLimit = 20_000
    private static let wordLimit = 12

    /// Returns the text that is indexed for an item.
    static func indexed(_ texts: [String?]) -> String {
        var index = ""
        for text in texts.lazy.compactMap(\.self) {
            let rest = indexLimit - index.utf8.count
            guard rest > 0 else { break }
            words(of: text.utf8.count > rest ? String(text.prefix(rest)) : text) { word, _ in
                index += word
                index += " "
            }
        }
        return index
    }

    /// A word of a search, which may be several in the index that follow each other.
    private static func terms(_ words: String) -> [[String]] { Array(runs(words).prefix(wordLimit)) }

    /// Returns a query of SQLite's FTS5 for texts with all words, the last letters of which may be missing; `nil` if there
    /// are none.
    static func sqlite(_ words: String) -> String? {
        let terms = terms(words)
        return terms.isEmpty ? nil : terms.map { "\"\($0.joined(separator: " "))\"*" }.joined(separator: " ")
    }

    /// The same for `to_tsquery` of PostgreSQL.
    static func postgreSQL(_ words: String) -> String? {
        let terms = terms(words)
        guard !terms.isEmpty else { return nil }
        return terms.map { words in "(\(words.map { "'\($0)'" }.joined(separator: " <-> ")):*)" }.joined(
            separator: " & ")
    }

    /// Returns the runs of letters and digits, folded; a run with ideographs as several words.
    private static func runs(_ text: String) -> [[String]] {
        var runs: [[String]] = []
        words(of: text) { word, continuesRun in
            if continuesRun, !runs.isEmpty { runs[runs.count - 1].append(word) } else { runs.append([word]) }
        }
        return runs
    }

    /// Calls a body with each word of a text, folded, and with whether nothing separates it from the word before.
    private static func words(of text: String, _ take: (_ word: String, _ continuesRun: Bool) -> Void) {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let folded = isPlain ? text : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        var word = ""
        var continuesRun = false
        func endWord() {
            guard !word.isEmpty else { return }
            take(word, continuesRun)
            (word, continuesRun) = ("", true)
        }
        for scalar in folded.unicodeScalars {
            switch scalar.value {
            // A soft hyphen is where a word may be broken, not its end.
            case 0xAD: break
            case 0x30...0x39, 0x61...0x7A: word.unicodeScalars.append(scalar)
            case 0x41...0x5A: word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value + 0x20)))
            case 0x80... where isIdeograph(scalar):
                endWord()
                word.unicodeScalars.append(scalar)
                endWord()
            case 0x80... where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
                word.unicodeScalars.append(scalar)
            default:
                endWord()
                continuesRun = false
            }
        }
        endWord()
    }

    /// Whether a scalar belongs to a script that has no blanks between its words.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
