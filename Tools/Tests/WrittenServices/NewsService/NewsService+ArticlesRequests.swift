// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

public import Freshet

extension Request where API == NewsService, Value == NewsService.ArticlePage {
    /// Requests headlines, with `GET /top-headlines`.
    ///
    /// - Parameters:
    ///   - sources: The ids of at most 20 sources.
    ///   - country: A country, as a lowercase ISO 3166-1 code.
    ///   - q: The words to search for.
    ///   - language: A language, as an ISO 639-1 code.
    ///   - pageSize: The number of articles per page, by default 20 for headlines and 100 for
    ///     searches.
    ///   - page: The number of the page, from 1.
    public static func topHeadlines(
        sources: [String]? = nil,
        country: String? = nil,
        category: NewsService.Category? = nil,
        q: String? = nil,
        language: String? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        Request(
            "top-headlines",
            query: [
                "sources": sources?.commaSeparated,
                "country": country,
                "category": category,
                "q": q,
                "language": language,
                "pageSize": pageSize,
                "page": page,
            ]
        )
    }

    /// Searches all articles, with `GET /everything`.
    ///
    /// - Parameters:
    ///   - q: The words to search for, at most 500 characters.
    ///   - qInTitle: Words that the title must contain.
    ///   - sources: The ids of at most 20 sources.
    ///   - from: The oldest date, such as 2026-11-01.
    ///   - to: The newest date.
    ///   - language: A language, as an ISO 639-1 code.
    ///   - pageSize: The number of articles per page, by default 20 for headlines and 100 for
    ///     searches.
    ///   - page: The number of the page, from 1.
    public static func everything(
        q: String? = nil,
        qInTitle: String? = nil,
        searchIn: [NewsService.SearchField]? = nil,
        sources: [String]? = nil,
        domains: [String]? = nil,
        excludeDomains: [String]? = nil,
        from: String? = nil,
        to: String? = nil,
        language: String? = nil,
        sortBy: NewsService.SortOrder? = nil,
        pageSize: Int? = nil,
        page: Int? = nil
    ) -> Self {
        var query: Query = [:]
        query.append("q", q)
        query.append("qInTitle", qInTitle)
        query.append("searchIn", searchIn?.commaSeparated)
        query.append("sources", sources?.commaSeparated)
        query.append("domains", domains?.commaSeparated)
        query.append("excludeDomains", excludeDomains?.commaSeparated)
        query.append("from", from)
        query.append("to", to)
        query.append("language", language)
        query.append("sortBy", sortBy)
        query.append("pageSize", pageSize)
        query.append("page", page)
        return Request("everything", query: query)
    }
}
