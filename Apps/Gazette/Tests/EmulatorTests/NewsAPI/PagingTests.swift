import Testing

@testable import Emulator

@Suite struct PagingTests {
    @Test("Pages add up to the whole", arguments: [1, 7, 20, 33, 100])
    func pagesAddUp(size: Int) async throws {
        let query = "/v2/everything?q=climate&pageSize=\(size)"
        var pages: [ArticlePage] = []
        repeat {
            pages.append(try await InProcess.articles("\(query)&page=\(pages.count + 1)"))
        } while pages.count * size < pages[0].totalResults
        let whole = try await InProcess.articles("/v2/everything?q=climate")
        #expect(pages.flatMap(\.articles) == whole.articles)
        #expect(pages.allSatisfy { $0.totalResults == whole.articles.count })
        #expect(pages.dropLast().allSatisfy { $0.articles.count == size })
    }

    @Test func pastTheEndIsEmptyButFine() async throws {
        let page = try await InProcess.articles("/v2/everything?q=climate&pageSize=20&page=5")
        #expect(page.totalResults > 0)
        #expect(page.totalResults < 80)
        #expect(page.articles.isEmpty)
    }

    @Test func thePlanReachesAHundredDeep() async throws {
        let query = "/v2/everything?domains=example&pageSize=60"
        let second = try await InProcess.articles("\(query)&page=2")
        #expect(second.totalResults > 500)
        #expect(second.articles.count == 40)
        let third = try await InProcess.get("\(query)&page=3")
        #expect(third.status == 426)
        #expect(third.text.contains("results 120 to 180."))
    }

    @Test func theNumbersOfAFarPageStayNumbers() async throws {
        let response = try await InProcess.get("/v2/everything?q=climate&page=\(Int.max)")
        #expect(response.status == 426)
        #expect(try response.decoded(as: ErrorBody.self).code == "maximumResultsReached")
    }
}
