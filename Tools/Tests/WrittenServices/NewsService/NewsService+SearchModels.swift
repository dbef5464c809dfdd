// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

extension NewsService {
    /// A value of the service, which may get others.
    public struct SearchField: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `title`.
        public static var title: SearchField { SearchField(rawValue: "title") }
        /// The value `description`.
        public static var description: SearchField { SearchField(rawValue: "description") }
        /// The value `content`.
        public static var content: SearchField { SearchField(rawValue: "content") }
    }
}
