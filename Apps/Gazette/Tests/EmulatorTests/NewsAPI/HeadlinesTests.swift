import Foundation
import Testing

@testable import Emulator

@Suite struct HeadlinesTests {
    @Test func theUnitedStatesHaveFortyHeadlinesAtLeast() async throws {
        let page = try await InProcess.articles("/v2/top-headlines?country=us")
        #expect(page.totalResults >= 40)
        #expect(page.articles.count == 20)
        #expect(page.status == "ok")
    }

    @Test("Subjects", arguments: NewsParameters.categories)
    func everySubjectHasHeadlines(_ category: String) async throws {
        let page = try await InProcess.articles("/v2/top-headlines?country=us&category=\(category)")
        #expect(page.totalResults >= 5)
        let pool = try await InProcess.articles("/v2/top-headlines?category=\(category)")
        #expect(pool.totalResults > page.totalResults)
    }

    @Test func subjectsAddUpToTheCountry() async throws {
        var sum = 0
        for category in NewsParameters.categories {
            sum += try await InProcess.articles("/v2/top-headlines?country=us&category=\(category)").totalResults
        }
        let country = try await InProcess.articles("/v2/top-headlines?country=us")
        #expect(sum == country.totalResults)
    }

    @Test("Newest first, and none older than ten days", arguments: ["country=us", "language=de", "category=science"])
    func dates(_ query: String) async throws {
        let page = try await InProcess.articles("/v2/top-headlines?\(query)&pageSize=100")
        let dates = page.articles.filter { !$0.isRemoved }.map { $0.publishedAt.prefix(19) }
        #expect(!dates.isEmpty)
        #expect(dates == dates.sorted(by: >))
        #expect(dates.allSatisfy { $0 >= "2026-03-04T00:00:00" && $0 < "2026-03-14T00:00:00" })
    }

    @Test("Languages", arguments: NewsParameters.languages)
    func languages(_ language: String) async throws {
        let expected = InProcess.corpus.articles.filter {
            $0.language == language && $0.publishedAt >= InProcess.startOfDay.addingTimeInterval(-10 * 86_400)
        }
        let page = try await InProcess.articles("/v2/top-headlines?language=\(language)")
        #expect(page.totalResults == expected.count)
        #expect(page.totalResults > 0)
    }

    @Test func sourcesMayBeSeveral() async throws {
        let one = try await InProcess.articles("/v2/top-headlines?sources=harbour-times")
        let two = try await InProcess.articles("/v2/top-headlines?sources=harbour-times,%20northern-times")
        #expect(one.articles.allSatisfy { $0.source.id == "harbour-times" })
        #expect(Set(two.articles.map(\.source.id)).isSubset(of: ["harbour-times", "northern-times"]))
        #expect(two.totalResults > one.totalResults)
    }

    @Test func searchNarrowsACountry() async throws {
        let all = try await InProcess.articles("/v2/top-headlines?country=us")
        let some = try await InProcess.articles("/v2/top-headlines?country=us&q=the%20OR%20a%20OR%20for")
        #expect(some.totalResults > 0)
        #expect(some.totalResults < all.totalResults)
    }

    @Test func countriesOutsideTheCorpusAreEmpty() async throws {
        let page = try await InProcess.articles("/v2/top-headlines?country=kr")
        #expect(page.totalResults == 0)
        #expect(page.articles.isEmpty)
    }

    @Test func pageSizeAndPageCutTheList() async throws {
        let all = try await InProcess.articles("/v2/top-headlines?country=us&pageSize=100").articles
        let third = try await InProcess.articles("/v2/top-headlines?country=us&pageSize=7&page=3").articles
        let expected = Array(all[14..<21])
        #expect(third == expected)
    }
}
