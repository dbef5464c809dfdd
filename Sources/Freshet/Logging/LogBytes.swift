import Foundation

/// Bytes as text.
enum LogBytes {
    /// Reads UTF-8, else ISO 8859-1, of which each byte is a character; `nil` for bytes that are no text.
    ///
    /// - Parameter isCut: Whether the bytes may end within a character.
    static func text(_ bytes: Data, isCut: Bool = false) -> (text: String, isUTF8: Bool)? {
        guard !bytes.contains(0) else { return nil }
        for dropped in 0...(isCut ? min(3, bytes.count) : 0) {
            let part = bytes.dropLast(dropped)
            if let text = String(validating: part, as: UTF8.self) { return (text, true) }
        }
        return (String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), false)
    }
}
