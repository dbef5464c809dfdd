// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct CastMember: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `name`.
        public var name: String
        /// The member `character`.
        public var character: String?
        /// The member `order`.
        public var order: Int?
        /// The member `profile_path`.
        public var profilePath: String?

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case character
            case order
            case profilePath = "profile_path"
        }
    }
}
