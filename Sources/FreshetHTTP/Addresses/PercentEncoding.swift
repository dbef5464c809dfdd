/// Percent-encoding (RFC 3986 §2.1), implemented without Foundation.
package enum PercentEncoding {
    /// Appends a text, encoding everything except the unreserved characters (RFC 3986 §2.3).
    package static func append(_ text: String, to result: inout String) {
        guard !text.utf8.allSatisfy(isUnreserved) else { return result.append(text) }
        for byte in text.utf8 {
            if isUnreserved(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                appendEncoded(byte, to: &result)
            }
        }
    }

    /// Appends the text of a template, keeping `allowed` characters and existing escapes.
    package static func appendTemplate(_ text: String, allowed: (UInt8) -> Bool, to result: inout String) {
        guard !text.utf8.allSatisfy({ isUnreserved($0) || allowed($0) }) else { return result.append(text) }
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            // Encoding the `%` of an escape again would name another resource: `%2F` would become
            // `%252F`.
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHexDigit(bytes[index + 1])
                && isHexDigit(bytes[index + 2])
            if isEscape || isUnreserved(byte) || allowed(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                appendEncoded(byte, to: &result)
            }
        }
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    /// Whether a path may contain a character without encoding: `pchar` and `/` (RFC 3986 §3.3).
    package static func isPathCharacter(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "/", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@": true
        default: false
        }
    }

    /// Whether a query may contain a character without encoding (RFC 3986 §3.4).
    package static func isQueryCharacter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || isPathCharacter(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit
    }

    private static func appendEncoded(_ byte: UInt8, to result: inout String) {
        let digits: StaticString = "0123456789ABCDEF"
        result.append("%")
        digits.withUTF8Buffer { buffer in
            result.unicodeScalars.append(Unicode.Scalar(buffer[Int(byte >> 4)]))
            result.unicodeScalars.append(Unicode.Scalar(buffer[Int(byte & 15)]))
        }
    }
}
