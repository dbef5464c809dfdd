public import Foundation
public import Freshet
import FreshetLenientJSON

extension TMDb {
    /// A movie, either from a list or with its details.
    ///
    /// Movies in lists have the fields up to ``genreIDs``. A request for one movie returns the
    /// rest, but ``videos``, ``credits``, ``recommendations``, ``similar`` and ``reviews`` only if
    /// it appends them. A field that is missing, is null, is empty or has another type is `nil`, 0
    /// or an empty list.
    public struct Movie: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The title.
        public let title: String
        /// The original title; `nil` if missing.
        public let originalTitle: String?
        /// The language as an ISO 639-1 code, or `cn` for Cantonese; `nil` for a movie without
        /// speech.
        public let originalLanguage: String?
        /// The overview.
        public let overview: String
        /// The release day in UTC; `nil` if unknown.
        public let releaseDate: Date?
        /// The path of the poster; `nil` if there is none.
        public let posterPath: ImagePath?
        /// The path of the backdrop; `nil` if there is none.
        public let backdropPath: ImagePath?
        /// The average vote from 0 to 10, or 0 if there are no votes.
        public let voteAverage: Double
        /// The number of votes.
        public let voteCount: Int
        /// The popularity, as computed by the service.
        public let popularity: Double
        /// Whether it is an adult movie.
        public let isAdult: Bool
        /// The ids of the genres.
        public let genreIDs: [Int]

        /// The tagline; `nil` if missing.
        public let tagline: String?
        /// The genres.
        public let genres: [Genre]
        /// The runtime in minutes; `nil` if unknown.
        public let runtime: Int?
        /// The budget in US dollars; `nil` if it isn't known.
        public let budget: Int?
        /// The revenue in US dollars; `nil` if it isn't known.
        public let revenue: Int?
        /// The homepage; `nil` if missing.
        public let homepage: URL?
        /// The id on IMDb; `nil` if missing.
        public let imdbID: String?
        /// The status; `nil` if missing.
        public let status: String?
        /// The collection to which the movie belongs; `nil` if there is none.
        public let collection: Collection?
        /// The production companies.
        public let companies: [Company]
        /// The production countries.
        public let countries: [Country]
        /// The spoken languages.
        public let spokenLanguages: [Language]

        /// The videos; `nil` unless appended.
        public let videos: [Video]?
        /// The cast and crew; `nil` unless appended.
        public let credits: Credits?
        /// Recommended movies; `nil` unless appended.
        public let recommendations: MoviePage?
        /// Similar movies; `nil` unless appended.
        public let similar: MoviePage?
        /// The reviews; `nil` unless appended.
        public let reviews: ReviewPage?

        private enum CodingKeys: String, CodingKey {
            case id, title, overview, popularity, adult, tagline, genres, runtime, budget, revenue, homepage, status
            case videos, credits, recommendations, similar, reviews
            case originalTitle = "original_title"
            case originalLanguage = "original_language"
            case releaseDate = "release_date"
            case posterPath = "poster_path"
            case backdropPath = "backdrop_path"
            case voteAverage = "vote_average"
            case voteCount = "vote_count"
            case genreIDs = "genre_ids"
            case imdbID = "imdb_id"
            case collection = "belongs_to_collection"
            case companies = "production_companies"
            case countries = "production_countries"
            case spokenLanguages = "spoken_languages"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            originalTitle = container.decodeText(forKey: .originalTitle)
            title = container.decodeText(forKey: .title) ?? originalTitle ?? "Untitled"
            originalLanguage = container.decodeText(forKey: .originalLanguage).flatMap { $0 == "xx" ? nil : $0 }
            overview = container.decodeText(forKey: .overview) ?? ""
            releaseDate = container.decodeLeniently(Date.self, forKey: .releaseDate)
            posterPath = container.decodeLeniently(ImagePath.self, forKey: .posterPath)
            backdropPath = container.decodeLeniently(ImagePath.self, forKey: .backdropPath)
            voteAverage = container.decodeLeniently(Double.self, forKey: .voteAverage) ?? 0
            voteCount = container.decodeLeniently(Int.self, forKey: .voteCount) ?? 0
            popularity = container.decodeLeniently(Double.self, forKey: .popularity) ?? 0
            isAdult = container.decodeLeniently(Bool.self, forKey: .adult) ?? false
            genres = container.decodeList(of: Genre.self, forKey: .genres)
            let listed = container.decodeList(of: Int.self, forKey: .genreIDs)
            genreIDs = listed.isEmpty ? genres.map(\.id) : listed
            tagline = container.decodeText(forKey: .tagline)
            runtime = container.decodeLeniently(Int.self, forKey: .runtime).flatMap { $0 > 0 ? $0 : nil }
            budget = container.decodeLeniently(Int.self, forKey: .budget).flatMap { $0 > 0 ? $0 : nil }
            revenue = container.decodeLeniently(Int.self, forKey: .revenue).flatMap { $0 > 0 ? $0 : nil }
            homepage = container.decodeLink(forKey: .homepage)
            imdbID = container.decodeText(forKey: .imdbID)
            status = container.decodeText(forKey: .status)
            collection = container.decodeLeniently(Collection.self, forKey: .collection)
            companies = container.decodeList(of: Company.self, forKey: .companies)
            countries = container.decodeList(of: Country.self, forKey: .countries)
            spokenLanguages = container.decodeList(of: Language.self, forKey: .spokenLanguages)
            videos = container.decodeLeniently(VideoList.self, forKey: .videos)?.videos
            credits = container.decodeLeniently(Credits.self, forKey: .credits)
            recommendations = container.decodeLeniently(MoviePage.self, forKey: .recommendations)
            similar = container.decodeLeniently(MoviePage.self, forKey: .similar)
            reviews = container.decodeLeniently(ReviewPage.self, forKey: .reviews)
        }
    }
}

