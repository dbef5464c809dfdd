/// Searches texts by words, ignoring case and accents.
enum TextSearch {
    /// Returns the words of a text in the form in which they are compared.
    static func words(_ text: String) -> [String] {
        SearchableText.folded(text).split(separator: " ").map(String.init)
    }

    /// Returns whether each word is the beginning of a word in one of the texts.
    static func matches(_ words: [String], _ texts: String...) -> Bool {
        guard !words.isEmpty else { return true }
        return matches(words, SearchableText(texts))
    }

    /// Returns whether each word is the beginning of a word of a text.
    static func matches(_ words: [String], _ text: SearchableText) -> Bool {
        words.allSatisfy(text.containsWord(beginningWith:))
    }
}
