extension TMDb {
    /// A list of movies on the service.
    public enum MovieList: String, CaseIterable, Hashable, Sendable {
        /// The movies that are currently in cinemas.
        case nowPlaying = "now_playing"
        /// The movies with the highest popularity, as computed by the service.
        case popular
        /// The movies that will be released soon.
        case upcoming
        /// The movies with the highest average votes.
        case topRated = "top_rated"

        /// Makes the list at an index of `allCases`, or returns `nil` if there is none.
        public init?(index: Int) {
            guard Self.allCases.indices.contains(index) else { return nil }
            self = Self.allCases[index]
        }

        /// Makes the list with a ``title``, or returns `nil` if there is none.
        public init?(title: String) {
            guard let list = Self.allCases.first(where: { $0.title == title }) else { return nil }
            self = list
        }

        /// The display name.
        public var title: String {
            switch self {
            case .nowPlaying: "Now Playing"
            case .popular: "Popular"
            case .upcoming: "Upcoming"
            case .topRated: "Top Rated"
            }
        }
    }
}