// MARK: - Fast decoding

extension TMDb.Movie: JSONReadable {
    /// Reads the value.
    ///
    /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
    public init(json: JSONValue) throws {
        let fields = try json.object()
        id = try fields.read("id")
        originalTitle = fields.readText("original_title")
        title = fields.readText("title") ?? originalTitle ?? "Untitled"
        originalLanguage = fields.readText("original_language").flatMap { $0 == "xx" ? nil : $0 }
        overview = fields.readText("overview") ?? ""
        releaseDate = fields.readLeniently("release_date")
        posterPath = fields.readLeniently("poster_path")
        backdropPath = fields.readLeniently("backdrop_path")
        voteAverage = fields.readLeniently("vote_average") ?? 0
        voteCount = fields.readLeniently("vote_count") ?? 0
        popularity = fields.readLeniently("popularity") ?? 0
        isAdult = fields.readLeniently("adult") ?? false
        genres = fields.readList("genres")
        let listed: [Int] = fields.readList("genre_ids")
        genreIDs = listed.isEmpty ? genres.map(\.id) : listed
        tagline = fields.readText("tagline")
        runtime = fields.readLeniently("runtime").flatMap { $0 > 0 ? $0 : nil }
        budget = fields.readLeniently("budget").flatMap { $0 > 0 ? $0 : nil }
        revenue = fields.readLeniently("revenue").flatMap { $0 > 0 ? $0 : nil }
        homepage = fields.readLink("homepage")
        imdbID = fields.readText("imdb_id")
        status = fields.readText("status")
        collection = fields.readLeniently("belongs_to_collection")
        companies = fields.readList("production_companies")
        countries = fields.readList("production_countries")
        spokenLanguages = fields.readList("spoken_languages")
        let videos: TMDb.VideoList? = fields.readLeniently("videos")
        self.videos = videos?.videos
        credits = fields.readLeniently("credits")
        recommendations = fields.readLeniently("recommendations")
        similar = fields.readLeniently("similar")
        reviews = fields.readLeniently("reviews")
    }
}

// MARK: - For people

extension TMDb.Movie {
    /// Returns the address of the poster in a size, or `nil` if there is none.
    public func posterURL(_ size: TMDb.PosterSize = .w500) -> URL? { posterPath?.url(size) }

    /// Returns the address of the backdrop in a size, or `nil` if there is none.
    public func backdropURL(_ size: TMDb.BackdropSize = .original) -> URL? { backdropPath?.url(size) }

    /// The average vote from 0 to 100.
    public var percent: Int { Int(clamping: (voteAverage.clamped(to: 0...10) * 10).rounded()) }

    /// The average vote as text, such as "74%".
    public var percentText: String { "\(percent)%" }

    /// The average vote from 0 to 10, rounded down.
    public var stars: Int { Int(clamping: voteAverage.clamped(to: 0...10)) }

    /// The year of the release, in UTC.
    public var year: Int? {
        // Foundation's calendar is Julian before October 1582, but the service's dates aren't.
        releaseDate.flatMap(InternetDate.text(of:)).flatMap { Int($0.prefix(4)) }
    }

    /// The runtime as text, such as "2 h 6 min".
    public var runtimeText: String? {
        guard let runtime else { return nil }
        let parts = [(runtime / 60, "h"), (runtime % 60, "min")].filter { $0.0 > 0 }
        return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
