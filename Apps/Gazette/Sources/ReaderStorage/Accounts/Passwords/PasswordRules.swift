import Foundation

/// The rules for a new password (NIST SP 800-63B-4, §3.1.1.2): a length, and no password that is tried first.
///
/// There are no rules about kinds of characters, and passwords don't expire.
package struct PasswordRules: Sendable {
    /// The least number of characters of a password that is the only factor.
    package static let leastLength = 15
    /// The greatest length in bytes, so that no request costs more than another.
    package static let byteLimit = 1024
    package static let hint = "At least \(leastLength) characters. A few words that only you would combine work well."

    /// Why a password is not accepted; `nil` if it is.
    package static func problem(of password: String, for name: String) -> String? {
        let text = normal(password)
        guard text.utf8.count <= byteLimit else { return "The password is too long. Use at most \(byteLimit) bytes." }
        guard text.unicodeScalars.count >= leastLength else {
            return "The password is too short. Use at least \(leastLength) characters."
        }
        let folded = text.lowercased()
        var rest = folded
        for word in [name.lowercased(), "gazette", "password", "passwort", "qwerty", "letmein", "welcome", "iloveyou"]
        where word.count > 2 {
            rest = rest.replacing(word, with: "")
        }
        let isGuessed =
            Set(folded).count < 5 || rest.filter(\.isLetter).isEmpty && rest.count < 8 || isRun(Array(folded.utf8))
        return isGuessed ? "This password is too easy to guess. Choose another one." : nil
    }

    /// Whether each character follows the one before in an alphabet: `abcdefghijklmno`, `123456789012345`.
    private static func isRun(_ bytes: [UInt8]) -> Bool {
        let steps = zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) }
        return steps.count { $0 == 1 || $0 == -9 } == steps.count || steps.count { $0 == -1 || $0 == 9 } == steps.count
    }

    /// The form in which passwords are hashed: keyboards write the same character in more than one form.
    static func normal(_ password: String) -> String { password.precomposedStringWithCanonicalMapping }
}
