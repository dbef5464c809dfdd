import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct UserViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let model: UserViewModel

    init() {
        for id in 1...9 { backend.respond(to: "/item/\(id).json", with: .story(id)) }
        backend.respond(to: "/user/jl.json", with: Self.user([5, 4, 3, 2]))
        model = UserViewModel(
            Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never), name: "jl", pageSize: 2,
            scheduler: clock.scheduler)
    }

    private static func user(_ submitted: [Int]) -> StubTransport.Response {
        .json(#"{"about":"This is a test","created":1173923446,"id":"jl","karma":2937,"submitted":\#(submitted)}"#)
    }

    private var ids: [Int] { model.submissions.items.map(\.id) }

    private func settle(on ids: [Int]) async throws {
        try await clock.settle {
            self.ids == ids && !model.submissions.fetch.isFetching && !model.submissions.isLoadingMore
        }
    }

    @Test func whatTheUserHasWrittenComesInPages() async throws {
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        model.load()
        try await settle(on: [5, 4])
        #expect(model.user.value?.karma == 2937)
        #expect(model.submissions.totalCount == 4)
        // Each is requested once.
        #expect(backend.targets.count == 3)
        model.submissions.loadMore()
        try await settle(on: [5, 4, 3, 2])
        #expect(!model.submissions.hasMore)
        #expect(backend.targets.count == 5)
    }

    @Test func aReloadShowsWhatIsNew() async throws {
        model.load()
        try await settle(on: [5, 4])
        backend.respond(to: "/user/jl.json", with: Self.user([6, 5, 4, 3, 2]))
        model.load()
        try await settle(on: [6, 5])
    }

    @Test func whatIsGoneIsLeftOutAndWhatFailsIsCounted() async throws {
        backend.respond(to: "/item/5.json", with: .json(#"{"id":5,"deleted":true,"type":"story"}"#))
        backend.fail("/item/4.json")
        model.load()
        try await clock.settle { model.submissions.missingCount == 1 }
        model.submissions.loadMore()
        try await settle(on: [3, 2])
    }

    @Test("When nothing comes at all, a failure is shown and no empty list (T32)")
    func allFail() async throws {
        for id in 4...5 { backend.fail("/item/\(id).json") }
        model.load()
        try await clock.settle { model.submissions.selectedError != nil }
        #expect(model.submissions.fetch.value == nil && !model.submissions.isEmpty)
        for id in 4...5 { backend.respond(to: "/item/\(id).json", with: .story(id)) }
        model.submissions.retry()
        try await settle(on: [5, 4])
    }

    @Test func aUserWithoutAnythingHasAnEmptyList() async throws {
        backend.respond(to: "/user/jl.json", with: .json(#"{"id":"jl","karma":1}"#))
        model.load()
        try await clock.settle { model.submissions.isEmpty }
        #expect(backend.targets.count == 1)
    }

    @Test func anUnknownNameIsReportedAsSuch() async throws {
        backend.respond(to: "/user/jl.json", with: .null)
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.selectedError?.title == "Nothing to show")
        #expect(model.selectedError?.text.contains("jl") == true)
        #expect(model.submissions.fetch.value == nil)
        // T4
        backend.respond(to: "/user/jl.json", with: Self.user([1]))
        model.load()
        try await settle(on: [1])
        #expect(model.selectedError == nil)
    }

    @Test func cancellingEndsEveryCall() async throws {
        for id in 4...5 { backend.hold("/item/\(id).json") }
        model.load()
        try await clock.settle { backend.openCount("/item/") == 2 }
        model.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(model.user.value != nil && !model.submissions.fetch.isFetching)
        #expect(model.submissions.selectedError == nil)
    }

    @Test func aSearchBringsItsHitsInPages() async throws {
        backend.respond(to: "page=0", with: .hits([1, 2], page: 0, of: 2))
        backend.respond(to: "page=1", with: .hits([2, 3], page: 1, of: 2))
        let search = PagedSearch<HackerNewsSearch.Hit>.hackerNews(
            Client(HackerNewsSearch(), transport: backend.transport, cache: nil, retry: .never),
            scheduler: clock.scheduler)
        search.text = "julia"
        clock.advance(by: .milliseconds(300))
        try await clock.settle { search.results.items.map(\.id) == [1, 2] && search.results.hasMore }
        search.results.loadMore()
        try await clock.settle { search.results.items.map(\.id) == [1, 2, 3] && !search.results.isLoadingMore }
        #expect(!search.results.hasMore)
        #expect(backend.count("query=julia&tags=story") == 2)
    }
}
