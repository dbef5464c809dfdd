public import FreshetCore

/// `GET /v2/top-headlines`. The service wants at least one of country, category, query, language and sources, so
/// each of these takes one for certain. Pages count from 1 and hold 20 articles unless told, 100 at most.
extension Request where API == NewsAPI, Value == NewsAPI.ArticlePage {
    /// The headlines of a country.
    public static func topHeadlines(
        country: NewsAPI.Country,
        category: NewsAPI.Category? = nil,
        query: String? = nil,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines([
            "country": country, "category": category, "q": query, "language": language, "pageSize": pageSize,
            "page": page,
        ])
    }

    /// The headlines of a subject, of all countries.
    public static func topHeadlines(
        category: NewsAPI.Category,
        query: String? = nil,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines(["category": category, "q": query, "language": language, "pageSize": pageSize, "page": page])
    }

    /// The headlines of some outlets, by their ids; the service takes 20 at most.
    public static func topHeadlines(
        sources: [String],
        query: String? = nil,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines([
            "sources": sources.commaSeparated, "q": query, "language": language, "pageSize": pageSize, "page": page,
        ])
        .requiring(!sources.isEmpty, "no source is named")
    }

    /// The headlines that hold some words.
    public static func topHeadlines(
        query: String,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines(["q": query, "language": language, "pageSize": pageSize, "page": page])
            .requiringWords(in: query)
    }

    /// The headlines in a language.
    public static func topHeadlines(language: NewsAPI.Language, pageSize: Int? = nil, page: Int? = nil) -> Self {
        headlines(["language": language, "pageSize": pageSize, "page": page])
    }

    private static func headlines(_ query: Query) -> Self {
        Request("top-headlines", query: query)
    }

    fileprivate func requiringWords(in text: String) -> Self {
        requiring(!text.allSatisfy(\.isWhitespace), "there is nothing to search for")
    }
}

extension NewsAPI {
    /// What to search for in all articles, and where; `GET /v2/everything`.
    public struct Search: Sendable, Hashable {
        /// Words, with the operators of the service: `"a phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT`, parentheses.
        /// At most 500 characters.
        public var query: String?
        /// Words that the title alone must hold; the service's older form of ``searchIn``.
        public var titleQuery: String?
        /// The parts that ``query`` is searched in; empty means all.
        public var searchIn: [SearchField] = []
        /// The ids of the outlets to search, 20 at most; empty means all.
        public var sources: [String] = []
        /// The hosts to search, such as `example.com`; empty means all.
        public var domains: [String] = []
        /// The hosts to leave out.
        public var excludedDomains: [String] = []
        /// The oldest date, as a day or a moment in ISO 8601: `2026-11-01`, `2026-11-01T08:00:00`.
        public var from: String?
        /// The newest date, in the same forms.
        public var to: String?
        public var language: Language?
        /// Newest first unless told.
        public var sortBy: SortOrder?

        public init(_ query: String? = nil) {
            self.query = query
        }
    }
}

extension Request where API == NewsAPI, Value == NewsAPI.ArticlePage {
    /// Searches all articles.
    ///
    /// A search that names neither words nor outlets nor hosts is refused before anything is sent, as the service
    /// would refuse it.
    public static func everything(_ search: NewsAPI.Search, pageSize: Int? = nil, page: Int? = nil) -> Self {
        let request = Request(
            "everything",
            query: [
                "q": search.query, "qInTitle": search.titleQuery, "searchIn": search.searchIn.commaSeparated,
                "sources": search.sources.commaSeparated, "domains": search.domains.commaSeparated,
                "excludeDomains": search.excludedDomains.commaSeparated, "from": search.from, "to": search.to,
                "language": search.language, "sortBy": search.sortBy, "pageSize": pageSize, "page": page,
            ])
        guard search.sources.isEmpty, search.domains.isEmpty else { return request }
        return request.requiringWords(in: (search.query ?? "") + (search.titleQuery ?? ""))
    }

    /// Searches all articles for words.
    public static func everything(_ query: String, pageSize: Int? = nil, page: Int? = nil) -> Self {
        everything(NewsAPI.Search(query), pageSize: pageSize, page: page)
    }
}

extension Request where API == NewsAPI, Value == NewsAPI.SourceList {
    /// The outlets of the index, all in one answer; `GET /v2/top-headlines/sources`.
    public static func sources(
        category: NewsAPI.Category? = nil,
        language: NewsAPI.Language? = nil,
        country: NewsAPI.Country? = nil
    ) -> Self {
        Request("top-headlines/sources", query: ["category": category, "language": language, "country": country])
    }
}
