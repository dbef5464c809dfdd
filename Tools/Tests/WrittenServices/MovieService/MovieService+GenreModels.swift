// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct Genre: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `name`.
        public var name: String
    }
}

extension MovieService {
    /// A value of the service.
    public struct GenreList: Decodable, Hashable, Sendable {
        /// The member `genres`.
        public var genres: [Genre]
    }
}
