// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

extension NewsService {
    /// A value of the service.
    public struct Failure: Decodable, Hashable, Sendable {
        /// The member `status`.
        public var status: String
        /// The member `code`.
        public var code: String
        /// The member `message`.
        public var message: String
    }
}
