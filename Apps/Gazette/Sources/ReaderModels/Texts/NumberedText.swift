/// A text with its number, which identifies it in a list that may contain the same text twice.
public struct NumberedText: Identifiable, Hashable, Sendable {
    /// The number of the text, counted from 1.
    public let id: Int
    /// The text.
    public let text: String

    /// The number and the text.
    public var numbered: String { "\(id). \(text)" }

    static func list(_ texts: [String]) -> [NumberedText] {
        texts.enumerated().map { NumberedText(id: $0.offset + 1, text: $0.element) }
    }
}
