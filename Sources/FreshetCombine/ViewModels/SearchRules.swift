/// The rules for searching a typed text.
public struct SearchRules: Sendable {
    /// The allowed number of characters of a query: 1 to 100 by default.
    public var length: ClosedRange<Int>
    /// The pause in typing after which a text is searched: 300 milliseconds by default.
    public var pause: Duration

    /// Makes rules.
    public init(length: ClosedRange<Int> = 1...100, pause: Duration = .milliseconds(300)) {
        self.length = length
        self.pause = pause
    }

    /// The reason why a text is not searched.
    public enum IdleReason: Sendable, Hashable {
        /// The text is empty or only white space.
        case empty
        /// The query isn't empty, but is shorter than this number of characters.
        case tooShort(minimum: Int)
        /// The query is longer than this number of characters.
        case tooLong(maximum: Int)

        /// A sentence for the user.
        public var message: String {
            switch self {
            case .empty: "Type something to search for."
            case .tooShort(let minimum): "Type at least \(minimum) characters."
            case .tooLong(let maximum): "Type at most \(maximum) characters."
            }
        }
    }

    /// The judgement of a typed text.
    public enum Judgement: Sendable, Hashable {
        /// Search this query: the trimmed text with single spaces between its words.
        case search(String)
        /// Search nothing, for this reason.
        case idle(IdleReason)
    }

    /// Judges a typed text.
    public func judge(_ text: String) -> Judgement {
        let query = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if query.isEmpty { return .idle(.empty) }
        if query.count < length.lowerBound { return .idle(.tooShort(minimum: length.lowerBound)) }
        if query.count > length.upperBound { return .idle(.tooLong(maximum: length.upperBound)) }
        return .search(query)
    }
}
