import Foundation
import Freshet
import FreshetLenientJSON
import HackerNews
import JSONPlaceholder
import NewsAPI
import TMDb
import Testing
import TheMealDB

// The code of the comments and pages of the services.

enum ServiceComments {
    static func headlines(key: String) async throws -> Int {
        let news = Client(NewsAPI(apiKey: key))
        let page = try await news.value(for: .topHeadlines(country: .us))
        return page.articles.count
    }

    static func stories() async throws -> Int {
        let news = Client(HackerNews())
        let ids = try await news.value(for: .list(.top))
        let stories = await news.items(Array(ids.prefix(30)))
        return stories.items.count
    }

    static func versions(of news: Client<HackerNews>, show: ([Int]) -> Void) async throws {
        for try await ids in news.versions(of: .new) { show(ids) }
    }

    static func hits() async throws -> Int {
        let search = Client(HackerNewsSearch())
        let page = try await search.value(for: .search(.init("swift concurrency", tags: [.story])))
        return page.hits.count
    }

    static func people() async throws -> Int {
        let people = Client(JSONPlaceholder())
        let users = try await people.value(for: .all(JSONPlaceholder.User.self))
        return users.count
    }

    static func movies(token: String) async throws -> Int {
        let movies = Client(TMDb(.token(token)))
        let page = try await movies.value(for: .movies(.nowPlaying))
        return page.results.count
    }

    static func meals() async throws -> Int {
        let meals = Client(TheMealDB())
        let found = try await meals.value(for: .search("risotto"))
        return found.count
    }

    static func rate(token: String, name: String, password: String) async throws {
        let session = AuthenticationSession(TMDb.Sessions(TMDb(.token(token))), .platform)
        var configuration = ClientConfiguration.platform
        configuration.authentication = .session(session)
        let movies = Client(TMDb(.token(token)), configuration)

        try await session.signIn(user: name, password: password)
        try await movies.value(for: .rate(10007, 8.5))
    }

    static func approve(
        _ movies: Client<TMDb>, in session: AuthenticationSession<TMDb.Sessions>, open: (URL?) async -> Void
    ) async throws {
        let token = try await movies.value(for: .requestToken)
        // … open token.approvalURL() …
        await open(token.approvalURL())
        try await session.signIn(approved: token)
    }

    static func searched(_ news: Client<NewsAPI>) async throws -> Int {
        var search = NewsAPI.Search(#""climate change" -football"#)
        search.language = .english
        search.sortBy = .relevancy
        let page = try await news.value(for: .everything(search))
        return page.totalResults
    }

    static func discovered(_ movies: Client<TMDb>) async throws -> [TMDb.Movie] {
        var discovery = TMDb.Discovery()
        discovery.year = 2026
        discovery.minimumVoteCount = 100
        let page = try await movies.value(for: .discover(discovery))
        return page.results
    }

    static func poster(of movie: TMDb.Movie) -> URL? {
        let address = movie.posterPath?.url(TMDb.PosterSize.w342)
        return address
    }

    static func comments(
        below story: HackerNews.Item, with news: Client<HackerNews>, show: ([HackerNews.CommentTree.Node]) -> Void
    ) async {
        for await tree in news.comments(below: story) { show(tree.thread) }
    }

    static func changes(_ news: Client<HackerNews>, show: ([Int]) -> Void) async {
        var new = HackerNews.NewStories()
        for await result in news.watching(.new) {
            if case .success(let ids) = result { show(new.take(ids, of: .new)) }
        }
    }

    static func posts(_ people: Client<JSONPlaceholder>) async throws -> [JSONPlaceholder.Post] {
        let query = JSONPlaceholder.ListQuery().filter("userId", 1).sorted(by: "title").page(1)
        let page = try await people.value(for: .page(JSONPlaceholder.Post.self, query))
        return page.elements
    }

    static func plainText(_ html: String) -> String {
        let text = PlainText.text(fromHTML: html) ?? "No description"
        return text
    }

    static func link(_ text: String, on page: URL, open: (URL) -> Void) {
        if let address = WebLink.url(from: text, relativeTo: page) { open(address) }
    }

    static func rating(_ number: Double) -> Int {
        let stars = Int(clamping: number.rounded())  // `Int(_:)` would trap for 1e300
        return stars
    }

    struct Article: Decodable {
        let title: String
    }

    enum Lossy {
        struct Page: Decodable { let articles: LossyArray<Article> }
    }
}

struct ServiceCommentTests {
    @Test func htmlBecomesText() {
        #expect(ServiceComments.plainText("<p>Two<br>parts</p>") == "Two parts")
        #expect(ServiceComments.plainText(" ") == "No description")
    }

    @Test func numbersOfAnySizeAreRead() {
        #expect(ServiceComments.rating(7.6) == 8 && ServiceComments.rating(1e300) == .max)
    }

    @Test func brokenElementsAreLeftOut() throws {
        let body = Data(#"{"articles": [{"title": "One"}, {"name": "Two"}]}"#.utf8)
        let page = try JSONDecoder().decode(ServiceComments.Lossy.Page.self, from: body)
        #expect(page.articles.elements.map(\.title) == ["One"])
    }
}
