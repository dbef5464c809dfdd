import Foundation
import Freshet
import FreshetTesting
import NewsAPI
import Testing

/// Requests as they reach the service, and its responses as they reach the caller.
struct NewsClientTests {
    private func client(key: String? = "key", _ response: StubTransport.Response) -> (Client<NewsAPI>, StubTransport) {
        let stub = StubTransport { _ in response }
        return (Client(NewsAPI(apiKey: key), transport: stub, cache: nil, retry: .never), stub)
    }

    private func path<Value>(_ request: Request<NewsAPI, Value>) async throws -> String? {
        let (client, stub) = client(.status(200))
        _ = try await client.data(for: request)
        return stub.requests[0].head.path
    }

    @Test func headlinesWithEveryParameter() async throws {
        #expect(try await path(.topHeadlines(country: .us)) == "/v2/top-headlines?country=us")
        #expect(
            try await path(
                .topHeadlines(
                    country: .us, category: .science, query: "a+b & c", language: .english, pageSize: 5, page: 2))
                == "/v2/top-headlines?country=us&category=science&q=a%2Bb%20%26%20c&language=en&pageSize=5&page=2")
        #expect(try await path(.topHeadlines(category: .sports)) == "/v2/top-headlines?category=sports")
        #expect(
            try await path(.topHeadlines(sources: ["a", "b"], query: "x"))
                == "/v2/top-headlines?sources=a%2Cb&q=x")
        #expect(try await path(.topHeadlines(language: .urdu)) == "/v2/top-headlines?language=ud")
        #expect(
            try await path(.topHeadlines(query: "\"climate change\"")) == "/v2/top-headlines?q=%22climate%20change%22")
    }

    @Test func searchesWithEveryParameter() async throws {
        var search = NewsAPI.Search("chip -potato")
        search.titleQuery = "chip"
        search.searchIn = [.title, .content]
        search.sources = ["a"]
        search.domains = ["a.example", "b.example"]
        search.excludedDomains = ["c.example"]
        search.from = "2026-11-01"
        search.to = "2026-11-02T10:00:00"
        search.language = .german
        search.sortBy = .relevancy
        #expect(
            try await path(.everything(search, pageSize: 100, page: 1))
                == "/v2/everything?q=chip%20-potato&qInTitle=chip&searchIn=title%2Ccontent&sources=a"
                + "&domains=a.example%2Cb.example&excludeDomains=c.example&from=2026-11-01&to=2026-11-02T10%3A00%3A00"
                + "&language=de&sortBy=relevancy&pageSize=100&page=1")
        #expect(
            try await path(.sources(category: .health, language: .english, country: .us))
                == "/v2/top-headlines/sources?category=health&language=en&country=us")
    }

    @Test("Searching for nothing is refused before it is sent (T55)", arguments: ["", "   ", "\n"])
    func emptySearch(text: String) async {
        let (client, stub) = client(.status(200))
        do {
            _ = try await client.value(for: .everything(text))
            Issue.record("nothing was refused")
        } catch {
            #expect(error.kind == .invalidRequest("there is nothing to search for"))
        }
        #expect(stub.requests.isEmpty)
    }

    @Test("The key travels in its field and never in the address (T14)")
    func key() async throws {
        let (client, stub) = client(key: "hush", .status(200))
        _ = try await client.data(for: .topHeadlines(country: .us))
        let head = stub.requests[0].head
        #expect(head.headerFields[HTTPField.Name("X-Api-Key")!] == "hush")
        #expect(head.path?.contains("hush") == false)
        #expect(head.authority == "newsapi.org")
        #expect(head.scheme == "https")
    }

    @Test func pagesGoByTheServersCount() async throws {
        let removed =
            #"{"source":{"id":null,"name":"[Removed]"},"author":null,"title":"[Removed]","url":"https://removed.com"}"#
        let (client, _) = client(
            .json(#"{"status":"ok","totalResults":238,"articles":[\#(removed),{"title":"A"},7,{"title":"B"}]}"#))
        let page = try await client.value(for: .topHeadlines(country: .us))
        #expect(page.articles.map(\.title) == ["A", "B"])
        #expect(page.removedCount == 1)
        #expect(page.unreadableCount == 1)
        #expect(page.totalResults == 238)
        #expect(page.pageCount(size: 20) == 5)
        #expect(page.pageCount(size: 20, resultLimit: nil) == 12)
        #expect(page.page(after: 4, size: 20) == 5)
        #expect(page.page(after: 5, size: 20) == nil)
        #expect(NewsAPI.ArticlePage(articles: [], totalResults: 0).pageCount(size: 20) == 0)
    }

    @Test func aPageWithoutArticlesIsTheLastOne() {
        let empty = NewsAPI.ArticlePage(articles: [], totalResults: .max)
        #expect(empty.page(after: 1, size: 20, resultLimit: nil) == nil)
        let withdrawn = NewsAPI.ArticlePage(articles: [], totalResults: .max, removedCount: 20)
        #expect(withdrawn.page(after: 1, size: 20, resultLimit: nil) == 2)
        #expect(withdrawn.page(after: .max, size: 1, resultLimit: nil) == nil)
    }

    @Test(
        "Each code arrives typed, with the service's own message (T10, T11)",
        arguments: [
            (401, "apiKeyInvalid", NewsAPI.ErrorCode.apiKeyInvalid), (401, "apiKeyMissing", .apiKeyMissing),
            (401, "apiKeyDisabled", .apiKeyDisabled), (429, "apiKeyExhausted", .apiKeyExhausted),
            (429, "rateLimited", .rateLimited),
            (400, "parameterInvalid", .parameterInvalid), (400, "parametersMissing", .parametersMissing),
            (400, "parametersIncompatible", .parametersIncompatible), (400, "sourcesTooMany", .sourcesTooMany),
            (400, "sourceDoesNotExist", .sourceDoesNotExist), (426, "maximumResultsReached", .maximumResultsReached),
            (400, "pageCannotBeLessThanOne", .pageCannotBeLessThanOne), (426, "corsNotAllowed", .corsNotAllowed),
            (400, "userAgentMissing", .userAgentMissing), (500, "unexpectedError", .unexpectedError),
            (418, "teapot", .other("teapot")), (200, "apiKeyInvalid", .apiKeyInvalid),
        ])
    func errors(status: Int, code: String, expected: NewsAPI.ErrorCode) async {
        let (client, _) = client(
            .json(#"{"status":"error","code":"\#(code)","message":"It said \"no\"."}"#, status: status))
        for isSources in [false, true] {
            do {
                if isSources {
                    _ = try await client.value(for: .sources())
                } else {
                    _ = try await client.value(for: .everything("x"))
                }
                Issue.record("no error")
            } catch {
                #expect(error.newsAPICode == expected)
                #expect(error.localizedDescription == "It said \"no\".")
                #expect(error.response?.head.status.code == status)
                #expect(error.isRetryable == (expected == .unexpectedError))
            }
        }
        #expect(NewsAPI.ErrorCode(rawValue: code).rawValue == code)
    }

    @Test(
        "A spent quota is final, a failure of the server is not",
        arguments: [
            (429, "apiKeyExhausted", 1), (429, "rateLimited", 1), (500, "unexpectedError", 3),
        ])
    func retriesAfter(status: Int, code: String, requests: Int) async throws {
        let stub = StubTransport { _ in
            .json(#"{"status":"error","code":"\#(code)","message":"No."}"#, status: status)
        }
        let client = Client(NewsAPI(apiKey: "key"), transport: stub, cache: nil, retry: RetryPolicy(base: .zero))
        await #expect(throws: FetchError.self) { try await client.value(for: .sources()) }
        #expect(stub.requests.count == requests)
    }

    @Test("Sources without an id are distinguished (T22)")
    func sources() async throws {
        let (client, _) = client(
            .json(
                #"{"status":"ok","sources":[{"id":null,"name":"A","url":"http://a.example"},{"id":null,"name":"B"},{"id":"c","name":"C","category":"general","language":"en","country":"us"},"x"]}"#
            ))
        let list = try await client.value(for: .sources())
        let ids = Set(list.sources.map(\.id))
        #expect(ids.count == 3)
        #expect(list.unreadableCount == 1)
        #expect(list.sources[2].category == .general)
        #expect(list.sources[2].language == .english)
        #expect(list.sources[0].link?.absoluteString == "http://a.example")
    }

    @Test(
        "Regions map to what the service supports (T12, T13)",
        arguments: [
            ("US", "us", "en"), ("DE", "de", "de"), ("BR", "br", "pt"), ("CN", "cn", "zh"), ("HK", "hk", "zh"),
            ("XX", "us", "en"),
            (nil, "us", "en"), ("IS", "us", "en"),
        ])
    func regions(region: String?, country: String, language: String) {
        #expect(NewsAPI.Country(region: region).rawValue == country)
        #expect(NewsAPI.Country(region: region).language?.rawValue == language)
    }
}
