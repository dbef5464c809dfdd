import Foundation
public import HTTPTypes

/// The names of header fields, query items, form items and cookies whose values are secret.
///
/// A redirect never sends a field with such a name to another origin. Callers with different values
/// never share a cached response. Errors, events and logs never show such a value.
///
/// ``standard`` recognises common names by the words in them. A service can add its own names, and
/// remove names that look secret but aren't:
///
/// ```swift
/// struct Bank: Service {
///     let baseURL = "https://bank.example/v1"
///     var secretNames: SecretNames {
///         .standard.adding("account", "X-Customer").removing("pageToken", "max-keys")
///     }
/// }
/// ```
///
/// The name of the field or item that carries ``Service/credentials`` is always secret. So are the
/// fields that carry credentials in HTTP itself: `Authorization`, `Proxy-Authorization`, `Cookie`
/// and `Set-Cookie`.
public struct SecretNames: Sendable, Hashable {
    /// The names that are secret because of the words in them.
    ///
    /// The words are *auth*, *bearer*, *cookie*, *credential*, *csrf*, *key*, *passphrase*,
    /// *passwd*, *password*, *secret*, *sessid*, *session*, *signature*, *token* and *xsrf*, and
    /// standing alone *jwt*, *otp*, *pass*, *pwd*, *sid* and *sig*. The complete OAuth names
    /// *code*, *code_verifier*, *device_code*, *user_code* and *client_assertion* are secret as
    /// well. Case is ignored.
    ///
    /// In the name of a header field, a word counts anywhere, as in `X-Authenticated-User`. In the
    /// name of a query or form item, it must end where a word of the name ends, so that reported
    /// URLs stay readable: `apiKey`, `refresh_token`, `X-Amz-Signature` and `session_id` are
    /// secret, but `keyword` and `author` aren't. The fields `Cookie` and `Set-Cookie` are
    /// completely secret, and so is every cookie. `Idempotency-Key` identifies a request rather
    /// than a caller, so it isn't secret.
    public static let standard = SecretNames()

    /// The text that replaces a secret value.
    package static let replacement = "REDACTED"

    /// The fields that carry credentials in HTTP itself (RFC 9110 §11, RFC 6265), in lowercase.
    private static let always: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

    /// The added names, in lowercase.
    private var added: Set<String> = []
    /// The names that are never secret, whatever their words, in lowercase.
    private var removed: Set<String> = ["idempotency-key"]

    /// Returns these names with others added.
    ///
    /// - Parameter names: The complete names of fields, items or cookies. Case is ignored.
    public func adding(_ names: String...) -> SecretNames {
        let names = names.map { $0.lowercased() }
        var new = self
        new.added.formUnion(names)
        new.removed.subtract(names)
        return new
    }

    /// Returns these names without some that aren't secret.
    ///
    /// Their values then appear in errors, events and logs, are sent to other origins after a
    /// redirect, and no longer separate callers in the cache. The fields `Authorization`,
    /// `Proxy-Authorization`, `Cookie` and `Set-Cookie` always remain secret.
    ///
    /// - Parameter names: The complete names of fields or items. Case is ignored.
    public func removing(_ names: String...) -> SecretNames {
        let names = names.map { $0.lowercased() }.filter { !Self.always.contains($0) }
        var new = self
        new.added.subtract(names)
        new.removed.formUnion(names)
        return new
    }

    /// Returns whether a header field with this name contains a secret.
    public func contains(_ field: HTTPField.Name) -> Bool {
        let name = field.canonicalName
        return !added.isEmpty && added.contains(name)
            || Self.hasSecretWord(name, isField: true) && !removed.contains(name)
    }

    /// Returns whether a query or form item with this name, encoded or not, contains a secret.
    public func contains(item name: some StringProtocol) -> Bool {
        if name.utf8.contains(UInt8(ascii: "%")), let plain = name.removingPercentEncoding, plain != name {
            return contains(item: plain)
        }
        return !added.isEmpty && added.contains(name.lowercased())
            || Self.hasSecretWord(name, isField: false) && !removed.contains(name.lowercased())
    }

    /// Returns a query or form with the values of its secret items replaced; `nil` if it has none.
    ///
    /// - Parameter text: The items, such as `name=value`, separated by `&` or `;`. If the value of
    ///   an item is an unencoded URL, the items of that URL are read as well.
    package func redacted(items text: String) -> String? {
        let bytes = text.utf8
        var redacted: String?
        var (start, copied) = (bytes.startIndex, bytes.startIndex)
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(where: Self.separatesItems) ?? bytes.endIndex
            if let sign = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), contains(item: text[start..<sign]) {
                redacted = "\(redacted ?? "")\(text[copied...sign])\(Self.replacement)"
                copied = end
            }
            start = end < bytes.endIndex ? bytes.index(after: end) : end
        }
        return redacted.map { "\($0)\(text[copied...])" }
    }

    private static func separatesItems(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "&", ";", "?", "#": true
        default: false
        }
    }
}

