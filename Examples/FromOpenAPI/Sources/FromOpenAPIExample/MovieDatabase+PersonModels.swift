// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieDatabase {
    /// A value of the service.
    public struct Person: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `name`.
        public var name: String
        /// The member `profile_path`.
        public var profilePath: String?
        /// The member `known_for_department`.
        public var knownForDepartment: String?
        /// The member `biography`.
        public var biography: String?
        /// The member `birthday`.
        public var birthday: String?
        /// The member `deathday`.
        public var deathday: String?
        /// The member `place_of_birth`.
        public var placeOfBirth: String?
        /// The member `popularity`.
        public var popularity: Double?

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case profilePath = "profile_path"
            case knownForDepartment = "known_for_department"
            case biography
            case birthday
            case deathday
            case placeOfBirth = "place_of_birth"
            case popularity
        }
    }
}
