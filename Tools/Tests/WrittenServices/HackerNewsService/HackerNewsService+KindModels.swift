// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

extension HackerNewsService {
    /// A value of the service, which may get others.
    public struct Kind: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `story`.
        public static var story: Kind { Kind(rawValue: "story") }
        /// The value `comment`.
        public static var comment: Kind { Kind(rawValue: "comment") }
        /// The value `job`.
        public static var job: Kind { Kind(rawValue: "job") }
        /// The value `poll`.
        public static var poll: Kind { Kind(rawValue: "poll") }
        /// The value `pollopt`.
        public static var pollopt: Kind { Kind(rawValue: "pollopt") }
    }
}
