// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

extension NewsService {
    /// A value of the service.
    public struct Source: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: String
        /// The member `name`.
        public var name: String?
        /// The member `description`.
        public var description: String?
        /// The member `url`.
        public var url: String?
        /// The member `category`.
        public var category: Category?
        /// The member `language`.
        public var language: String?
        /// The member `country`.
        public var country: String?
    }
}

extension NewsService {
    /// A value of the service.
    public struct SourceList: Decodable, Hashable, Sendable {
        /// The member `sources`.
        public var sources: [Source]
    }
}
