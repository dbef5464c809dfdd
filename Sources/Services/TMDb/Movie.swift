public import Foundation
import FreshetCore
public import FreshetJSON

extension TMDb {
    /// A movie, as a list shows it or with its details.
    ///
    /// Lists give the fields up to ``genreIDs``; a request for one movie gives the rest, and ``videos``, ``credits``,
    /// ``recommendations``, ``similar`` and ``reviews`` only where it asked for them. A field that is missing, null, empty
    /// or of another type reads as `nil`, 0 or an empty list.
    public struct Movie: Decodable, Identifiable, Hashable, Sendable {
        public let id: Int
        public let title: String
        public let originalTitle: String?
        /// Two letters of ISO 639-1, or `cn` for Cantonese; `nil` for a movie without speech.
        public let originalLanguage: String?
        public let overview: String
        /// The day in UTC; `nil` when the service does not know it.
        public let releaseDate: Date?
        public let posterPath: ImagePath?
        public let backdropPath: ImagePath?
        /// From 0 to 10; 0 without votes.
        public let voteAverage: Double
        public let voteCount: Int
        public let popularity: Double
        public let isAdult: Bool
        public let genreIDs: [Int]

        public let tagline: String?
        public let genres: [Genre]
        /// In minutes.
        public let runtime: Int?
        /// In US dollars; `nil` when unknown.
        public let budget: Int?
        /// In US dollars; `nil` when unknown.
        public let revenue: Int?
        public let homepage: URL?
        public let imdbID: String?
        public let status: String?
        public let collection: Collection?
        public let companies: [Company]
        public let countries: [Country]
        public let spokenLanguages: [Language]

        public let videos: [Video]?
        public let credits: Credits?
        public let recommendations: MoviePage?
        public let similar: MoviePage?
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

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            originalTitle = container.lenientText(.originalTitle)
            title = container.lenientText(.title) ?? originalTitle ?? "Untitled"
            originalLanguage = container.lenientText(.originalLanguage).flatMap { $0 == "xx" ? nil : $0 }
            overview = container.lenientText(.overview) ?? ""
            releaseDate = container.lenient(Date.self, .releaseDate)
            posterPath = container.lenient(ImagePath.self, .posterPath)
            backdropPath = container.lenient(ImagePath.self, .backdropPath)
            voteAverage = container.lenient(Double.self, .voteAverage) ?? 0
            voteCount = container.lenient(Int.self, .voteCount) ?? 0
            popularity = container.lenient(Double.self, .popularity) ?? 0
            isAdult = container.lenient(Bool.self, .adult) ?? false
            genres = container.lenientList(Genre.self, .genres)
            let listed = container.lenientList(Int.self, .genreIDs)
            genreIDs = listed.isEmpty ? genres.map(\.id) : listed
            tagline = container.lenientText(.tagline)
            runtime = container.lenient(Int.self, .runtime).flatMap { $0 > 0 ? $0 : nil }
            budget = container.lenient(Int.self, .budget).flatMap { $0 > 0 ? $0 : nil }
            revenue = container.lenient(Int.self, .revenue).flatMap { $0 > 0 ? $0 : nil }
            homepage = container.lenientLink(.homepage)
            imdbID = container.lenientText(.imdbID)
            status = container.lenientText(.status)
            collection = container.lenient(Collection.self, .collection)
            companies = container.lenientList(Company.self, .companies)
            countries = container.lenientList(Country.self, .countries)
            spokenLanguages = container.lenientList(Language.self, .spokenLanguages)
            videos = container.lenient(VideoList.self, .videos)?.videos
            credits = container.lenient(Credits.self, .credits)
            recommendations = container.lenient(MoviePage.self, .recommendations)
            similar = container.lenient(MoviePage.self, .similar)
            reviews = container.lenient(ReviewPage.self, .reviews)
        }
    }
}

// MARK: - The fast way

extension TMDb.Movie: JSONReadable {
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
    /// The poster in a size; `nil` when there is none.
    public func posterURL(_ size: TMDb.PosterSize = .w500) -> URL? { posterPath?.url(size) }

    /// The wide picture in a size; `nil` when there is none.
    public func backdropURL(_ size: TMDb.BackdropSize = .original) -> URL? { backdropPath?.url(size) }

    /// The average vote from 0 to 100.
    public var percent: Int { Int((voteAverage.clamped(to: 0...10) * 10).rounded()) }

    /// The average vote as a text: "74%".
    public var percentText: String { "\(percent)%" }

    /// The whole part of the average vote.
    public var stars: Int { Int(voteAverage.clamped(to: 0...10)) }

    /// The year of the release, in UTC.
    public var year: Int? {
        guard let releaseDate else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.component(.year, from: releaseDate)
    }

    /// The runtime as a text: "2 h 6 min".
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
