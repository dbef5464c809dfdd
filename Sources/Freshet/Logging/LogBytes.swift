import Foundation

/// Decodes logged bytes as text.
enum LogBytes {
    /// Decodes UTF-8, or else ISO 8859-1, in which every byte is a character. Returns `nil` if the
    /// bytes aren't text.
    ///
    /// - Parameter isCut: Whether the bytes may end in the middle of a character.
    static func text(_ bytes: Data, isCut: Bool = false) -> (text: String, isUTF8: Bool)? {
        guard !bytes.contains(0) else { return nil }
        for dropped in 0...(isCut ? min(3, bytes.count) : 0) {
            let part = bytes.dropLast(dropped)
            if let text = String(validating: part, as: UTF8.self) { return (text, true) }
        }
        return (String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), false)
    }
}
