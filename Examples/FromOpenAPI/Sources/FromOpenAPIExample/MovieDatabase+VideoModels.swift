// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieDatabase {
    /// A value of the service.
    public struct Video: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: String
        /// The member `key`.
        public var key: String
        /// The member `site`.
        public var site: String
        /// The member `name`.
        public var name: String?
        /// The member `type`.
        public var type: String?
        /// The member `official`.
        public var official: Bool?
    }
}

extension MovieDatabase {
    /// A value of the service.
    public struct VideoList: Decodable, Hashable, Sendable {
        /// The member `results`.
        public var results: [Video]?
    }
}
