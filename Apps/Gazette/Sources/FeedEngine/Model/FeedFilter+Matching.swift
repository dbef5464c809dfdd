package import Foundation
package import ReaderModels

extension FeedFilter {
    /// What a filter compares of an item.
    package struct Subject: Sendable {
        package let id: Int
        package let title: String?
        package let summary: String?
        package let author: String?
        package let link: URL?
        package var source: String?
    }

    package func matches(_ subject: Subject) -> Bool {
        switch part {
        case .words: [subject.title, subject.summary].contains { contains($0) }
        case .author: contains(subject.author)
        case .site: contains(subject.source) || isSite(subject.link?.host())
        }
    }

    /// Whether a text contains the words, not as parts of others.
    private func contains(_ text: String?) -> Bool {
        guard let text = text?.replacing("\u{AD}", with: "") else { return false }
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        var range = text.startIndex..<text.endIndex
        while let found = text.range(of: words, options: options, range: range) {
            let before = found.lowerBound > text.startIndex ? text[text.index(before: found.lowerBound)] : " "
            let after = found.upperBound < text.endIndex ? text[found.upperBound] : " "
            if !Self.isPartOfWord(before), !Self.isPartOfWord(after) { return true }
            range = text.index(after: found.lowerBound)..<text.endIndex
        }
        return false
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        (character.isLetter || character.isNumber) && character.unicodeScalars.first.map { $0.value < 0x3000 } == true
    }

    private func isSite(_ host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        let site = words.lowercased()
        return host == site || host.hasSuffix(".\(site)")
    }
}
