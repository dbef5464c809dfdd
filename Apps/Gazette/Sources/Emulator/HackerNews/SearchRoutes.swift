import Foundation
import HTTPTypes
import Hummingbird

/// The search in Hacker News, version 1.
struct SearchRoutes {
    static let origin = "https://hn.algolia.com"

    /// The maximum number of hits in all pages, and of a single page.
    private static let hitLimit = 1000

    private let now: @Sendable () -> Date
    private let library: HackerNewsLibrary

    init(now: @escaping @Sendable () -> Date, library: HackerNewsLibrary) {
        self.now = now
        self.library = library
    }

    /// Adds the routes of the service.
    func add(to router: Router<EmulatorContext>) {
        let service = self
        router.get("/api/v1/search") { request, _ in service.search(request, byDate: false) }
        router.get("/api/v1/search_by_date") { request, _ in service.search(request, byDate: true) }
        router.get("/api/v1/items/{id}") { request, context in
            let corpus = service.library.corpus(at: service.now())
            guard let item = context.parameters.get("id").flatMap({ Int($0) }).flatMap({ corpus.items[$0] }),
                !item.isWithheld
            else { return Self.notFound }
            return .tagged(
                Self.tree(item, corpus).text, type: Self.type, fields: Self.fields, for: request)
        }
        router.get("/api/v1/users/{name}") { request, context in
            let corpus = service.library.corpus(at: service.now())
            guard let user = context.parameters.get("name").flatMap(corpus.user) else { return Self.notFound }
            return .tagged(
                JSONText.object([
                    ("username", .string(user.id)), ("about", .string(user.about ?? "")),
                    ("karma", .number(user.karma)),
                ]).text, type: Self.type, fields: Self.fields, for: request)
        }
    }

    private static let type = "application/json; charset=utf-8"
    private static let fields: HTTPFields = [.cacheControl: "public, max-age=60", .accessControlAllowOrigin: "*"]

    static var notFound: Response {
        .json(.object([("status", .number(404)), ("error", .string("Not Found"))]), status: .notFound)
    }

    // MARK: - Searching

    private func search(_ request: Request, byDate: Bool) -> Response {
        let items = QueryItems(request.uri.query)
        let corpus = library.corpus(at: now())
        let filters: [NumberFilter]
        do { filters = try NumberFilter.read(items["numericFilters"]) } catch {
            return .json(.object([("message", .string(error.message)), ("status", .number(400))]), status: .badRequest)
        }
        let size = items["hitsPerPage"].map { Int($0) ?? -1 } ?? 20
        let page = items["page"].map { Int($0) ?? -1 } ?? 0
        guard (1...Self.hitLimit).contains(size), page >= 0 else {
            let name = page < 0 ? "page" : "hitsPerPage"
            return .json(
                .object([("message", .string("invalid value for parameter \(name)")), ("status", .number(400))]),
                status: .badRequest)
        }
        let query = items["query"] ?? ""
        // The service reads only the first 512 characters of a query.
        let words = TextSearch.words(String(query.prefix(512)))
        let tags = TagFilter(items["tags"])
        let onlyAddresses = items["restrictSearchableAttributes"] == "url"
        let frontPage = Set((corpus.list("topstories") ?? []).prefix(30))
        let found = corpus.items.values.filter { item in
            guard !item.isDeleted, !item.isDead, !item.isWithheld else { return false }
            let isTagged = tags.acceptsAll || tags.accepts(Self.tags(of: item, corpus, frontPage: frontPage))
            guard isTagged else { return false }
            guard filters.allSatisfy({ $0.accepts(item) }) else { return false }
            if onlyAddresses { return TextSearch.matches(words, item.url ?? "") }
            return words.isEmpty || TextSearch.matches(words, corpus.searchText(of: item))
        }
        let hits = byDate ? found.sorted { ($0.time, $0.id) > ($1.time, $1.id) } : Self.ranked(found, words: words)
        let reachable = hits.prefix(Self.hitLimit)
        let shown = page <= reachable.count / size ? Array(reachable.dropFirst(page * size).prefix(size)) : []
        let body = JSONText.object([
            ("hits", .array(shown.map { Self.hit($0, corpus, words: words, frontPage: frontPage) })),
            ("nbHits", .number(hits.count)), ("page", .number(page)),
            ("nbPages", .number((reachable.count + size - 1) / size)), ("hitsPerPage", .number(size)),
            ("exhaustiveNbHits", .bool(true)), ("exhaustiveTypo", .bool(true)), ("processingTimeMS", .number(4)),
            ("query", .string(query)), ("params", .string("advancedSyntax=true&analytics=true&analyticsTags=backend")),
        ])
        return .tagged(body.text, type: Self.type, fields: Self.fields, for: request)
    }

