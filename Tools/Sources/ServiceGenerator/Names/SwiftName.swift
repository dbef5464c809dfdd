/// Makes Swift names from the names in a document.
enum SwiftName {
    /// Words that are written in capitals unless a name begins with them.
    private static let acronyms: Set<String> = [
        "api", "csv", "html", "http", "https", "id", "ip", "json", "pdf", "sdp", "sha", "ssh", "ssl", "tls", "ui",
        "uri", "url", "uuid", "xml",
    ]

    /// Plurals of such words.
    private static let pluralAcronyms: [String: String] = [
        "apis": "APIs", "ids": "IDs", "ips": "IPs", "uris": "URIs", "urls": "URLs", "uuids": "UUIDs",
    ]

    private static let keywords: Set<String> = [
        "Any", "Self", "actor", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Returns the words of a name, without separators. A change from lowercase to uppercase begins a word.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(readable(text))
        for (index, character) in characters.enumerated() {
            guard character.isASCII, character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let previous = index > 0 ? characters[index - 1] : " "
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            let begins =
                character.isUppercase
                && (previous.isLowercase || previous.isNumber || previous.isUppercase && next.isLowercase)
            // The "s" of a plural like "IDs" doesn't begin a word.
            let isPlural =
                previous.isUppercase && next == "s"
                && !(index + 2 < characters.count && characters[index + 2].isLowercase)
            if begins, !isPlural, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Returns a text whose signs are replaced by words if they are all that it has.
    private static func readable(_ text: String) -> String {
        if text.hasPrefix("+") { return "plus " + text.dropFirst() }
        if text.hasPrefix("-"), text.dropFirst().first?.isNumber == true { return "minus " + text.dropFirst() }
        let signs = [
            "*": "any", "=": "equal", "!=": "not equal", "<": "less", ">": "greater", "<=": "at most", ">=": "at least",
        ]
        return signs[text] ?? text
    }

    /// Returns the name of a type, without a check of its uniqueness.
    static func type(_ text: String) -> String {
        let name = words(of: text).map(capitalized).joined()
        guard let first = name.first else { return "Value" }
        return first.isNumber ? "Value" + name : name
    }

    /// Returns the name of a property, a case, a parameter or a function, without backticks.
    static func member(_ text: String) -> String {
        let words = words(of: text)
        guard let first = words.first else { return "value" }
        let name = first.lowercased() + words.dropFirst().map(capitalized).joined()
        return name.first?.isNumber == true ? "value" + name : name
    }

    /// Returns a name as it is written, with backticks if it is a keyword.
    static func written(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    private static func capitalized(_ word: String) -> String {
        let lowercase = word.lowercased()
        if acronyms.contains(lowercase) { return lowercase.uppercased() }
        if let plural = pluralAcronyms[lowercase] { return plural }
        // Words in capitals alone are read better as words: "PENDING" becomes "Pending".
        let rest = word.dropFirst()
        let isCapitals = word.count > 1 && !rest.contains(where: \.isLowercase)
        return word.prefix(1).uppercased() + (isCapitals ? rest.lowercased() : String(rest))
    }

    /// Returns a name without its middle words if it is very long.
    static func shortened(_ name: String) -> String {
        guard name.count > 60 else { return name }
        var words = words(of: name)
        while words.count > 2, words.reduce(0, { $0 + $1.count }) > 50 { words.remove(at: words.count / 2) }
        return words.joined()
    }

    /// Returns a plural's singular, by the usual endings.
    static func singular(_ text: String) -> String {
        if text.hasSuffix("ies"), text.count > 4 { return text.dropLast(3) + "y" }
        for ending in ["sses", "xes", "ches", "shes"] where text.hasSuffix(ending) { return String(text.dropLast(2)) }
        return text.hasSuffix("s") && !text.hasSuffix("ss") && text.count > 2 ? String(text.dropLast()) : text
    }
}
