public import Foundation
import Freshet
import FreshetLenientJSON

// The parts of a movie's details.

extension TMDb {
    /// A genre of movies.
    public struct Genre: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The name.
        public let name: String
    }

    /// The genres, named in one language.
    public struct GenreList: Decodable, Hashable, Sendable {
        /// The genres.
        public let genres: [Genre]

        private enum CodingKeys: CodingKey { case genres }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            genres = try decoder.container(keyedBy: CodingKeys.self)
                .decode(LossyArray<Genre>.self, forKey: .genres).elements
        }
    }

    /// A company that made a movie.
    public struct Company: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The name.
        public let name: String
        /// The path of the logo; `nil` if missing.
        public let logoPath: ImagePath?
        /// The country as a two-letter ISO 3166-1 code.
        public let country: String?

        private enum CodingKeys: String, CodingKey {
            case id, name
            case logoPath = "logo_path"
            case country = "origin_country"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            logoPath = container.decodeLeniently(ImagePath.self, forKey: .logoPath)
            country = container.decodeText(forKey: .country)
        }
    }

    /// A country in which a movie was made.
    public struct Country: Decodable, Identifiable, Hashable, Sendable {
        /// The country as a two-letter ISO 3166-1 code.
        public let id: String
        /// The name.
        public let name: String

        private enum CodingKeys: String, CodingKey {
            case id = "iso_3166_1"
            case name
        }
    }

    /// A language spoken in a movie.
    public struct Language: Decodable, Identifiable, Hashable, Sendable {
        /// The language as an ISO 639-1 code.
        public let id: String
        /// The English name; `nil` if missing.
        public let englishName: String?
        /// The language's own name; `nil` if missing.
        public let name: String?

        private enum CodingKeys: String, CodingKey {
            case id = "iso_639_1"
            case englishName = "english_name"
            case name
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            englishName = container.decodeText(forKey: .englishName)
            name = container.decodeText(forKey: .name)
        }
    }

    /// A collection of movies, such as the films of a series.
    public struct Collection: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The name.
        public let name: String
        /// The overview; `nil` if missing.
        public let overview: String?
        /// The path of the poster; `nil` if missing.
        public let posterPath: ImagePath?
        /// The path of the backdrop; `nil` if missing.
        public let backdropPath: ImagePath?
        /// The movies of the collection; empty in the details of one of the movies.
        public let parts: [Movie]

        private enum CodingKeys: String, CodingKey {
            case id, name, overview, parts
            case posterPath = "poster_path"
            case backdropPath = "backdrop_path"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            overview = container.decodeText(forKey: .overview)
            posterPath = container.decodeLeniently(ImagePath.self, forKey: .posterPath)
            backdropPath = container.decodeLeniently(ImagePath.self, forKey: .backdropPath)
            parts = container.decodeList(of: Movie.self, forKey: .parts)
        }
    }

    /// A trailer or another video on a video site.
    public struct Video: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The name.
        public let name: String
        /// The name of the site, such as `YouTube`.
        public let site: String
        /// The id of the video on its site.
        public let key: String
        /// The kind of the video, such as "Trailer", "Teaser" or "Clip".
        public let type: String?
        /// Whether the video is official.
        public let isOfficial: Bool
        /// The date of publication; `nil` if missing.
        public let publishedAt: Date?

        private enum CodingKeys: String, CodingKey {
            case id, name, site, key, type, official
            case publishedAt = "published_at"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            key = try container.decode(String.self, forKey: .key)
            site = try container.decode(String.self, forKey: .site)
            id = container.decodeText(forKey: .id) ?? "\(site)|\(key)"
            type = container.decodeText(forKey: .type)
            name = container.decodeText(forKey: .name) ?? type ?? "Video"
            isOfficial = container.decodeLeniently(Bool.self, forKey: .official) ?? false
            publishedAt = container.decodeLeniently(Date.self, forKey: .publishedAt)
        }

        /// The video's page on YouTube; `nil` for other sites.
        public var youTubeURL: URL? {
            guard site == "YouTube", !key.isEmpty else { return nil }
            var components = URLComponents()
            components.scheme = "https"
            components.host = "www.youtube.com"
            components.path = "/watch"
            components.queryItems = [URLQueryItem(name: "v", value: key)]
            return components.url
        }
    }

    /// The videos of a movie.
    public struct VideoList: Decodable, Hashable, Sendable {
        /// The videos.
        public let videos: [Video]

        private enum CodingKeys: CodingKey { case results }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            videos = try decoder.container(keyedBy: CodingKeys.self)
                .decode(LossyArray<Video>.self, forKey: .results).elements
        }
    }

    /// A review of a movie.
    public struct Review: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The author.
        public let author: String
        /// The content.
        public let content: String
        /// The rating from 0 to 10.
        public let rating: Double?
        /// The date of creation; `nil` if missing.
        public let createdAt: Date?
        /// The link; `nil` if missing.
        public let link: URL?

        private struct Author: Decodable {
            let rating: Double?
        }

        private enum CodingKeys: String, CodingKey {
            case id, author, content, url
            case details = "author_details"
            case createdAt = "created_at"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            author = container.decodeText(forKey: .author) ?? "Anonymous"
            content = container.decodeText(forKey: .content) ?? ""
            rating = container.decodeLeniently(Author.self, forKey: .details)?.rating
            createdAt = container.decodeLeniently(Date.self, forKey: .createdAt)
            link = container.decodeLink(forKey: .url)
        }
    }
}
