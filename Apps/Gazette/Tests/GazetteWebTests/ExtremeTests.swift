import ExtremeJSON
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb

/// Pages and feeds of responses with extreme numbers and dates.
@Suite(.timeLimit(.minutes(5)))
struct ExtremeTests {
    private static let paths = [
        "/", "/search?q=title", "/news", "/news?pages=3", "/news?q=title&pages=2", "/sources", "/sources/a?pages=2",
        "/hn", "/hn?pages=2", "/hn/new", "/hn/item/1", "/hn/item/1?fold=1,2,9223372036854775807", "/hn/user/ann",
        "/hn/user/ann?pages=2", "/hn/search?q=title&pages=3", "/hn/search?q=title&age=week", "/movies",
        "/movies/popular?pages=3", "/movies/search?q=title&pages=3", "/movies/1", "/movies/9223372036854775807",
        "/meals",
        "/meals?category=C", "/meals/search?q=title", "/meals/1", "/people", "/people/1", "/people/1?album=1", "/lab",
        "/saved?pages=9223372036854775807", "/hn/top.rss", "/news.rss", "/movies/popular.rss",
    ]

    @Test("Whatever numbers a service sends, each page is sent", arguments: ExtremeJSON.seeds(6, long: 2000))
    func pages(seed: Int) async throws {
        let json = ExtremeJSON(seed: seed)
        let stub = StubTransport { .json(json.body(for: $0.head.path ?? "")) }
        try await Site.run(WebConfiguration(clients: Site.clients(stub))) { get in
            for path in Self.paths {
                let page = try await get(path, [:])
                // What a service sends in place of a thing may be nothing.
                #expect([200, 404, 503].contains(page.status), "\(path)")
            }
        }
    }

    @Test func aStoryOfTheFarFutureIsShownWithoutItsTime() async throws {
        let story = #"{"id":1,"type":"story","title":"Far","by":"ann","time":1e19,"score":9223372036854775807}"#
        try await Site.onResponse(.json(story)) { get in
            let page = try await get("/hn/item/1", [:])
            #expect(page.status == 200)
            #expect(page.text.contains("Far"))
            #expect(!page.text.contains("<time"))
        }
    }

    @Test func aPageOfTheGreatestNumberIsTheLast() async throws {
        let body = """
            {"hits":[{"objectID":"1","title":"Hit","author":"ann","_tags":["story"]}],"nbHits":1,\
            "page":9223372036854775807,"nbPages":9223372036854775807}
            """
        try await Site.onResponse(.json(body)) { get in
            let page = try await get("/hn/search?q=hit", [:])
            #expect(page.status == 200)
            #expect(page.text.contains("Hit"))
            #expect(!page.text.contains("rel=\"next\""))
        }
    }

    @Test func aReviewWithAnEndlessRatingIsShown() async throws {
        let body = """
            {"id":1,"title":"Movie","release_date":"0001-01-01","reviews":{"page":1,"results":\
            [{"id":"1","author":"ann","content":"Good.","author_details":{"rating":1e300}}],"total_pages":1}}
            """
        try await Site.onResponse(.json(body)) { get in
            let page = try await get("/movies/1", [:])
            #expect(page.status == 200)
            #expect(page.text.contains("10 of 10"))
            #expect(page.text.contains("Jan 1, 1"))
        }
    }

    @Test func pagesWithoutMoviesEndTheList() async throws {
        let stub = StubTransport { request in
            let isFirst =
                request.head.path?.contains("page=1&") == true || request.head.path?.hasSuffix("page=1") == true
            let movies = isFirst ? #"{"id":1,"title":"One"}"# : ""
            return .json(#"{"page":\#(isFirst ? 1 : 2),"results":[\#(movies)],"total_pages":500,"total_results":9999}"#)
        }
        try await Site.run(WebConfiguration(clients: Site.clients(stub))) { get in
            let page = try await get("/movies/popular?pages=50", [:])
            #expect(page.text.contains("One"))
            #expect(!page.text.contains("rel=\"next\""))
        }
        #expect(stub.requests.count <= 3)
    }
}
