public import FreshetCore

extension TMDb {
    /// A part to append to the response for a movie; 20 at most.
    public enum MoviePart: String, CaseIterable, Hashable, Sendable, QueryValue {
        case videos, credits, recommendations, similar, reviews
    }

    /// The period of a trend.
    public enum TrendWindow: String, CaseIterable, Hashable, Sendable {
        case day, week
    }

    /// The conditions of a discovery of movies, all of them optional.
    public struct Discovery: Sendable, Hashable {
        /// The order of movies.
        public enum Order: String, CaseIterable, Hashable, Sendable {
            case popularity, revenue, title
            case releaseDate = "primary_release_date"
            case originalTitle = "original_title"
            case voteAverage = "vote_average"
            case voteCount = "vote_count"
        }

        public var order = Order.popularity
        public var isAscending = false
        /// Genres of which movies must have all.
        public var genres: [Int] = []
        /// Genres of which movies must have one; used if ``genres`` is empty.
        public var anyOfGenres: [Int] = []
        public var excludedGenres: [Int] = []
        /// People of whom all must be in the cast.
        public var cast: [Int] = []
        public var crew: [Int] = []
        public var companies: [Int] = []
        public var keywords: [Int] = []
        public var year: Int?
        /// The earliest release day, such as `2026-01-31`.
        public var releasedFrom: String?
        /// The latest release day.
        public var releasedTo: String?
        public var minimumVoteAverage: Double?
        public var maximumVoteAverage: Double?
        public var minimumVoteCount: Int?
        /// In minutes.
        public var minimumRuntime: Int?
        /// In minutes.
        public var maximumRuntime: Int?
        public var originalLanguage: String?
        public var originCountry: String?
        public var language: String?
        public var region: String?
        public var includesAdult = false
        public var includesVideo = false

        public init() {}

        var query: Query {
            [
                "sort_by": "\(order.rawValue).\(isAscending ? "asc" : "desc")",
                "with_genres": genres.isEmpty ? anyOfGenres.alternatives : genres.commaSeparated,
                "without_genres": excludedGenres.commaSeparated, "with_cast": cast.commaSeparated,
                "with_crew": crew.commaSeparated, "with_companies": companies.alternatives,
                "with_keywords": keywords.commaSeparated, "primary_release_year": year,
                "primary_release_date.gte": releasedFrom, "primary_release_date.lte": releasedTo,
                "vote_average.gte": minimumVoteAverage, "vote_average.lte": maximumVoteAverage,
                "vote_count.gte": minimumVoteCount, "with_runtime.gte": minimumRuntime,
                "with_runtime.lte": maximumRuntime, "with_original_language": originalLanguage,
                "with_origin_country": originCountry, "language": language, "region": region,
                "include_adult": includesAdult, "include_video": includesVideo,
            ]
        }
    }
}

extension Array where Element == Int {
    /// The elements joined with the service's sign for "or"; `nil` if there are none.
    fileprivate var alternatives: String? {
        isEmpty ? nil : map(String.init).joined(separator: "|")
    }
}
