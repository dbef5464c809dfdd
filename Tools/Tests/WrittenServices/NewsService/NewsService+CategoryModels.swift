// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

extension NewsService {
    /// A value of the service, which may get others.
    public struct Category: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `business`.
        public static var business: Category { Category(rawValue: "business") }
        /// The value `entertainment`.
        public static var entertainment: Category { Category(rawValue: "entertainment") }
        /// The value `general`.
        public static var general: Category { Category(rawValue: "general") }
        /// The value `health`.
        public static var health: Category { Category(rawValue: "health") }
        /// The value `science`.
        public static var science: Category { Category(rawValue: "science") }
        /// The value `sports`.
        public static var sports: Category { Category(rawValue: "sports") }
        /// The value `technology`.
        public static var technology: Category { Category(rawValue: "technology") }
    }
}