    /// Returns the items ordered by match, then by points, then by comments.
    private static func ranked(_ items: [HackerNewsItem], words: [String]) -> [HackerNewsItem] {
        let ranks = items.map { item in
            let isInTitle = !words.isEmpty && TextSearch.matches(words, item.title ?? "")
            return (isInTitle ? 1 : 0, item.score ?? 0, item.descendants ?? 0, item.id)
        }
        return items.indices.sorted { ranks[$0] > ranks[$1] }.map { items[$0] }
    }

    /// The story that a comment belongs to.
    private static func story(of item: HackerNewsItem, _ corpus: HackerNewsCorpus) -> HackerNewsItem? {
        var item = item
        while let parent = (item.parent ?? item.poll).flatMap({ corpus.items[$0] }) { item = parent }
        return item.kind == "comment" ? nil : item
    }

    private static func tags(
        of item: HackerNewsItem, _ corpus: HackerNewsCorpus, frontPage: Set<Int>
    ) -> [String] {
        var tags = [item.kind, "author_\(item.by ?? "")"]
        if let story = story(of: item, corpus) { tags.append("story_\(story.id)") }
        if item.title?.hasPrefix("Ask HN") == true { tags.append("ask_hn") }
        if item.title?.hasPrefix("Show HN") == true { tags.append("show_hn") }
        if frontPage.contains(item.id) { tags.append("front_page") }
        return tags
    }

    private static func hit(
        _ item: HackerNewsItem, _ corpus: HackerNewsCorpus, words: [String], frontPage: Set<Int>
    ) -> JSONText {
        let story = story(of: item, corpus)
        let isComment = item.kind == "comment"
        var members: [(String, JSONText)] = [
            ("created_at", .string(ISODate.text(of: Date(timeIntervalSince1970: Double(item.time))))),
            ("title", .optional(item.title)), ("url", .optional(item.url)), ("author", .optional(item.by)),
            ("points", isComment ? .null : item.score.map(JSONText.number) ?? .null),
            ("story_text", isComment ? .null : .optional(item.text)),
            ("comment_text", isComment ? .optional(item.text) : .null),
            ("num_comments", item.descendants.map(JSONText.number) ?? .null),
            ("story_id", story.map { .number($0.id) } ?? .null),
            ("story_title", isComment ? .optional(story?.title) : .null),
            ("story_url", isComment ? .optional(story?.url) : .null),
            ("parent_id", item.parent.map(JSONText.number) ?? .null), ("created_at_i", .number(item.time)),
            ("_tags", .strings(tags(of: item, corpus, frontPage: frontPage))),
            ("objectID", .string(String(item.id))),
        ]
        // Newer responses leave out what is null.
        if item.id.isMultiple(of: 2) { members.removeAll { $0.1 == .null } }
        members.append(("children", .numbers(item.kids)))
        if let title = item.title {
            let found = words.filter { TextSearch.matches([$0], title) }
            members.append(
                (
                    "_highlightResult",
                    .object([
                        (
                            "title",
                            .object([
                                ("value", .string(marked(title, found))),
                                (
                                    "matchLevel",
                                    .string(
                                        found.isEmpty ? "none" : found.count == words.count ? "full" : "partial")
                                ), ("matchedWords", .strings(found)),
                            ])
                        )
                    ])
                ))
        }
        return .object(members)
    }

    /// Returns a text with the words marked that begin with a word of the search.
    private static func marked(_ text: String, _ found: [String]) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isFound = found.contains { TextSearch.matches([$0], String(word)) }
            return isFound ? "<em>\(word)</em>" : String(word)
        }.joined(separator: " ")
    }

    // MARK: - Trees

    private static func tree(_ item: HackerNewsItem, _ corpus: HackerNewsCorpus) -> JSONText {
        let children = JSONText.array(item.kids.compactMap { corpus.items[$0] }.map { tree($0, corpus) })
        // Only the id of a deleted or dead item is left.
        if item.isDeleted || item.isDead { return .object([("id", .number(item.id)), ("children", children)]) }
        var members: [(String, JSONText)] = [
            ("id", .number(item.id)),
            ("created_at", .string(ISODate.text(of: Date(timeIntervalSince1970: Double(item.time))))),
            ("created_at_i", .number(item.time)), ("type", .string(item.kind)), ("author", .optional(item.by)),
            ("title", .optional(item.title)), ("url", .optional(item.url)),
            ("text", .optional(item.text.map { $0.isEmpty ? $0 : "<p>\($0)</p>" })),
            ("points", item.score.map(JSONText.number) ?? .null),
            ("parent_id", item.parent.map(JSONText.number) ?? .null),
            ("story_id", story(of: item, corpus).map { .number($0.id) } ?? .null), ("children", children),
        ]
        if !item.parts.isEmpty {
            members.append(("options", .array(item.parts.compactMap { corpus.items[$0] }.map { tree($0, corpus) })))
        }
        return .object(members)
    }
}
