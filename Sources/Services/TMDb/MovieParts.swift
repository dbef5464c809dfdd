public import Foundation
import FreshetCore
import FreshetLenientJSON

// What the details of a movie are made of.

extension TMDb {
    public struct Genre: Decodable, Identifiable, Hashable, Sendable {
        public let id: Int
        public let name: String
    }

    /// The genres of a language.
    public struct GenreList: Decodable, Hashable, Sendable {
        public let genres: [Genre]

        private enum CodingKeys: CodingKey { case genres }

        public init(from decoder: any Decoder) throws {
            genres = try decoder.container(keyedBy: CodingKeys.self)
                .decode(LossyArray<Genre>.self, forKey: .genres).elements
        }
    }

    /// A company that made a movie.
    public struct Company: Decodable, Identifiable, Hashable, Sendable {
        public let id: Int
        public let name: String
        public let logoPath: ImagePath?
        /// The country as two letters of ISO 3166-1.
        public let country: String?

        private enum CodingKeys: String, CodingKey {
            case id, name
            case logoPath = "logo_path"
            case country = "origin_country"
        }

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
        /// The country as two letters of ISO 3166-1.
        public let id: String
        public let name: String

        private enum CodingKeys: String, CodingKey {
            case id = "iso_3166_1"
            case name
        }
    }

    /// A language that is spoken in a movie.
    public struct Language: Decodable, Identifiable, Hashable, Sendable {
        /// The language as two letters of ISO 639-1.
        public let id: String
        public let englishName: String?
        /// The language's own name for itself.
        public let name: String?

        private enum CodingKeys: String, CodingKey {
            case id = "iso_639_1"
            case englishName = "english_name"
            case name
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            englishName = container.decodeText(forKey: .englishName)
            name = container.decodeText(forKey: .name)
        }
    }

    /// The series that a movie belongs to.
    public struct Collection: Decodable, Identifiable, Hashable, Sendable {
        public let id: Int
        public let name: String
        public let overview: String?
        public let posterPath: ImagePath?
        public let backdropPath: ImagePath?
        /// The movies of the series; empty in the details of one of them.
        public let parts: [Movie]

        private enum CodingKeys: String, CodingKey {
            case id, name, overview, parts
            case posterPath = "poster_path"
            case backdropPath = "backdrop_path"
        }

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
        public let id: String
        public let name: String
        public let site: String
        public let key: String
        /// The kind of the video, such as "Trailer", "Teaser" or "Clip".
        public let type: String?
        public let isOfficial: Bool
        public let publishedAt: Date?

        private enum CodingKeys: String, CodingKey {
            case id, name, site, key, type, official
            case publishedAt = "published_at"
        }

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

        /// The page of the video; `nil` for sites other than YouTube.
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
        public let videos: [Video]

        private enum CodingKeys: CodingKey { case results }

        public init(from decoder: any Decoder) throws {
            videos = try decoder.container(keyedBy: CodingKeys.self)
                .decode(LossyArray<Video>.self, forKey: .results).elements
        }
    }

    /// A review of a movie.
    public struct Review: Decodable, Identifiable, Hashable, Sendable {
        public let id: String
        public let author: String
        public let content: String
        /// The rating from 0 to 10.
        public let rating: Double?
        public let createdAt: Date?
        public let link: URL?

        private struct Author: Decodable {
            let rating: Double?
        }

        private enum CodingKeys: String, CodingKey {
            case id, author, content, url
            case details = "author_details"
            case createdAt = "created_at"
        }

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
