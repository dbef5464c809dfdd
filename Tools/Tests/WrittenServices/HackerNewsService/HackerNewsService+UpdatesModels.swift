// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

extension HackerNewsService {
    /// A value of the service.
    public struct Updates: Decodable, Hashable, Sendable {
        /// The member `items`.
        public var items: [Int]?
        /// The member `profiles`.
        public var profiles: [String]?
    }
}
