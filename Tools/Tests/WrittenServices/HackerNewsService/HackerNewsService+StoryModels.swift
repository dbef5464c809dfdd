// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

extension HackerNewsService {
    /// A value of the service, which may get others.
    public struct StoryList: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `newstories`.
        public static var newstories: StoryList { StoryList(rawValue: "newstories") }
        /// The value `topstories`.
        public static var topstories: StoryList { StoryList(rawValue: "topstories") }
        /// The value `beststories`.
        public static var beststories: StoryList { StoryList(rawValue: "beststories") }
        /// The value `askstories`.
        public static var askstories: StoryList { StoryList(rawValue: "askstories") }
        /// The value `showstories`.
        public static var showstories: StoryList { StoryList(rawValue: "showstories") }
        /// The value `jobstories`.
        public static var jobstories: StoryList { StoryList(rawValue: "jobstories") }
    }
}
