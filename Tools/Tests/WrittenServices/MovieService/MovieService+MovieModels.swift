// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct Movie: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `title`.
        public var title: String?
        /// The member `original_title`.
        public var originalTitle: String?
        /// The member `original_language`.
        public var originalLanguage: String?
        /// The member `overview`.
        public var overview: String?
        /// A day, or an empty text.
        public var releaseDate: String?
        /// The member `poster_path`.
        public var posterPath: String?
        /// The member `backdrop_path`.
        public var backdropPath: String?
        /// The member `vote_average`.
        public var voteAverage: Double?
        /// The member `vote_count`.
        public var voteCount: Int?
        /// The member `popularity`.
        public var popularity: Double?
        /// The member `adult`.
        public var adult: Bool?
        /// The member `genre_ids`.
        public var genreIDs: [Int]?
        /// The member `genres`.
        public var genres: [Genre]?
        /// The member `tagline`.
        public var tagline: String?
        /// The runtime in minutes.
        public var runtime: Int?
        /// The member `budget`.
        public var budget: Int?
        /// The member `revenue`.
        public var revenue: Int?
        /// The member `homepage`.
        public var homepage: String?
        /// The member `imdb_id`.
        public var imdbID: String?
        /// The member `status`.
        public var status: String?
        /// The member `credits`.
        public var credits: Credits?
        /// The member `videos`.
        public var videos: VideoList?
        /// The member `recommendations`.
        public var recommendations: MoviePage?
        /// The member `similar`.
        public var similar: MoviePage?
        /// The member `reviews`.
        public var reviews: ReviewPage?

        enum CodingKeys: String, CodingKey {
            case id
            case title
            case originalTitle = "original_title"
            case originalLanguage = "original_language"
            case overview
            case releaseDate = "release_date"
            case posterPath = "poster_path"
            case backdropPath = "backdrop_path"
            case voteAverage = "vote_average"
            case voteCount = "vote_count"
            case popularity
            case adult
            case genreIDs = "genre_ids"
            case genres
            case tagline
            case runtime
            case budget
            case revenue
            case homepage
            case imdbID = "imdb_id"
            case status
            case credits
            case videos
            case recommendations
            case similar
            case reviews
        }
    }
}

extension MovieService {
    /// A value of the service.
    public struct MovieCredits: Decodable, Hashable, Sendable {
        /// The member `cast`.
        public var cast: [Movie]?
        /// The member `crew`.
        public var crew: [Movie]?
    }
}

extension MovieService {
    /// A value of the service, which may get others.
    public struct MovieList: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `now_playing`.
        public static var nowPlaying: MovieList { MovieList(rawValue: "now_playing") }
        /// The value `popular`.
        public static var popular: MovieList { MovieList(rawValue: "popular") }
        /// The value `upcoming`.
        public static var upcoming: MovieList { MovieList(rawValue: "upcoming") }
        /// The value `top_rated`.
        public static var topRated: MovieList { MovieList(rawValue: "top_rated") }
    }
}

extension MovieService {
    /// A value of the service.
    public struct MoviePage: Decodable, Hashable, Sendable {
        /// The member `page`.
        public var page: Int
        /// The member `results`.
        public var results: [Movie]
        /// The member `total_pages`.
        public var totalPages: Int
        /// The member `total_results`.
        public var totalResults: Int

        enum CodingKeys: String, CodingKey {
            case page
            case results
            case totalPages = "total_pages"
            case totalResults = "total_results"
        }
    }
}

extension MovieService {
    /// A value of the service, which may get others.
    public struct MoviePart: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `videos`.
        public static var videos: MoviePart { MoviePart(rawValue: "videos") }
        /// The value `credits`.
        public static var credits: MoviePart { MoviePart(rawValue: "credits") }
        /// The value `recommendations`.
        public static var recommendations: MoviePart { MoviePart(rawValue: "recommendations") }
        /// The value `similar`.
        public static var similar: MoviePart { MoviePart(rawValue: "similar") }
        /// The value `reviews`.
        public static var reviews: MoviePart { MoviePart(rawValue: "reviews") }
    }
}
