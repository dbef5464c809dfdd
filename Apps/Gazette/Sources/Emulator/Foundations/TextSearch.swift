/// Searching by words, whatever their case and accents.
enum TextSearch {
    /// The words of a text as they are compared.
    static func words(_ text: String) -> [String] {
        SearchableText.folded(text).split(separator: " ").map(String.init)
    }

    /// Whether each word begins a word of one of the texts.
    static func matches(_ words: [String], _ texts: String...) -> Bool {
        guard !words.isEmpty else { return true }
        let text = SearchableText(texts)
        return words.allSatisfy(text.containsWord(beginningWith:))
    }
}
