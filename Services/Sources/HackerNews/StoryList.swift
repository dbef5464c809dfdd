extension HackerNews {
    /// A list of stories of the service.
    public enum StoryList: String, CaseIterable, Hashable, Sendable {
        /// Newest first, up to 500.
        case new
        /// The front page's ranking, up to 500, including jobs.
        case top
        /// The best-voted of the last days, up to 500.
        case best
        /// Stories of “Ask HN”, up to 200.
        case ask
        /// Stories of “Show HN”, up to 200.
        case show
        /// Jobs, up to 200.
        case jobs

        /// The list at an index of `allCases`; `nil` when there is none.
        public init?(index: Int) {
            guard Self.allCases.indices.contains(index) else { return nil }
            self = Self.allCases[index]
        }

        /// The name for people.
        public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

        /// The path of the list below the base URL.
        var file: String { self == .jobs ? "jobstories.json" : "\(rawValue)stories.json" }
    }
}
