import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The news service: headlines, search and sources, at the paths of its version 2.
struct NewsRoutes {
    static let origin = "https://newsapi.org"

    /// The maximum age in days of the articles in the developer plan.
    private static let planDays = 31.0
    /// The maximum age of a headline in days.
    private static let headlineDays = 10.0

    private let now: @Sendable () -> Date
    /// The articles of the latest days, which all emulators of the process share.
    private static let library = DailyLibrary(NewsCorpus.init(startOfDay:))

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Adds the routes of the service.
    func add(to router: Router<EmulatorContext>) {
        let service = self
        router.get("/v2/top-headlines") { request, _ in service.respond(request, service.headlines) }
        router.get("/v2/everything") { request, _ in service.respond(request, service.everything) }
        router.get("/v2/top-headlines/sources") { request, _ in service.respond(request, service.sources) }
        router.get("/v2/sources") { request, _ in service.respond(request, service.sources) }
    }

    private func respond(
        _ request: Request,
        _ body: (NewsParameters, NewsCorpus) throws -> JSONText
    ) -> Response {
        let items = QueryItems(request.uri.query)
        do {
            try check(request, items)
            var response = Self.response(status: .ok, try body(NewsParameters(items), Self.library.corpus(on: now())))
            response.headers.append(contentsOf: cacheFields(for: request))
            return response
        } catch {
            return (error as? NewsError ?? .unexpectedError).response
        }
    }

    static func response(status: HTTPResponse.Status, _ body: JSONText) -> Response {
        .json(
            body, status: status,
            fields: [.cacheControl: "no-cache", HTTPField.Name("Pragma")!: "no-cache", .expires: "-1"])
    }

    /// Returns the header fields about the service's cache, which stores a response until a five-minute period ends.
    private func cacheFields(for request: Request) -> HTTPFields {
        let span = 300
        let second = Int(now().timeIntervalSince1970.rounded(.down))
        let isCached = request.headers[HTTPField.Name("X-No-Cache")!]?.lowercased() != "true"
        let remaining = isCached ? span - second % span : span
        let expires = Date(timeIntervalSince1970: Double(second + remaining))
        return [
            HTTPField.Name("X-Cached-Result")!: String(isCached),
            HTTPField.Name("X-Cache-Remaining")!: String(remaining),
            HTTPField.Name("X-Cache-Expires")!: ISODate.headerText(of: expires),
        ]
    }

    // MARK: - Credentials

    /// The keys that cause an error; every other key is valid.
    private static let badKeys: [String: NewsError] = [
        "invalid": .apiKeyInvalid, "disabled": .apiKeyDisabled, "exhausted": .apiKeyExhausted, "limited": .rateLimited,
        "broken": .unexpectedError,
    ]

    private func check(_ request: Request, _ items: QueryItems) throws {
        guard request.headers[.userAgent]?.isEmpty == false else { throw NewsError.userAgentMissing }
        guard let key = key(of: request, items) else { throw NewsError.apiKeyMissing }
        if let error = Self.badKeys[key] { throw error }
        if let origin = request.headers[.origin], !Self.isLocal(origin) { throw NewsError.corsNotAllowed }
    }

    /// Returns the key of a request: from `X-Api-Key`, `Authorization` or the query, in this order.
    private func key(of request: Request, _ items: QueryItems) -> String? {
        let authorization = request.headers[.authorization] ?? ""
        let field = authorization.split(separator: " ", maxSplits: 1).map(String.init)
        let isBearer = field.first?.lowercased() == "bearer"
        let keys = [
            request.headers[HTTPField.Name("X-Api-Key")!],
            (isBearer ? field.dropFirst().first : field.first)?.trimmingCharacters(in: .whitespaces),
            items.value(ignoringCase: "apiKey"),
        ]
        return keys.compactMap(\.self).first { !$0.isEmpty }
    }

    private static func isLocal(_ origin: String) -> Bool {
        guard let host = URL(string: origin)?.host() else { return false }
        return host == "localhost" || host == "127.0.0.1" || host == "::1"
    }

    // MARK: - Endpoints

    private func headlines(_ parameters: NewsParameters, _ corpus: NewsCorpus) throws -> JSONText {
        let country = try parameters.option("country", of: NewsParameters.countries)
        let category = try parameters.option("category", of: NewsParameters.categories)
        let language = try parameters.option("language", of: NewsParameters.languages)
        let query = try parameters.text("q")
        let page = try parameters.page(defaultSize: 20)
        let listed = parameters.list("sources")
        if !listed.isEmpty, country != nil || category != nil { throw NewsError.parametersIncompatible }
        let sources = try parameters.sources(known: Set(corpus.sources.map(\.id)))
        guard !sources.isEmpty || country != nil || category != nil || language != nil || query != nil else {
            throw NewsError.parametersMissingForHeadlines
        }

        let search = query.map(SearchQuery.init)
        let oldest = ISODate.startOfDay(now()).addingTimeInterval(-Self.headlineDays * 86_400)
        let matches = corpus.articles.filter { article in
            guard article.publishedAt >= oldest else { return false }
            if let country, article.country != country { return false }
            if let category, article.category != category { return false }
            if let language, article.language != language { return false }
            guard sources.isEmpty || article.sourceID.map(sources.contains) == true else { return false }
            return search?.matches(SearchableText(parts: [article.titleText, article.descriptionText])) ?? true
        }
        return try Self.body(matches, page: page)
    }

