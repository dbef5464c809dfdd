extension HackerNews {
    /// A list of stories on Hacker News.
    public enum StoryList: String, CaseIterable, Hashable, Sendable {
        /// Newest first, up to 500.
        case new
        /// The front page's ranking, up to 500, including jobs.
        case top
        /// The highest-voted stories of recent days, up to 500.
        case best
        /// Stories of “Ask HN”, up to 200.
        case ask
        /// Stories of “Show HN”, up to 200.
        case show
        /// Jobs, up to 200.
        case jobs

        /// Makes the list at an index of `allCases`, or returns `nil` if there is none.
        public init?(index: Int) {
            guard Self.allCases.indices.contains(index) else { return nil }
            self = Self.allCases[index]
        }

        /// The display name.
        public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

        /// The path of the list below the base URL.
        var file: String { self == .jobs ? "jobstories.json" : "\(rawValue)stories.json" }
    }
}
