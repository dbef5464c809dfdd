// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieDatabase {
    /// A value of the service.
    public struct Failure: Decodable, Hashable, Sendable {
        /// The member `status_code`.
        public var statusCode: Int
        /// The member `status_message`.
        public var statusMessage: String

        enum CodingKeys: String, CodingKey {
            case statusCode = "status_code"
            case statusMessage = "status_message"
        }
    }
}
