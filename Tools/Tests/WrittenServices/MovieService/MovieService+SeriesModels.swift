// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service.
    public struct Series: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `name`.
        public var name: String
        /// The member `overview`.
        public var overview: String?
        /// The member `first_air_date`.
        public var firstAirDate: String?
        /// The member `poster_path`.
        public var posterPath: String?
        /// The member `vote_average`.
        public var voteAverage: Double?

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case overview
            case firstAirDate = "first_air_date"
            case posterPath = "poster_path"
            case voteAverage = "vote_average"
        }
    }
}
