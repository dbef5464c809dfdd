public import Freshet

extension NewsAPI {
    /// A category of news. Other values that the service supports can be used as well.
    public struct Category: RawRepresentable, Hashable, Sendable, Codable, QueryValue {
        /// The code as sent by the service.
        public let rawValue: String

        /// Makes a value from its code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The category “business”.
        public static let business = Category(rawValue: "business")
        /// The category “entertainment”.
        public static let entertainment = Category(rawValue: "entertainment")
        /// The category “general”.
        public static let general = Category(rawValue: "general")
        /// The category “health”.
        public static let health = Category(rawValue: "health")
        /// The category “science”.
        public static let science = Category(rawValue: "science")
        /// The category “sports”.
        public static let sports = Category(rawValue: "sports")
        /// The category “technology”.
        public static let technology = Category(rawValue: "technology")

        /// The seven documented categories.
        public static let all: [Category] = [
            .business, .entertainment, .general, .health, .science, .sports, .technology,
        ]
    }

    /// A language, identified by its lowercase ISO 639-1 code.
    public struct Language: RawRepresentable, Hashable, Sendable, Codable, QueryValue {
        /// The code as sent by the service.
        public let rawValue: String

        /// Makes a value from its code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Arabic.
        public static let arabic = Language(rawValue: "ar")
        /// German.
        public static let german = Language(rawValue: "de")
        /// English.
        public static let english = Language(rawValue: "en")
        /// Spanish.
        public static let spanish = Language(rawValue: "es")
        /// French.
        public static let french = Language(rawValue: "fr")
        /// Hebrew.
        public static let hebrew = Language(rawValue: "he")
        /// Italian.
        public static let italian = Language(rawValue: "it")
        /// Dutch.
        public static let dutch = Language(rawValue: "nl")
        /// Norwegian.
        public static let norwegian = Language(rawValue: "no")
        /// Portuguese.
        public static let portuguese = Language(rawValue: "pt")
        /// Russian.
        public static let russian = Language(rawValue: "ru")
        /// Swedish.
        public static let swedish = Language(rawValue: "sv")
        /// Urdu, for which the service uses the code `ud`.
        public static let urdu = Language(rawValue: "ud")
        /// Chinese.
        public static let chinese = Language(rawValue: "zh")

        /// The fourteen documented languages.
        public static let all: [Language] = [
            .arabic, .german, .english, .spanish, .french, .hebrew, .italian, .dutch, .norwegian, .portuguese, .russian,
            .swedish, .urdu, .chinese,
        ]
    }

    /// The order of search results.
    public enum SortOrder: String, Hashable, Sendable, CaseIterable, QueryValue {
        /// The closest matches first.
        case relevancy
        /// Articles from popular sources first.
        case popularity
        /// Newest first.
        case publishedAt
    }

    /// A part of an article that is searched.
    public enum SearchField: String, Hashable, Sendable, CaseIterable, QueryValue {
        /// The headline of the article.
        case title
        /// The summary of the article.
        case description
        /// The text of the article.
        case content
    }
}
