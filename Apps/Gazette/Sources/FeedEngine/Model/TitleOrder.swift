import Foundation

/// The order of titles for people: case and accents make no difference, and numbers count by their values.
enum TitleOrder {
    private static let digitCount = 12

    /// Returns a text whose order of scalars is that of the titles.
    static func key(_ title: String) -> String {
        let isPlain = title.utf8.allSatisfy { $0 < 0x80 }
        let folded =
            isPlain
            ? title.lowercased() : title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        guard folded.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return folded }
        var key = ""
        var digits = ""
        func endNumber() {
            guard !digits.isEmpty else { return }
            key += String(repeating: "0", count: max(0, digitCount - digits.count)) + digits
            digits = ""
        }
        for scalar in folded.unicodeScalars {
            if ("0"..."9").contains(scalar) {
                digits.unicodeScalars.append(scalar)
            } else {
                endNumber()
                key.unicodeScalars.append(scalar)
            }
        }
        endNumber()
        return key
    }
}
