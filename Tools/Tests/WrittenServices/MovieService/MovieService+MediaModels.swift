// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct MediaPage: Decodable, Hashable, Sendable {
        /// The member `page`.
        public var page: Int
        /// The member `results`.
        public var results: [Medium]
        /// The member `total_pages`.
        public var totalPages: Int

        enum CodingKeys: String, CodingKey {
            case page
            case results
            case totalPages = "total_pages"
        }
    }
}
