// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
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

extension MovieService {
    /// A value of the service.
    public struct PersonPage: Decodable, Hashable, Sendable {
        /// The member `page`.
        public var page: Int
        /// The member `results`.
        public var results: [Person]
        /// The member `total_pages`.
        public var totalPages: Int

        enum CodingKeys: String, CodingKey {
            case page
            case results
            case totalPages = "total_pages"
        }
    }
}
