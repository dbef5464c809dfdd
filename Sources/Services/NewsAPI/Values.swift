public import FreshetCore

extension NewsAPI {
    /// A category of news. Other values of the service can be used, too.
    public struct Category: RawRepresentable, Hashable, Sendable, Codable, QueryValue {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let business = Category(rawValue: "business")
        public static let entertainment = Category(rawValue: "entertainment")
        public static let general = Category(rawValue: "general")
        public static let health = Category(rawValue: "health")
        public static let science = Category(rawValue: "science")
        public static let sports = Category(rawValue: "sports")
        public static let technology = Category(rawValue: "technology")

        /// The seven documented categories.
        public static let all: [Category] = [
            .business, .entertainment, .general, .health, .science, .sports, .technology,
        ]
    }

    /// A language, by its code of ISO 639-1 in lower case.
    public struct Language: RawRepresentable, Hashable, Sendable, Codable, QueryValue {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let arabic = Language(rawValue: "ar")
        public static let german = Language(rawValue: "de")
        public static let english = Language(rawValue: "en")
        public static let spanish = Language(rawValue: "es")
        public static let french = Language(rawValue: "fr")
        public static let hebrew = Language(rawValue: "he")
        public static let italian = Language(rawValue: "it")
        public static let dutch = Language(rawValue: "nl")
        public static let norwegian = Language(rawValue: "no")
        public static let portuguese = Language(rawValue: "pt")
        public static let russian = Language(rawValue: "ru")
        public static let swedish = Language(rawValue: "sv")
        /// Urdu, for which the service uses `ud`.
        public static let urdu = Language(rawValue: "ud")
        public static let chinese = Language(rawValue: "zh")

        /// The fourteen documented languages.
        public static let all: [Language] = [
            .arabic, .german, .english, .spanish, .french, .hebrew, .italian, .dutch, .norwegian, .portuguese, .russian,
            .swedish, .urdu, .chinese,
        ]
    }

    /// The order of search results.
    public enum SortOrder: String, Hashable, Sendable, CaseIterable, QueryValue {
        /// Closest to the query first.
        case relevancy
        /// From popular sources first.
        case popularity
        /// Newest first.
        case publishedAt
    }

    /// A part of an article that is searched.
    public enum SearchField: String, Hashable, Sendable, CaseIterable, QueryValue {
        case title, description, content
    }
}
