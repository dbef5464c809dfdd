import Foundation

/// A name of an account: 1 to 64 letters, digits and the characters `.`, `_`, `-`, `@`, `+`.
package struct AccountName: Hashable, Sendable {
    package static let lengthLimit = 64
    package static let rule = "A name has 1 to 64 letters, digits and the characters . _ - @ +."

    /// The name as it is shown.
    package let text: String
    /// The form by which names are compared: two names that differ in case or in compatible characters alone are the same.
    package let folded: String

    package init?(_ text: String) {
        guard text.utf8.count <= 4 * Self.lengthLimit else { return nil }
        let text = text.precomposedStringWithCompatibilityMapping
        guard (1...Self.lengthLimit).contains(text.unicodeScalars.count),
            text.unicodeScalars.allSatisfy({ Self.allowed.contains($0) || Self.signs.contains($0) })
        else { return nil }
        self.text = text
        folded = text.lowercased().precomposedStringWithCompatibilityMapping
    }

    private static let allowed = CharacterSet.letters.union(.decimalDigits)
    private static let signs = Set(".-_@+".unicodeScalars)
}
