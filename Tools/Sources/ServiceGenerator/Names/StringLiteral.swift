/// Writes strings as Swift literals.
enum StringLiteral {
    /// Returns a text as a literal with quotation marks.
    static func text(of text: String) -> String { "\"\(escaped(text))\"" }

    /// Returns a text as it is written between quotation marks.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                // Control characters, and those that change the order of others, can't be seen.
                let isHidden =
                    scalar.value < 0x20
                    || [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                        scalar.properties.generalCategory)
                result += isHidden ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
            }
        }
        return result
    }
}