// MARK: - Words

extension SecretNames {
    private struct Word: Sendable {
        let bytes: [UInt8]
        /// Whether the word is too short to count as a part of a longer word.
        let standsAlone: Bool
    }

    private static let words: [Word] = {
        let parts = [
            "auth", "authentication", "authorization", "bearer", "cookie", "credential", "csrf", "key", "passphrase",
            "passwd", "password", "secret", "sessid", "session", "signature", "token", "xsrf",
        ]
        let wholes = ["jwt", "otp", "pass", "pwd", "sid", "sig"]
        return parts.map { Word(bytes: Array($0.utf8), standsAlone: false) }
            + wholes.map { Word(bytes: Array($0.utf8), standsAlone: true) }
    }()

    /// For each letter, the set of letters that may follow it at the beginning of a word, as bits.
    ///
    /// A cache checks the name of each field of each request: this table rules out nearly every
    /// position of a name.
    private static let openings: [UInt32] = words.reduce(into: [UInt32](repeating: 0, count: 32)) { openings, word in
        openings[Int(word.bytes[0] & 31)] |= 1 << UInt32(word.bytes[1] & 31)
    }

    private static func hasSecretWord(_ name: some StringProtocol, isField: Bool) -> Bool {
        name.utf8.withContiguousStorageIfAvailable { hasSecretWord($0, isField: isField) }
            ?? Array(name.utf8).withUnsafeBufferPointer { hasSecretWord($0, isField: isField) }
    }

    /// The OAuth names that are compared as a whole, because the words in them are common (RFC
    /// 6749, 7523, 7636, 8628).
    private static let wholeNames = ["code", "code_verifier", "device_code", "user_code", "client_assertion"]
        .map { Array($0.utf8) }

    /// The lengths of these names, as bits.
    private static let wholeLengths = wholeNames.reduce(UInt64(0)) { $0 | 1 << UInt64($1.count) }

    private static func isSecretAsWhole(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard wholeLengths & 1 << UInt64(name.count) != 0 else { return false }
        return wholeNames.contains { whole in
            whole.count == name.count && zip(whole, name).allSatisfy { $0 == lowerCaseLetter($1) ?? $1 }
        }
    }

    private static func hasSecretWord(_ name: UnsafeBufferPointer<UInt8>, isField: Bool) -> Bool {
        if isSecretAsWhole(name) { return true }
        let openings = openings
        for start in name.indices.dropLast() {
            let followers = openings[Int(name[start] & 31)]
            guard followers & 1 << UInt32(name[start + 1] & 31) != 0 else { continue }
            let rest = name[start...]
            for word in words where rest.count >= word.bytes.count {
                guard zip(word.bytes, rest).allSatisfy({ $0 == lowerCaseLetter($1) }) else { continue }
                if isField, !word.standsAlone { return true }
                if endsWord(at: start + word.bytes.count, of: name), !word.standsAlone || isBoundary(start, of: name) {
                    return true
                }
            }
        }
        return false
    }

    /// Whether a word ends at a position, optionally followed by `s` or `id`.
    private static func endsWord(at end: Int, of name: UnsafeBufferPointer<UInt8>) -> Bool {
        if isBoundary(end, of: name) { return true }
        let letters = name[end...].prefix(2).map(lowerCaseLetter)
        return letters.first == UInt8(ascii: "s") && isBoundary(end + 1, of: name)
            || letters == [UInt8(ascii: "i"), UInt8(ascii: "d")] && isBoundary(end + 2, of: name)
    }

    /// Whether a word may begin or end at a position: at either end of the name, next to a
    /// character that isn't a letter, or between a lowercase and an uppercase letter.
    private static func isBoundary(_ position: Int, of name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard position > 0, position < name.count, let before = lowerCaseLetter(name[position - 1]),
            let after = lowerCaseLetter(name[position])
        else { return true }
        return before == name[position - 1] && after != name[position]
    }

    /// Returns the lowercase form of an ASCII letter; `nil` for other bytes.
    private static func lowerCaseLetter(_ byte: UInt8) -> UInt8? {
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte | 0x20
        default: nil
        }
    }
}
