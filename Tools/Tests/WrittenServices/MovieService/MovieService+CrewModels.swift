// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct CrewMember: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `name`.
        public var name: String
        /// The member `job`.
        public var job: String?
        /// The member `department`.
        public var department: String?
        /// The member `profile_path`.
        public var profilePath: String?

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case job
            case department
            case profilePath = "profile_path"
        }
    }
}
