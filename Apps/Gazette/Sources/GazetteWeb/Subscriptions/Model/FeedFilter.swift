import Foundation

/// A rule of a reader for the items of their feeds.
public struct FeedFilter: Sendable, Hashable, Identifiable {
    /// The part of an item that is compared.
    public enum Part: String, Sendable, CaseIterable {
        /// The title and the beginning of the text.
        case words
        case author
        /// The host of the link, or the title of the feed.
        case site
    }

    /// What happens to items that match.
    public enum Action: String, Sendable, CaseIterable {
        /// They are not shown.
        case hide
        /// They are read as soon as they come.
        case read
        /// Lists show them with a mark.
        case highlight
    }

    /// A random number.
    public let id: Int
    /// The part of an item that is compared.
    public let part: Part
    /// What happens to items that match.
    public let action: Action
    /// The text that the part contains, in any case and with any accents. Words are compared as a whole.
    public let words: String

    /// Makes a filter; `nil` for a text without letters and digits, or a long one.
    init?(id: Int = Int.random(in: 1...Int.max), part: Part, action: Action, words: String) {
        let text = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.contains(where: { $0.isLetter || $0.isNumber }), text.utf8.count <= 200 else { return nil }
        self.id = id
        self.part = part
        self.action = action
        self.words = text
    }

    /// What a filter compares of an item.
    struct Subject: Sendable {
        let id: Int
        let title: String?
        let summary: String?
        let author: String?
        let link: URL?
        var source: String?
    }

    func matches(_ subject: Subject) -> Bool {
        switch part {
        case .words: [subject.title, subject.summary].contains { contains($0) }
        case .author: contains(subject.author)
        case .site: contains(subject.source) || isSite(subject.link?.host())
        }
    }

    /// Whether a text contains the words, not as parts of others.
    private func contains(_ text: String?) -> Bool {
        guard let text else { return false }
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
