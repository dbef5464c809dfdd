public import Foundation
import Freshet
import FreshetLenientJSON

extension TMDb {
    /// A page of a list, with the number of pages.
    ///
    /// Pages usually have 20 elements. The ranking changes between requests, so an element may
    /// appear on two pages.
    public struct Page<Element: Decodable & Sendable>: Decodable, Sendable {
        /// The number of the page, counted from 1.
        public let number: Int
        /// The elements of the page.
        public let results: [Element]
        /// The number of pages. Pages after ``TMDb/lastPage`` can't be requested.
        public let totalPages: Int
        /// The total number of elements.
        public let totalResults: Int
        /// The number of elements on the page that couldn't be decoded.
        public let unreadableCount: Int
        /// The period of a list of now-playing or upcoming movies, as days in UTC; `nil` for other
        /// lists.
        public let dates: ClosedRange<Date>?

        private struct Dates: Decodable {
            let minimum: Date
            let maximum: Date
        }

        private enum CodingKeys: String, CodingKey {
            case page, results, dates
            case totalPages = "total_pages"
            case totalResults = "total_results"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let received = try container.decode(LossyArray<Element>.self, forKey: .results)
            results = received.elements
            unreadableCount = received.skippedCount
            number = container.decodeLeniently(Int.self, forKey: .page) ?? 1
            totalPages = container.decodeLeniently(Int.self, forKey: .totalPages) ?? 1
            totalResults =
                container.decodeLeniently(Int.self, forKey: .totalResults) ?? received.count + received.skippedCount
            dates = container.decodeLeniently(Dates.self, forKey: .dates).flatMap {
                $0.minimum <= $0.maximum ? $0.minimum...$0.maximum : nil
            }
        }

        /// The number of the next page; `nil` after the last page that can be requested and after a
        /// page without results.
        public var nextPage: Int? {
            let isEmpty = results.isEmpty && unreadableCount == 0
            return !isEmpty && number < min(totalPages, TMDb.lastPage) ? number + 1 : nil
        }
    }

    /// A page of movies.
    public typealias MoviePage = Page<Movie>
    /// A page of reviews.
    public typealias ReviewPage = Page<Review>
    /// A page of people.
    public typealias PersonPage = Page<Person>
    /// A page of movies, series and people.
    public typealias MediaPage = Page<Medium>

    /// An element in a list of movies, series and people.
    public enum Medium: Decodable, Hashable, Sendable {
        /// A movie, or an element whose kind is missing.
        case movie(Movie)
        /// A television series, which the service calls `tv`.
        case series(Series)
        /// A person of the cast or crew.
        case person(Person)
        /// A kind that this version doesn't know, with the service's name for it.
        case other(String)

        private enum CodingKeys: String, CodingKey {
            case mediaType = "media_type"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            // Lists with elements of one kind omit the kind. Only movies occur in such lists.
            let kind = try decoder.container(keyedBy: CodingKeys.self).decodeText(forKey: .mediaType) ?? "movie"
            self =
                switch kind {
                case "movie": .movie(try Movie(from: decoder))
                case "tv": .series(try Series(from: decoder))
                case "person": .person(try Person(from: decoder))
                default: .other(kind)
                }
        }

        var movie: Movie? {
            guard case .movie(let movie) = self else { return nil }
            return movie
        }
    }

    /// A television series in a mixed list.
    public struct Series: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The name.
        public let name: String
        /// The overview.
        public let overview: String
        /// The first air date; `nil` if missing.
        public let firstAirDate: Date?
        /// The path of the poster; `nil` if missing.
        public let posterPath: ImagePath?
        /// The average vote from 0 to 10.
        public let voteAverage: Double

        private enum CodingKeys: String, CodingKey {
            case id, name, overview
            case firstAirDate = "first_air_date"
            case posterPath = "poster_path"
            case voteAverage = "vote_average"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            overview = container.decodeText(forKey: .overview) ?? ""
            firstAirDate = container.decodeLeniently(Date.self, forKey: .firstAirDate)
            posterPath = container.decodeLeniently(ImagePath.self, forKey: .posterPath)
            voteAverage = container.decodeLeniently(Double.self, forKey: .voteAverage) ?? 0
        }
    }
}

extension TMDb.Page: Equatable where Element: Equatable {}
extension TMDb.Page: Hashable where Element: Hashable {}