    private func everything(_ parameters: NewsParameters, _ corpus: NewsCorpus) throws -> JSONText {
        let query = try parameters.text("q")
        let titleQuery = try parameters.text("qInTitle")
        let language = try parameters.option("language", of: NewsParameters.languages)
        let order = try parameters.option("sortBy", of: ["relevancy", "popularity", "publishedAt"]) ?? "publishedAt"
        let fields = parameters.list("searchIn")
        if let unknown = fields.first(where: { !["title", "description", "content"].contains($0) }) {
            throw NewsError.parameterInvalid(
                "The searchIn param has the value \"\(unknown.prefix(40))\", which is not one of: title, description, content."
            )
        }
        let domains = Set(parameters.list("domains").map { $0.lowercased() })
        let excluded = Set(parameters.list("excludeDomains").map { $0.lowercased() })
        let from = try parameters.date("from")
        let to = try parameters.date("to", endOfDay: true)
        let page = try parameters.page(defaultSize: 100)
        let sources = try parameters.sources(known: Set(corpus.sources.map(\.id)))
        guard query != nil || titleQuery != nil || !sources.isEmpty || !domains.isEmpty else {
            throw NewsError.parametersMissingForEverything
        }
        let oldest = ISODate.startOfDay(now()).addingTimeInterval(-Self.planDays * 86_400)
        if let from, from < oldest {
            throw NewsError.tooFarInThePast(
                oldest: String(ISODate.text(of: oldest).prefix(10)),
                requested: String(ISODate.text(of: from).prefix(10)))
        }

        let search = query.map(SearchQuery.init)
        let titleSearch = titleQuery.map(SearchQuery.init)
        let matches = corpus.articles.filter { article in
            if let from, article.publishedAt < from { return false }
            if let to, article.publishedAt > to { return false }
            if let language, article.language != language { return false }
            guard sources.isEmpty || article.sourceID.map(sources.contains) == true else { return false }
            guard domains.isEmpty || Self.host(article.host, isIn: domains) else { return false }
            guard !Self.host(article.host, isIn: excluded) else { return false }
            if let titleSearch, !titleSearch.matches(article.titleText) { return false }
            return search?.matches(article.text(in: fields)) ?? true
        }
        return try Self.body(Self.sorted(matches, by: order, search: search ?? titleSearch), page: page)
    }

    private func sources(_ parameters: NewsParameters, _ corpus: NewsCorpus) throws -> JSONText {
        let category = try parameters.option("category", of: NewsParameters.categories)
        let language = try parameters.option("language", of: NewsParameters.languages)
        let country = try parameters.option("country", of: NewsParameters.countries)
        let matches = corpus.sources.filter { source in
            if let category, source.category != category { return false }
            if let language, source.language != language { return false }
            return country == nil || source.country == country
        }
        return .object([("status", .string("ok")), ("sources", .array(matches.map(\.json)))])
    }

    // MARK: - Responses

    private static func sorted(_ articles: [NewsArticle], by order: String, search: SearchQuery?) -> [NewsArticle] {
        func ranked(_ score: (NewsArticle) -> Double) -> [NewsArticle] {
            let scored = articles.enumerated().map {
                (position: $0.offset, score: score($0.element), article: $0.element)
            }
            // The articles are sorted newest first, which remains the order of equal scores.
            let order = scored.sorted { first, second in
                first.score == second.score ? first.position < second.position : first.score > second.score
            }
            return order.map(\.article)
        }
        switch order {
        case "popularity":
            return ranked(\.popularity)
        case "relevancy":
            return ranked { article in
                guard let search else { return 0 }
                return Double(
                    3 * search.hits(in: article.titleText) + 2 * search.hits(in: article.descriptionText)
                        + search.hits(in: article.contentText))
            }
        default:
            return articles
        }
    }

    /// Returns whether one of the domains is the host or a parent domain of it.
    private static func host(_ host: String, isIn domains: Set<String>) -> Bool {
        var name = host[...]
        while !domains.contains(String(name)) {
            guard let dot = name.firstIndex(of: ".") else { return false }
            name = name[dot...].dropFirst()
        }
        return true
    }

    private static func body(_ articles: [NewsArticle], page: (number: Int, size: Int)) throws -> JSONText {
        let (offset, overflow) = (page.number - 1).multipliedReportingOverflow(by: page.size)
        guard !overflow, offset < NewsParameters.resultLimit else {
            let start = overflow ? Int.max : offset
            let end = start.addingReportingOverflow(page.size)
            throw NewsError.maximumResultsReached(offset: start, end: end.overflow ? .max : end.partialValue)
        }
        let reachable = articles.prefix(NewsParameters.resultLimit)
        return .object([
            ("status", .string("ok")), ("totalResults", .number(articles.count)),
            ("articles", .array(reachable.dropFirst(offset).prefix(page.size).map(\.json))),
        ])
    }
}

extension NewsArticle {
    fileprivate func text(in fields: [String]) -> SearchableText {
        let parts = [("title", titleText), ("description", descriptionText), ("content", contentText)]
        return SearchableText(parts: parts.filter { fields.isEmpty || fields.contains($0.0) }.map(\.1))
    }
}

extension NewsCorpus.Source {
    fileprivate var json: JSONText {
        .object([
            ("id", .string(id)), ("name", .string(name)), ("description", .string(description)), ("url", .string(url)),
            ("category", .string(category)), ("language", .string(language)), ("country", .string(country)),
        ])
    }
}
