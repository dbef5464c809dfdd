import Foundation
import Freshet
import FreshetTesting
import NewsAPI
import Testing

@testable import GazetteCommands

/// Lists that are collected from pages whose numbers are wrong.
@Suite(.timeLimit(.minutes(2)))
struct PageCollectorTests {
    private struct Thing: Identifiable, Equatable {
        let id: Int
    }

    /// Collects from pages, which all announce another one; beyond the last of them is an error.
    private func collect(
        _ pages: [[Int]], page: Int = 1, limit: Int = 20
    ) async throws -> (things: [Int], note: String?, requests: Int) {
        var requests = 0
        let collector = PageCollector<Thing> { number throws(FetchError) in
            requests += 1
            guard number <= pages.count else { throw FetchError(.invalidRequest("there is no such page")) }
            return (pages[number - 1].map(Thing.init), true)
        }
        let collected = try await collector.elements(page: page, limit: limit)
        return (collected.elements.map(\.id), collected.note, requests)
    }

    @Test func anEmptyPageEndsTheListAndIsNoted() async throws {
        let result = try await collect([[1, 2], [], [3]])
        #expect(result.things == [1, 2])
        #expect(result.requests == 2)
        #expect(
            result.note
                == "The list ends early: page 2 had nothing new, although the service announced more.")
    }

    @Test func aPageThatIsRepeatedEndsTheListAndNothingIsLost() async throws {
        let result = try await collect(Array(repeating: [1, 2, 3], count: 500))
        #expect(result.things == [1, 2, 3])
        #expect(result.requests == 2)
        #expect(result.note != nil)
    }

    @Test func aPageThatRepeatsSomeElementsDoesNot() async throws {
        let result = try await collect([[1, 2], [2, 3], [3, 4]], limit: 4)
        #expect(result.things == [1, 2, 3, 4])
        #expect(result.note == nil)
    }

    @Test func whatIsWantedEndsTheListWithoutANote() async throws {
        let result = try await collect([[1, 2], [3, 4]], page: 2, limit: 2)
        #expect(result.things == [3, 4])
        #expect(result.note == nil)
        let beyond = try await collect([[1, 2], []], page: .max, limit: 2)
        #expect(beyond.things == [] && beyond.note != nil)
    }

    /// Collects articles from a service with as many results as a number can say.
    private func articles(_ bodies: [String]) async throws -> (collected: Collected<NewsAPI.Article>, requests: Int) {
        let stub = StubTransport { request in
            let page = request.head.path?.firstMatch(of: /[?&]page=(\d+)/).flatMap { Int($0.1) } ?? 1
            let articles = bodies[min(page, bodies.count) - 1]
            return .json(#"{"status":"ok","totalResults":9223372036854775807,"articles":[\#(articles)]}"#)
        }
        let client = Client(NewsAPI(apiKey: "any"), transport: stub, cache: nil, retry: .never)
        let collector = ArticleCollector(client: client) {
            .topHeadlines(country: .us, pageSize: $0, page: $1)
        }
        return (try await collector.articles(page: 1, limit: 20), stub.requests.count)
    }

    private static let one = #"{"title":"One","url":"https://a.example/1"}"#
    private static let two = #"{"title":"Two","url":"https://a.example/2"}"#
    private static let withdrawn = #"{"title":"[Removed]","url":"https://removed.com"}"#

    @Test(
        "Articles end with a page that has no new one",
        arguments: [
            ([Self.one, ""], 1, 2), ([Self.one], 1, 2), ([Self.one, Self.two, Self.two], 2, 3),
            ([Self.one, Self.withdrawn, Self.two, Self.two], 2, 4),
        ])
    func articles(bodies: [String], count: Int, requests: Int) async throws {
        let result = try await articles(bodies)
        #expect(result.collected.elements.count == count)
        #expect(result.requests == requests)
        #expect(result.collected.note != nil)
    }

    @Test func endlessWithdrawnArticlesEndTheList() async throws {
        let result = try await articles([Self.one, Self.withdrawn])
        #expect(result.collected.elements.count == 1)
        #expect(result.requests == 12)
        #expect(result.collected.note != nil)
    }
}
