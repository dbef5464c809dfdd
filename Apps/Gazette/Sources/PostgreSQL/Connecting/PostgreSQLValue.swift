public import Foundation

/// A value of a statement. It is sent beside the statement, never as a part of its text.
public enum PostgreSQLValue: Sendable, Equatable {
    /// A text, which may not contain U+0000: PostgreSQL can't store it.
    case text(String)
    /// Bytes, for `bytea`.
    case bytes(Data)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// `NULL`.
    case null

    /// A text, or `NULL`.
    public static func text(_ text: String?) -> PostgreSQLValue { text.map { .text($0) } ?? .null }

    /// The bytes to send, and whether they are in the binary format; `nil` for `NULL`. Those of a text end with a zero.
    func encoded() throws(PostgreSQLError) -> (bytes: [UInt8], isBinary: Bool)? {
        switch self {
        case .null: return nil
        case .int(let number): return (Array(String(number).utf8) + [0], false)
        case .double(let number): return (Array(String(number).utf8) + [0], false)
        case .bytes(let data): return (Array(data), true)
        case .text(let text):
            let bytes = Array(text.utf8)
            guard !bytes.contains(0) else {
                throw PostgreSQLError(.invalidValue, "A text with the character U+0000 can't be stored.")
            }
            return (bytes + [0], false)
        }
    }
}
