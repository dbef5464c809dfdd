// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

extension NewsService {
    /// A value of the service, which may get others.
    public struct SortOrder: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `relevancy`.
        public static var relevancy: SortOrder { SortOrder(rawValue: "relevancy") }
        /// The value `popularity`.
        public static var popularity: SortOrder { SortOrder(rawValue: "popularity") }
        /// The value `publishedAt`.
        public static var publishedAt: SortOrder { SortOrder(rawValue: "publishedAt") }
    }
}
