// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

extension HackerNewsService {
    /// A value of the service.
    public struct Failure: Decodable, Hashable, Sendable {
        /// The member `error`.
        public var error: String
    }
}
