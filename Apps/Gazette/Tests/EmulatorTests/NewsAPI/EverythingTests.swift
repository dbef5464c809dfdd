import Foundation
import Testing

@testable import Emulator

@Suite struct EverythingTests {
    /// Stands for everything that is not withdrawn: all hosts end so.
    private let all = "/v2/everything?domains=example"

    private func total(_ path: String) async throws -> Int { try await InProcess.articles(path).totalResults }

    @Test func membersStandInTheServicesOrder() async throws {
        let text = try await InProcess.get("\(all)&pageSize=1").text
        #expect(text.hasPrefix(#"{"status":"ok","totalResults":"#))
        let names = [
            #""source":{"id":"#, #""name":"#, #""author":"#, #""title":"#, #""description":"#, #""url":"#,
            #""urlToImage":"#, #""publishedAt":"#, #""content":"#,
        ]
        let places = names.compactMap { text.range(of: $0)?.lowerBound }
        #expect(places.count == names.count)
        #expect(places == places.sorted())
    }

    @Test func aHundredResultsAreThePageByDefault() async throws {
        #expect(try await InProcess.articles(all).articles.count == 100)
    }

    @Test func searchLooksAtAllFieldsByDefault() async throws {
        let query = "/v2/everything?q=survey"
        let parts = try await [
            total("\(query)&searchIn=title"), total("\(query)&searchIn=description"),
            total("\(query)&searchIn=content"),
        ]
        let whole = try await total(query)
        #expect(whole >= parts.max() ?? 0)
        #expect(whole <= parts.reduce(0, +))
        #expect(try await total("\(query)&searchIn=title,description,content") == whole)
        #expect(try await total("\(query)&searchIn=title,content") >= parts[2])
    }

    @Test func searchInTheTitleFindsTitles() async throws {
        let page = try await InProcess.articles("/v2/everything?q=climate&searchIn=title")
        #expect(page.totalResults > 0)
        #expect(page.articles.allSatisfy { $0.title?.lowercased().contains("climate") == true })
    }

    @Test func theOlderFormSearchesTitlesToo() async throws {
        let older = try await InProcess.articles("/v2/everything?qInTitle=climate")
        let newer = try await InProcess.articles("/v2/everything?q=climate&searchIn=title")
        #expect(older.articles == newer.articles)
    }

    @Test func bothFormsMustMatch() async throws {
        let both = try await total("/v2/everything?qInTitle=climate&q=leopards")
        #expect(both > 0)
        let titles = try await total("/v2/everything?qInTitle=climate")
        #expect(both < titles)
    }

    @Test func domainsTakeTheirSubdomainsAlong() async throws {
        let page = try await InProcess.articles("/v2/everything?domains=harbour-times.example")
        #expect(page.totalResults > 0)
        #expect(page.articles.allSatisfy { $0.host == "www.harbour-times.example" })
        #expect(try await total("/v2/everything?domains=times.example") == 0)
        #expect(try await total("/v2/everything?domains=HARBOUR-times.example") == page.totalResults)
    }

    @Test func excludedDomainsAreTheRest() async throws {
        let domains = "harbour-times.example,northern-times.example"
        let without = try await total("\(all)&excludeDomains=\(domains)")
        let within = try await total("/v2/everything?domains=\(domains)")
        #expect(within > 0)
        let whole = try await total(all)
        #expect(without + within == whole)
    }

    @Test func sourcesRestrict() async throws {
        let page = try await InProcess.articles("/v2/everything?sources=harbour-times")
        #expect(page.totalResults > 0)
        #expect(page.articles.allSatisfy { $0.source.id == "harbour-times" })
    }

    @Test func languagesAddUp() async throws {
        var sum = 0
        for language in NewsParameters.languages { sum += try await total("\(all)&language=\(language)") }
        let whole = try await total(all)
        #expect(sum == whole)
    }

    @Test("Dates divide", arguments: [("2026-03-10", "2026-03-11"), ("2026-03-10T11:59:59", "2026-03-10T12:00:00Z")])
    func dates(last: String, first: String) async throws {
        let before = try await total("\(all)&to=\(last)")
        let after = try await total("\(all)&from=\(first)")
        #expect(before > 0)
        #expect(after > 0)
        let whole = try await total(all)
        #expect(before + after == whole)
    }

    @Test func datesBoundTheArticles() async throws {
        let page = try await InProcess.articles("\(all)&from=2026-03-09&to=2026-03-10")
        #expect(page.totalResults > 0)
        #expect(page.articles.allSatisfy { ["2026-03-09", "2026-03-10"].contains($0.publishedAt.prefix(10)) })
        #expect(try await total("\(all)&from=2026-03-10&to=2026-03-09") == 0)
    }

    @Test func newestComeFirstByDefault() async throws {
        let page = try await InProcess.articles(all)
        let dates = page.articles.map { $0.publishedAt.prefix(19) }
        #expect(dates == dates.sorted(by: >))
        #expect(try await InProcess.articles("\(all)&sortBy=publishedAt").articles == page.articles)
    }

    @Test func relevantOnesNameItInTheTitle() async throws {
        let page = try await InProcess.articles("/v2/everything?q=survey%20OR%20climate&sortBy=relevancy")
        let isInTitle = page.articles.map { article in
            ["survey", "climate"].contains { article.title?.lowercased().contains($0) == true }
        }
        #expect(isInTitle.first == true)
        #expect(isInTitle.last == false)
    }

    @Test("Order changes nothing else", arguments: ["relevancy", "popularity"])
    func order(_ order: String) async throws {
        let query = "/v2/everything?q=climate"
        let page = try await InProcess.articles("\(query)&sortBy=\(order)")
        let newest = try await InProcess.articles(query)
        #expect(page.articles != newest.articles)
        #expect(Set(page.articles.map(\.url)) == Set(newest.articles.map(\.url)))
        #expect(page.totalResults == newest.totalResults)
    }

    @Test func withdrawnArticlesAreCountedButFoundByNoWord() async throws {
        #expect(try await total("/v2/everything?q=removed&searchIn=title") == 0)
        let withdrawn = InProcess.corpus.articles.count { $0.isRemoved }
        let found = try await total("/v2/everything?q=-xyzzy")
        let whole = try await total(all)
        #expect(found == whole + withdrawn)
    }
}
