// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

extension HackerNewsService {
    /// A value of the service.
    public struct Item: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: Int
        /// The member `type`.
        public var type: Kind?
        /// The member `by`.
        public var by: String?
        /// The time of creation, in seconds since 1970.
        public var time: Int?
        /// The member `title`.
        public var title: String?
        /// The text in a subset of HTML.
        public var text: String?
        /// The member `url`.
        public var url: String?
        /// The member `score`.
        public var score: Int?
        /// The number of comments on a story or poll, at all depths.
        public var descendants: Int?
        /// The ids of the direct replies, best first.
        public var kids: [Int]?
        /// The member `parent`.
        public var parent: Int?
        /// The member `poll`.
        public var poll: Int?
        /// The member `parts`.
        public var parts: [Int]?
        /// The member `deleted`.
        public var deleted: Bool?
        /// The member `dead`.
        public var dead: Bool?
    }
}
