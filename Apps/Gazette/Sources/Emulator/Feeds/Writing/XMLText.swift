import Foundation

/// Writes text into XML and HTML.
enum XMLText {
    /// Returns a text in which the characters of markup are references.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Returns an element that contains a text.
    static func element(_ name: String, _ text: String) -> String {
        let end = name.prefix { $0 != " " }
        return "<\(name)>\(escaped(text))</\(end)>\n"
    }

    /// Returns an element whose text is in a section of character data.
    static func characterData(_ name: String, _ text: String) -> String {
        "<\(name)><![CDATA[\(text.replacingOccurrences(of: "]]>", with: "]]&gt;"))]]></\(name)>\n"
    }
}
