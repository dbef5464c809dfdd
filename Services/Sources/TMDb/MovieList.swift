extension TMDb {
    /// A list of movies of the service.
    public enum MovieList: String, CaseIterable, Hashable, Sendable {
        /// The movies that are in cinemas now.
        case nowPlaying = "now_playing"
        /// The movies with the highest popularity, which the service computes.
        case popular
        /// The movies that are released soon.
        case upcoming
        /// The movies with the highest average votes.
        case topRated = "top_rated"

        /// The list at an index of `allCases`; `nil` when there is none.
        public init?(index: Int) {
            guard Self.allCases.indices.contains(index) else { return nil }
            self = Self.allCases[index]
        }

        /// The list of a ``title``.
        public init?(title: String) {
            guard let list = Self.allCases.first(where: { $0.title == title }) else { return nil }
            self = list
        }

        /// The name for people.
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
