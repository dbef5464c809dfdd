// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

extension HackerNewsService {
    /// A value of the service.
    public struct User: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: String
        /// The date of registration, in seconds since 1970.
        public var created: Int?
        /// The member `karma`.
        public var karma: Int?
        /// The member `about`.
        public var about: String?
        /// The member `submitted`.
        public var submitted: [Int]?
    }
}
