public import Freshet

/// Requests for `GET /v2/top-headlines`. The service requires at least one of country, category,
/// query, language and sources, so each of these members has one required parameter. Pages are
/// counted from 1 and have 20 articles by default and at most 100.
extension Request where API == NewsAPI, Value == NewsAPI.ArticlePage {
    /// Requests the headlines of a country.
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

    /// Requests the headlines of a category, from all countries.
    public static func topHeadlines(
        category: NewsAPI.Category,
        query: String? = nil,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines(["category": category, "q": query, "language": language, "pageSize": pageSize, "page": page])
    }

    /// Requests the headlines of at most 20 sources, given by their ids.
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
        .requiring(!sources.isEmpty, otherwise: "there are no sources")
    }

    /// Requests the headlines that match some words.
    public static func topHeadlines(
        query: String,
        language: NewsAPI.Language? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        headlines(["q": query, "language": language, "pageSize": pageSize, "page": page])
            .requiringWords(in: query)
    }

    /// Requests the headlines in a language.
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
    /// A search in all articles, with `GET /v2/everything`.
    ///
    /// ```swift
    /// var search = NewsAPI.Search(#""climate change" -football"#)
    /// search.language = .english
    /// search.sortBy = .relevancy
    /// let page = try await news.value(for: .everything(search))
    /// ```
    public struct Search: Sendable, Hashable {
        /// The words to search for, at most 500 characters. The service supports the operators
        /// `"a phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` and parentheses.
        public var query: String?
        /// Words that the title must contain. It is the service's older form of ``searchIn``.
        public var titleQuery: String?
        /// The parts of articles in which ``query`` is searched; empty means all.
        public var searchIn: [SearchField] = []
        /// The ids of at most 20 sources to search; empty means all.
        public var sources: [String] = []
        /// The hosts to search, such as `example.com`; empty means all.
        public var domains: [String] = []
        /// The hosts to exclude.
        public var excludedDomains: [String] = []
        /// The oldest date, as a day or a time in ISO 8601, such as `2026-11-01` or
        /// `2026-11-01T08:00:00`.
        public var from: String?
        /// The newest date, in the same format.
        public var to: String?
        /// The language; `nil` for all.
        public var language: Language?
        /// The order, by default newest first.
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
    /// A search without words, sources and hosts fails before anything is sent, since the service
    /// would reject it.
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
    /// Requests all sources of the index in one response, with `GET /v2/top-headlines/sources`.
    public static func sources(
        category: NewsAPI.Category? = nil,
        language: NewsAPI.Language? = nil,
        country: NewsAPI.Country? = nil
    ) -> Self {
        Request("top-headlines/sources", query: ["category": category, "language": language, "country": country])
    }
}
