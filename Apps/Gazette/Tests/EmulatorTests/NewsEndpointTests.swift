import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// What the endpoints response.
struct NewsEndpointTests {
    private let server = NewsServer()

    @Test func headlinesAreThoseAskedFor() async throws {
        let corpus = NewsCorpus(startOfDay: ISODate.startOfDay(NewsServer.now))
        let response = try await server.get("/v2/top-headlines?country=us&pageSize=100")
        #expect(try #require(response.total) >= 40)
        #expect(response.articles.count == min(100, response.total ?? 0))
        let dates = response.articles.compactMap { $0["publishedAt"] as? String }.filter { !$0.hasPrefix("1970") }
        let seconds = dates.map { $0.prefix(19) }
        #expect(seconds == seconds.sorted(by: >))
        for category in NewsParameters.categories {
            let response = try await server.get("/v2/top-headlines?country=us&category=\(category)")
            #expect(try #require(response.total) >= 5, "\(category)")
            let urls = Set(corpus.articles.filter { $0.category == category && $0.country == "us" }.map(\.url))
            #expect(response.articles.allSatisfy { urls.contains($0["url"] as? String ?? "") })
        }
    }

    @Test func fieldsStandInTheServicesOrder() async throws {
        let response = try await server.get("/v2/top-headlines?country=us&pageSize=1")
        let text = String(decoding: response.data, as: UTF8.self)
        #expect(text.hasPrefix(#"{"status":"ok","totalResults":"#))
        let names = ["source", "author", "title", "description", "url", "urlToImage", "publishedAt", "content"]
        let positions = names.compactMap { text.range(of: "\"\($0)\":")?.lowerBound }
        #expect(positions.count == names.count)
        #expect(positions == positions.sorted())
        #expect(response.headers[.contentType] == "application/json; charset=utf-8")
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.expires] == "-1")
    }

    @Test func pagesAddUpToTheTotal() async throws {
        let whole = try await server.get("/v2/top-headlines?country=us&pageSize=100")
        let total = try #require(whole.total)
        var urls: [String] = []
        for page in 1...5 {
            let response = try await server.get("/v2/top-headlines?country=us&page=\(page)")
            #expect(response.total == total)
            urls += response.articles.compactMap { $0["url"] as? String }
        }
        #expect(urls == whole.articles.compactMap { $0["url"] as? String })
        #expect(try await server.get("/v2/top-headlines?country=nz&category=health&page=4").articles.isEmpty)
    }

    @Test(
        "Searches narrow down",
        arguments: [
            ("q=chip", "q=chip%20-plant"), ("q=chip%20OR%20telescope", "q=chip"),
            ("q=climate", "q=%22climate%20change%22"),
            ("q=storm", "q=storm&searchIn=title"), ("q=storm", "qInTitle=storm"),
            ("q=vaccine", "q=vaccine&language=en"),
            ("q=strike", "q=strike&from=2026-11-10"), ("q=strike", "q=strike&to=2026-11-18"),
        ])
    func searches(wide: String, narrow: String) async throws {
        let many = try #require(try await server.get("/v2/everything?\(wide)").total)
        let few = try #require(try await server.get("/v2/everything?\(narrow)").total)
        #expect(few > 0)
        #expect(few <= many)
    }

    @Test func notExcludes() async throws {
        let all = try await server.get("/v2/everything?q=%22climate%20change%22&pageSize=100")
        let some = try await server.get("/v2/everything?q=%22climate%20change%22%20-sport&pageSize=100")
        let sporty = try await server.get("/v2/everything?q=%22climate%20change%22%20AND%20sport&pageSize=100")
        #expect(try #require(some.total) + #require(sporty.total) == all.total)
        #expect(try #require(sporty.total) > 0)
    }

    @Test func domainsAndSourcesRestrict() async throws {
        let corpus = NewsCorpus(startOfDay: ISODate.startOfDay(NewsServer.now))
        let article = try #require(corpus.articles.first { $0.sourceID != nil && !$0.isRemoved })
        let id = try #require(article.sourceID)
        let ofSource = try await server.get("/v2/everything?sources=\(id)")
        #expect(ofSource.articles.allSatisfy { ($0["source"] as? [String: Any])?["id"] as? String == id })
        let host = article.host
        let ofHost = try await server.get("/v2/everything?domains=\(host)")
        #expect(try #require(ofHost.total) > 0)
        #expect(ofHost.articles.allSatisfy { ($0["url"] as? String)?.contains(host) == true })
        let others = try await server.get("/v2/everything?domains=example&excludeDomains=\(host)&pageSize=100")
        #expect(others.articles.allSatisfy { ($0["url"] as? String)?.contains("//\(host)/") == false })
    }

    @Test func relevanceCountsHits() async throws {
        let response = try await server.get("/v2/everything?q=telescope&sortBy=relevancy")
        let first = try #require(response.articles.first?["title"] as? String)
        #expect(first.lowercased().contains("telescope"))
        let popular = try await server.get("/v2/everything?q=the&sortBy=popularity&pageSize=50")
        let newest = try await server.get("/v2/everything?q=the&pageSize=50")
        #expect(
            popular.articles.compactMap { $0["url"] as? String } != newest.articles.compactMap { $0["url"] as? String })
    }

    @Test func sourcesAreFiltered() async throws {
        let all = try await server.get("/v2/top-headlines/sources")
        #expect(all.sources.count >= 60)
        #expect(try await server.get("/v2/sources").data == all.data)
        for (name, values) in [("category", NewsParameters.categories), ("language", NewsParameters.languages)] {
            for value in values {
                let some = try await server.get("/v2/sources?\(name)=\(value)")
                #expect(!some.sources.isEmpty, "\(value)")
                #expect(some.sources.allSatisfy { $0[name] as? String == value })
            }
        }
        let none = try await server.get("/v2/sources?country=lv")
        #expect(String(decoding: none.data, as: UTF8.self) == #"{"status":"ok","sources":[]}"#)
    }
}
