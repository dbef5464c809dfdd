/// The generated code that all parts of a service share.
enum Support {
    /// A declaration, and the names by which it is recognised in other code.
    struct Part {
        var names: [String]
        var text: String
        var needsFoundation = false
    }

    /// Returns the code that other code uses; `nil` if it uses none.
    static func code(for service: String, usedBy texts: [String]) -> Code? {
        let parts = self.parts
        var included: Set<Int> = []
        var words = Set<Substring>()
        for text in texts { collectWords(of: text, into: &words) }
        var isChanged = true
        while isChanged {
            isChanged = false
            for (index, part) in parts.enumerated() where !included.contains(index) {
                guard part.names.contains(where: { words.contains($0[...]) }) else { continue }
                included.insert(index)
                collectWords(of: part.text, into: &words)
                isChanged = true
            }
        }
        guard !included.isEmpty else { return nil }
        var code = Code()
        for index in included.sorted() {
            if code.count > 0 { code.line() }
            for line in parts[index].text.replacing("SERVICE", with: service).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                code.line(String(line))
            }
        }
        return code
    }

    private static func collectWords(of text: String, into words: inout Set<Substring>) {
        for line in text.split(separator: "\n") where !line.trimmed.hasPrefix("//") {
            words.formUnion(line.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        }
    }

    private static var parts: [Part] {
        [
            openText, openNumber, json, memberKey, others, boxed, textual, day, candidates, fields, pathText, partList,
            formFile, jsonLines,
        ]
    }
}
