// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct Collection: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `name`.
        public var name: String
        /// The member `overview`.
        public var overview: String?
        /// The member `parts`.
        public var parts: [Movie]?
    }
}
