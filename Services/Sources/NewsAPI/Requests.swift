public import Freshet

/// `GET /v2/top-headlines`. The service requires at least one of country, category, query, language and sources, so
/// each of these members has one required parameter. Pages count from 1 and have 20 articles by default, 100 at most.
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

    /// The headlines of a category, of all countries.
    public static func topHeadlines(
        category: NewsAPI.Category,
        query: String? = nil,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines(["category": category, "q": query, "language": language, "pageSize": pageSize, "page": page])
    }

    /// The headlines of some sources, by their ids, 20 at most.
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
        .requiring(!sources.isEmpty, otherwise: "no source is named")
    }

    /// The headlines that match some words.
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
        requiring(!text.allSatisfy(\.isWhitespace), otherwise: "there is nothing to search for")
    }
}

extension NewsAPI {
    /// A search in all articles; `GET /v2/everything`.
    public struct Search: Sendable, Hashable {
        /// The words, with the operators of the service: `"a phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT`,
        /// parentheses. At most 500 characters.
        public var query: String?
        /// Words that the title must contain; the service's older form of ``searchIn``.
        public var titleQuery: String?
        /// The parts of articles in which ``query`` is searched; empty means all.
        public var searchIn: [SearchField] = []
        /// The ids of the sources to search, 20 at most; empty means all.
        public var sources: [String] = []
        /// The hosts to search, such as `example.com`; empty means all.
        public var domains: [String] = []
        /// The hosts to exclude.
        public var excludedDomains: [String] = []
        /// The oldest date, as a day or a time in ISO 8601: `2026-11-01`, `2026-11-01T08:00:00`.
        public var from: String?
        /// The newest date, in the same forms.
        public var to: String?
        /// The language; `nil` for all.
        public var language: Language?
        /// The order; the newest first by default.
        public var sortBy: SortOrder?

        /// Makes a search.
        public init(_ query: String? = nil) {
            self.query = query
        }
    }
}

extension Request where API == NewsAPI, Value == NewsAPI.ArticlePage {
    /// Searches all articles.
    ///
    /// A search without words, sources and hosts fails before anything is sent, since the service would refuse it.
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
    /// The sources of the index, all in one response; `GET /v2/top-headlines/sources`.
    public static func sources(
        category: NewsAPI.Category? = nil,
        language: NewsAPI.Language? = nil,
        country: NewsAPI.Country? = nil
    ) -> Self {
        Request("top-headlines/sources", query: ["category": category, "language": language, "country": country])
    }
}
