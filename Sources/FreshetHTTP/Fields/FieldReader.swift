/// A reader for the value of a header field, which reads its bytes from left to right.
struct FieldReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

    /// Removes a character if it is the next one, and returns whether it was.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Removes and returns the bytes before the first one that isn't wanted.
    mutating func text(while isWanted: (UInt8) -> Bool) -> String {
        let text = rest.prefix(while: isWanted)
        rest = rest[text.endIndex...]
        return String(Substring(text))
    }

    /// Removes and returns the bytes before the first of the given characters.
    mutating func text(until ends: StaticString) -> String {
        text { !ends.contains($0) }
    }

    /// Removes the given characters from the beginning, and returns their number.
    @discardableResult
    mutating func skip(_ characters: StaticString) -> Int {
        let count = rest.prefix(while: characters.contains).count
        rest = rest.dropFirst(count)
        return count
    }

    /// Removes the content of a quoted string and its closing quote, and returns the content
    /// without escapes (RFC 9110 §5.6.4).
    ///
    /// - Returns: The content, and whether there is a closing quote.
    mutating func quotedText() -> (content: String, isClosed: Bool) {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch Unicode.Scalar(byte) {
            case "\"": return (String(decoding: bytes, as: UTF8.self), true)
            case "\\": if let escaped = rest.popFirst() { bytes.append(escaped) }
            default: bytes.append(byte)
            }
        }
        return (String(decoding: bytes, as: UTF8.self), false)
    }
}

extension StaticString {
    /// Whether an ASCII text contains a byte.
    fileprivate func contains(_ byte: UInt8) -> Bool {
        withUTF8Buffer { $0.contains(byte) }
    }
}
