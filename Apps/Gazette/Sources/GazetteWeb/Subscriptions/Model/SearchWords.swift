import Foundation

/// The words of texts and searches, the same for both databases: folded, and with each ideograph as a word.
enum SearchWords {
    /// The most words that are indexed of an item, in bytes of their text.
    private static let indexLimit = 20_000
    private static let wordLimit = 12

    /// Returns the text that is indexed for an item.
    static func indexed(_ texts: [String?]) -> String {
        var text = ""
        for part in texts.lazy.compactMap(\.self) {
            let rest = indexLimit - text.utf8.count
            guard rest > 0 else { break }
            text += runs(String(part.prefix(rest))).map { $0.joined(separator: " ") }.joined(separator: " ") + " "
        }
        return text
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
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        var runs: [[String]] = []
        var word = ""
        var run: [String] = []
        func endWord() {
            if !word.isEmpty { run.append(word) }
            word = ""
        }
        for scalar in folded.unicodeScalars {
            if isIdeograph(scalar) {
                endWord()
                run.append(String(Character(scalar)))
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.unicodeScalars.append(scalar)
            } else {
                endWord()
                if !run.isEmpty { runs.append(run) }
                run = []
            }
        }
        endWord()
        if !run.isEmpty { runs.append(run) }
        return runs
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
