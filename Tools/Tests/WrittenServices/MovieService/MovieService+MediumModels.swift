// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// One of several forms of a value.
    public enum Medium: Decodable, Hashable, Sendable {
        /// A value of the type `Movie`.
        case movie(Movie)
        /// A value of the type `Series`.
        case series(Series)
        /// A value of the type `Person`.
        case person(Person)
        /// A value of another form.
        case unknown(JSON)

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if no form fits.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: MemberKey.self)
            switch try container.decodeIfPresent(String.self, forKey: "media_type") {
            case "movie":
                self = .movie(try Movie(from: decoder))
            case "tv":
                self = .series(try Series(from: decoder))
            case "person":
                self = .person(try Person(from: decoder))
            default:
                self = .unknown(try JSON(from: decoder))
            }
        }
    }
}
