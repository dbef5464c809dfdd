import Foundation

/// A text as it is searched: without case, accents and punctuation, each word between blanks.
struct SearchableText: Sendable {
    private let text: String

    init(_ texts: [String?]) {
        // A mark between the texts keeps a phrase from matching across their border.
        text = texts.compactMap { $0.map { " \(Self.folded($0)) " } }.joined(separator: "|")
    }

    init(parts: [SearchableText]) {
        text = parts.map(\.text).joined(separator: "|")
    }

    func contains(_ phrase: String) -> Bool {
        text.contains(needle(phrase))
    }

    func count(of phrase: String) -> Int {
        text.components(separatedBy: needle(phrase)).count - 1
    }

    /// Chinese is written without blanks, so there a phrase may stand anywhere.
    private func needle(_ phrase: String) -> String {
        let isChinese = phrase.unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }
        return isChinese ? phrase : " \(phrase) "
    }

    static func folded(_ text: String) -> String {
        let folded = text.folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en_US_POSIX"))
        return folded.split { !($0.isLetter || $0.isNumber) }.joined(separator: " ")
    }
}
