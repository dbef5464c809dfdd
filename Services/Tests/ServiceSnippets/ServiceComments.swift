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

    struct Article: Decodable {
        let title: String
    }

    enum Lossy {
        struct Page: Decodable { let articles: LossyArray<Article> }
    }
}

struct ServiceCommentTests {
    @Test func brokenElementsAreLeftOut() throws {
        let body = Data(#"{"articles": [{"title": "One"}, {"name": "Two"}]}"#.utf8)
        let page = try JSONDecoder().decode(ServiceComments.Lossy.Page.self, from: body)
        #expect(page.articles.elements.map(\.title) == ["One"])
    }
}
