/// Makes names of Swift code, none of them twice.
struct SwiftNames {
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "open", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    private var used: Set<String>

    /// - Parameter used: Names that have a meaning already.
    init(used: Set<String> = []) {
        self.used = used
    }

    /// Returns a name that isn't used yet, such as `accessToken` for `access_token`.
    mutating func name(for text: String, otherwise fallback: String) -> String {
        var name = Self.camelCase(text)
        if name.isEmpty || name.first?.isNumber == true { name = fallback }
        if Self.keywords.contains(name) { name += "Value" }
        var unique = name
        var number = 2
        while !used.insert(unique).inserted {
            unique = "\(name)\(number)"
            number += 1
        }
        return unique
    }

    /// Returns a text in camel case, beginning with a lowercase letter.
    static func camelCase(_ text: String) -> String {
        let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let parts = words.enumerated().map { index, word in
            // “apiKey” and “sessionID” are in camel case already.
            let isMixed = word.contains(where: \.isLowercase)
            let word = isMixed ? String(word) : word.lowercased()
            return index == 0
                ? word.prefix(1).lowercased() + word.dropFirst() : word.prefix(1).uppercased() + word.dropFirst()
        }
        return parts.joined()
    }

    /// Returns the name of a service for a host, such as `Weather` for `api.weather.example`.
    static func service(ofHost host: String) -> String {
        var labels = host.split(separator: ".").map(String.init)
        guard !labels.isEmpty, host.first != "[", !labels.allSatisfy({ $0.allSatisfy(\.isNumber) }) else {
            return "Server"
        }
        if labels.count > 1 { labels.removeLast() }
        // The registries of some countries have a second level.
        if labels.count > 1, ["ac", "co", "com", "gov", "net", "org"].contains(labels[labels.count - 1]) {
            labels.removeLast()
        }
        let name = camelCase(labels[labels.count - 1])
        guard name.first?.isLetter == true, name != "localhost" else { return "Server" }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns the name of a request, such as `postOrders` for `POST /v1/orders/7`.
    static func request(method: String, path: String) -> String {
        let segment = path.split(separator: "/").last { segment in
            segment.first?.isLetter == true && segment.first?.isASCII == true && !segment.contains("%")
                && segment.contains { $0.isLetter && !"vV".contains($0) }
        }
        let noun = segment.map { camelCase(String($0.prefix { $0 != "." })) } ?? ""
        guard method != "GET" else { return noun.isEmpty ? "start" : keywords.contains(noun) ? "\(noun)Request" : noun }
        let verb = camelCase(method)
        return (verb.isEmpty ? "send" : verb) + noun.prefix(1).uppercased() + noun.dropFirst()
    }
}
