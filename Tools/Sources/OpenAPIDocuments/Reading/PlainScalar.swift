/// The types of unquoted values in YAML, following the core schema of YAML 1.2.
enum PlainScalar {
    /// Returns the value for an unquoted text.
    static func content(of text: String) -> DocumentNode.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        default: return isNumber(text) ? .number(text) : .string(text)
        }
    }

    /// Returns whether a text is a decimal number. Octal and hexadecimal numbers don't occur in JSON
    /// schemas, so they are read as strings.
    private static func isNumber(_ text: String) -> Bool {
        var rest = Substring(text)
        if let sign = rest.first, "+-".contains(sign) { rest.removeFirst() }
        guard let first = rest.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: ".") else {
            return false
        }
        let characters: Set<Character> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "e", "E", "+", "-"]
        return rest.allSatisfy { characters.contains($0) } && Double(rest) != nil
    }
}
