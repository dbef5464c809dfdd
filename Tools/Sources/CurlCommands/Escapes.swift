import Foundation

/// Percent-encoding as Freshet's `Query` writes it: everything except the unreserved characters
/// (RFC 3986 §2.3).
enum Escapes {
    /// Returns a text in which everything except the unreserved characters is encoded.
    static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }

    /// Whether Freshet sends a path and query exactly as they are written. It encodes characters that
    /// RFC 3986 doesn't allow there, which curl sends as they are.
    static func areKept(in target: String) -> Bool {
        let bytes = Array(target.utf8)
        return bytes.indices.allSatisfy { index in
            guard bytes[index] == UInt8(ascii: "%") else {
                return isUnreserved(bytes[index]) || "/!$&'()*+,;=:@?".utf8.contains(bytes[index])
            }
            return index + 2 < bytes.count
                && bytes[index + 1...index + 2].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
    }
}

extension StringProtocol {
    /// The text without percent-encoding; `nil` if it isn't UTF-8, or has a broken escape.
    var removingEscapes: String? { removingPercentEncoding }
}
