/// Functions that read the elements of a header field that is a list (RFC 9110 §5.6.1).
package enum FieldList {
    /// Splits a text at commas outside of quoted strings, and trims each element.
    package static func elements(of text: String) -> [String] { pieces(of: text, separator: ",") }

    /// Splits a text at the separators that aren't within a quoted string, trims each piece, and
    /// leaves out empty ones.
    static func pieces(of text: String, separator: Unicode.Scalar) -> [String] {
        // Few lists contain a quoted string, and the lists of a response are read for each cache
        // hit.
        guard text.utf8.contains(UInt8(ascii: "\"")) else {
            return text.utf8.split(separator: UInt8(ascii: separator)).map { trim(Substring($0)) }
                .filter { !$0.isEmpty }
        }
        var elements: [String] = []
        var element = ""
        var isQuoted = false
        var isEscaped = false
        // Not by characters: a quote or comma with a combining mark behind it is another character,
        // and would separate nothing.
        for character in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator, !isQuoted {
                elements.append(trim(Substring(element)))
                element = ""
                continue
            }
            element.unicodeScalars.append(character)
        }
        elements.append(trim(Substring(element)))
        return elements.filter { !$0.isEmpty }
    }

    /// Removes the quotes and escapes of a quoted string (RFC 9110 §5.6.4).
    static func unquote(_ text: String) -> String {
        guard text.first == "\"" else { return text }
        var content = ""
        var isEscaped = false
        for character in text.unicodeScalars.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                break
            }
            content.unicodeScalars.append(character)
        }
        return content
    }

    /// Removes spaces and tabs at both ends.
    package static func trim(_ text: Substring) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var bytes = text.utf8
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
