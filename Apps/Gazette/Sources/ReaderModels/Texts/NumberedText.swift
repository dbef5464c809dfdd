/// A text of a list that may hold the same one twice.
public struct NumberedText: Identifiable, Hashable, Sendable {
    /// Counts from 1.
    public let id: Int
    /// The text.
    public let text: String

    /// The number and the text.
    public var numbered: String { "\(id). \(text)" }

    static func list(_ texts: [String]) -> [NumberedText] {
        texts.enumerated().map { NumberedText(id: $0.offset + 1, text: $0.element) }
    }
}
