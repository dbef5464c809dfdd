extension HackerNews {
    /// A list of stories that the service keeps.
    public enum StoryList: String, CaseIterable, Hashable, Sendable {
        /// Newest first, up to 500.
        case new
        /// As the front page ranks them, up to 500, jobs among them.
        case top
        /// Of the last days by votes, up to 500.
        case best
        /// Up to 200.
        case ask
        /// Up to 200.
        case show
        /// Up to 200.
        case jobs

        /// The list at an index of `allCases`; `nil` when there is none.
        public init?(index: Int) {
            guard Self.allCases.indices.contains(index) else { return nil }
            self = Self.allCases[index]
        }

        /// The name for people.
        public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

        /// The file of the list below the base URL.
        var file: String { self == .jobs ? "jobstories.json" : "\(rawValue)stories.json" }
    }
}
