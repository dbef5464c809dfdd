// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Foundation

extension MovieDatabase {
    /// A value of the service.
    public struct Review: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: String
        /// The member `author`.
        public var author: String
        /// The member `content`.
        public var content: String?
        /// The member `created_at`.
        public var createdAt: Date?

        enum CodingKeys: String, CodingKey {
            case id
            case author
            case content
            case createdAt = "created_at"
        }
    }
}

extension MovieDatabase {
    /// A value of the service.
    public struct ReviewPage: Decodable, Hashable, Sendable {
        /// The member `page`.
        public var page: Int
        /// The member `results`.
        public var results: [Review]
        /// The member `total_pages`.
        public var totalPages: Int

        enum CodingKeys: String, CodingKey {
            case page
            case results
            case totalPages = "total_pages"
        }
    }
}
