extension String {
    /// The trimmed text; `nil` if it is empty.
    var withoutSurroundingSpace: String? {
        // Most texts begin and end with a letter, so they don't need trimming.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) {
            return self
        }
        let trimmed = drop(while: \.isWhitespace)
        guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(trimmed[...last])
    }
}
