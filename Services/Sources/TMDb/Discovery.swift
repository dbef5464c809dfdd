public import Freshet

extension TMDb {
    /// A part to append to the response for a movie. At most 20 can be appended.
    public enum MoviePart: String, CaseIterable, Hashable, Sendable, QueryValue {
        /// The videos, such as trailers, as ``Movie/videos``.
        case videos
        /// The cast and crew, as ``Movie/credits``.
        case credits
        /// The first page of movies for people who like this one, as ``Movie/recommendations``.
        case recommendations
        /// The first page of movies with the same genres and keywords, as ``Movie/similar``.
        case similar
        /// The first page of reviews by users, as ``Movie/reviews``.
        case reviews
    }

    /// The period of a trend.
    public enum TrendWindow: String, CaseIterable, Hashable, Sendable {
        /// The trend of the current day.
        case day
        /// The trend of the current week.
        case week
    }

    /// The conditions for discovering movies, all of them optional.
    ///
    /// ```swift
    /// var discovery = TMDb.Discovery()
    /// discovery.year = 2026
    /// discovery.minimumVoteCount = 100
    /// let page = try await movies.value(for: .discover(discovery))
    /// ```
    public struct Discovery: Sendable, Hashable {
        /// The order of movies.
        public enum Order: String, CaseIterable, Hashable, Sendable {
            /// The popularity, as computed by the service.
            case popularity
            /// The revenue in US dollars.
            case revenue
            /// The title, in alphabetical order.
            case title
            /// The date of the first release.
            case releaseDate = "primary_release_date"
            /// The title in the original language, in alphabetical order.
            case originalTitle = "original_title"
            /// The average vote, from 0 to 10.
            case voteAverage = "vote_average"
            /// The number of votes.
            case voteCount = "vote_count"
        }

        /// The order of the movies.
        public var order = Order.popularity
        /// Whether the order is ascending.
        public var isAscending = false
        /// The genres, all of which a movie must have.
        public var genres: [Int] = []
        /// The genres, one of which a movie must have. They are used only if ``genres`` is empty.
        public var anyOfGenres: [Int] = []
        /// The genres that a movie must not have.
        public var excludedGenres: [Int] = []
        /// The people, all of whom must be in the cast.
        public var cast: [Int] = []
        /// The people, all of whom must be in the crew.
        public var crew: [Int] = []
        /// The companies, all of which must have produced the movie.
        public var companies: [Int] = []
        /// The keywords, all of which a movie must have.
        public var keywords: [Int] = []
        /// The year of the release; `nil` for any.
        public var year: Int?
        /// The earliest release day, such as `2026-01-31`.
        public var releasedFrom: String?
        /// The latest release day.
        public var releasedTo: String?
        /// The lowest average vote; `nil` for any.
        public var minimumVoteAverage: Double?
        /// The highest average vote; `nil` for any.
        public var maximumVoteAverage: Double?
        /// The minimum number of votes; `nil` for any.
        public var minimumVoteCount: Int?
        /// The minimum runtime in minutes; `nil` for any.
        public var minimumRuntime: Int?
        /// The maximum runtime in minutes; `nil` for any.
        public var maximumRuntime: Int?
        /// The original language; `nil` for any.
        public var originalLanguage: String?
        /// The country of origin; `nil` for any.
        public var originCountry: String?
        /// The language of the response; `nil` for the default.
        public var language: String?
        /// The country whose release dates are used; `nil` for the default.
        public var region: String?
        /// Whether adult movies are included.
        public var includesAdult = false
        /// Whether videos without a release are included.
        public var includesVideo = false

        /// Makes a discovery without conditions.
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
    /// The elements joined with the service's "or" operator; `nil` if there are none.
    fileprivate var alternatives: String? {
        isEmpty ? nil : map(String.init).joined(separator: "|")
    }
}
