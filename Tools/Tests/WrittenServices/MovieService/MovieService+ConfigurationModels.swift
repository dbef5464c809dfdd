// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Foundation

extension MovieService {
    /// A value of the service.
    public struct Configuration: Decodable, Hashable, Sendable {
        /// The member `images`.
        public var images: ConfigurationImages
    }
}

extension MovieService {
    /// A value of the service.
    public struct ConfigurationImages: Decodable, Hashable, Sendable {
        /// The member `secure_base_url`.
        public var secureBaseURL: URL
        /// The member `poster_sizes`.
        public var posterSizes: [String]?
        /// The member `backdrop_sizes`.
        public var backdropSizes: [String]?

        enum CodingKeys: String, CodingKey {
            case secureBaseURL = "secure_base_url"
            case posterSizes = "poster_sizes"
            case backdropSizes = "backdrop_sizes"
        }
    }
}
