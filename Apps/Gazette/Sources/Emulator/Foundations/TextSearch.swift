import Foundation

/// Searching by words, whatever their case and accents.
enum TextSearch {
    /// The words of a text as they are compared.
    static func words(_ text: String) -> [String] {
        // Most texts are plain ASCII, which needs none of the rules of Unicode.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let folded =
            isASCII
            ? text.lowercased() : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Whether each word begins a word of one of the texts.
    static func matches(_ words: [String], _ texts: String...) -> Bool {
        guard !words.isEmpty else { return true }
        let found = texts.flatMap(Self.words)
        return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
    }
}
