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
    public init?(id: Int = Int.random(in: 1...Int.max), part: Part, action: Action, words: String) {
        let text = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.contains(where: { $0.isLetter || $0.isNumber }), text.utf8.count <= 200 else { return nil }
        self.id = id
        self.part = part
        self.action = action
        self.words = text
    }
}
