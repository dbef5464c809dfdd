import Foundation

/// A name of an account: 1 to 64 letters, digits and the characters `.`, `_`, `-`, `@`, `+`.
package struct AccountName: Hashable, Sendable {
    package static let lengthLimit = 64
    package static let rule = """
        A name has 1 to 64 letters, digits and the characters . _ - @ +. It must not look like another account's name.
        """

    /// The name as it is shown.
    package let text: String
    /// The form by which names are compared: two names that differ in case or in compatible characters alone are the same.
    package let folded: String

    package init?(_ text: String) {
        guard text.utf8.count <= 4 * Self.lengthLimit else { return nil }
        let text = text.precomposedStringWithCompatibilityMapping
        guard (1...Self.lengthLimit).contains(text.unicodeScalars.count),
            text.unicodeScalars.allSatisfy({ Self.allowed.contains($0) || Self.signs.contains($0) }),
            !text.unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint)
        else { return nil }
        self.text = text
        folded = text.lowercased().precomposedStringWithCompatibilityMapping
    }

    /// How the name looks: names that differ in accents, or in letters that look like others, have the same form.
    ///
    /// The idea is that of the skeletons of UTS #39, with a table for the scripts whose letters look like Latin ones.
    var look: String {
        var look = ""
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            let small = Self.capitals[scalar].map { String($0) } ?? scalar.properties.lowercaseMapping
            for scalar in small.unicodeScalars where scalar.properties.canonicalCombiningClass.rawValue < 200 {
                look.unicodeScalars.append(Self.lookalikes[scalar] ?? scalar)
            }
        }
        return look.replacing("rn", with: "m")
    }

    private static let allowed = CharacterSet.letters.union(.decimalDigits)
    private static let signs = Set(".-_@+".unicodeScalars)

    /// The capitals that look like Latin ones, though their small letters look like those of others.
    private static let capitals: [Unicode.Scalar: Unicode.Scalar] = ["Η": "h", "Ν": "n", "Υ": "y"]

    /// The letters and digits that look like others, each with the one that stands for all of them.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "аαɑ"), ("b", "вβьƅ"), ("c", "сϲƈᴄ"), ("d", "ԁđɗ"), ("e", "еεєɛ"), ("f", "ƒ"), ("g", "ɡց"),
            ("h", "һнħհ"),
            ("j", "јȷ"), ("k", "кκƙ"), ("l", "1iıɩіιӏłǀ"), ("m", "мμ"), ("n", "ηոŋ"), ("o", "0оοσøօөɵᴏ"), ("p", "рρ"),
            ("q", "ԛզ"), ("r", "гɼ"), ("s", "ѕꜱ"), ("t", "тτŧ"), ("u", "υսʋᴜ"), ("v", "νѵᴠ"), ("w", "ԝωաᴡ"),
            ("x", "хχ"),
            ("y", "уγʏ"), ("z", "ʐƶᴢζ"),
        ]
        return Dictionary(
            uniqueKeysWithValues: groups.flatMap { letter, others in others.unicodeScalars.map { ($0, letter) } })
    }()
}
