/// When a text that somebody types is searched.
public struct SearchRules: Sendable {
    /// How many characters a query may have: 1 to 100 unless told.
    public var length: ClosedRange<Int>
    /// How long typing must pause: 300 milliseconds unless told.
    public var pause: Duration

    public init(length: ClosedRange<Int> = 1...100, pause: Duration = .milliseconds(300)) {
        self.length = length
        self.pause = pause
    }

    /// Why nothing is searched.
    public enum IdleReason: Sendable, Hashable {
        case empty
        case tooShort(minimum: Int)
        case tooLong(maximum: Int)

        /// A sentence for the person who types.
        public var message: String {
            switch self {
            case .empty: "Type what to search for."
            case .tooShort(let minimum): "Type at least \(minimum) characters."
            case .tooLong(let maximum): "Type at most \(maximum) characters."
            }
        }
    }

    /// What becomes of a text.
    public enum Judgement: Sendable, Hashable {
        /// Search for this: the text without blanks around it, and with one blank between its words.
        case search(String)
        case idle(IdleReason)
    }

    /// Judges a text as it was typed.
    public func judge(_ text: String) -> Judgement {
        let query = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if query.isEmpty { return .idle(.empty) }
        if query.count < length.lowerBound { return .idle(.tooShort(minimum: length.lowerBound)) }
        if query.count > length.upperBound { return .idle(.tooLong(maximum: length.upperBound)) }
        return .search(query)
    }
}
