import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import TMDb
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MoviesViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let client: Client<TMDb>
    let model: MoviesViewModel

    init() {
        backend.respond(to: "/movie/upcoming", with: .movies([1, 2]))
        backend.respond(to: "/movie/popular", with: .movies([3]))
        client = Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never)
        model = MoviesViewModel(client, scheduler: clock.scheduler)
    }

    private var ids: [Int] { model.movies.items.map(\.id) }

    private func settle(on ids: [Int]) async throws {
        try await clock.settle { self.ids == ids && !model.isFetchingData }
    }

    @Test func theListFollowsItsIndex() async throws {
        #expect(model.list == .upcoming && model.indexEndpoint == 2)
        model.indexEndpoint = 1
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        model.start()
        try await settle(on: [3])
        #expect(model.list == .popular)
        model.indexEndpoint = 4
        model.indexEndpoint = -1
        #expect(model.list == .popular)
        model.indexEndpoint = 2
        try await settle(on: [1, 2])
        #expect(backend.targets.count == 2)
    }

    @Test func itFetchesUntilAValueAFailureOrACancel() async throws {
        let gates = [Gate(), Gate()]
        backend.respond(to: "/movie/upcoming", with: .movies([1, 2]), at: gates[0])
        backend.fail("/movie/popular", at: gates[1])
        #expect(!model.isFetchingData)
        model.start()
        clock.advance()
        #expect(model.isFetchingData)
        gates[0].open()
        try await settle(on: [1, 2])
        model.list = .popular
        clock.advance()
        #expect(model.isFetchingData)
        gates[1].open()
        try await clock.settle { model.movies.selectedError != nil }
        #expect(!model.isFetchingData)
        backend.hold("/movie/popular")
        model.retry()
        try await clock.settle { backend.openCount() == 1 }
        #expect(model.isFetchingData)
        model.movies.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(!model.isFetchingData && ids == [1, 2])
    }

    @Test("A list ends with a page that has nothing new", arguments: [[], [1, 2]])
    func pagesWithoutAnEnd(second: [Int]) async throws {
        backend.respond(to: "/movie/upcoming", with: .movies([1, 2], page: 1, of: 500, total: 10_000))
        if second.isEmpty { backend.respond(to: "page=2", with: .movies([], page: 2, of: 500, total: 10_000)) }
        model.start()
        try await settle(on: [1, 2])
        for _ in 0..<5 {
            model.movies.loadMore()
            try await clock.settle { !model.movies.isLoadingMore }
        }
        #expect(!model.movies.hasMore && model.movies.selectedError == nil)
        #expect(ids == [1, 2] && backend.targets.count == 2)
    }

    @Test("A failure shows no invented page (T67)")
    func noInventedPage() async throws {
        backend.respond(
            to: "/movie/upcoming",
            with: .json(
                #"{"status_code":34,"status_message":"The resource you requested could not be found.","success":false}"#,
                status: 404))
        model.start()
        try await clock.settle { model.movies.selectedError != nil }
        #expect(model.movies.fetch.value == nil && model.movies.totalCount == nil && !model.movies.hasMore)
        #expect(model.movies.selectedError?.text == "The resource you requested could not be found.")
        #expect(model.movies.selectedError?.remedy == SelectedError.Remedy.none)
        // T4: the next list comes.
        model.list = .popular
        try await settle(on: [3])
    }

    @Test("A slow old list never shows (T3)")
    func latestWins() async throws {
        let gate = Gate()
        backend.respond(to: "/movie/upcoming", with: .movies([1, 2]), at: gate)
        model.start()
        try await clock.settle { gate.waiterCount == 1 }
        model.list = .popular
        try await settle(on: [3])
        gate.open()
        try await clock.runDueWork()
        #expect(ids == [3])
    }

    @Test("Pages are appended, and a movie that has moved between them is shown once (T27)")
    func paging() async throws {
        backend.respond(to: "page=1", with: .movies([1, 2], page: 1, of: 4, total: 5))
        backend.respond(to: "page=2", with: .movies([2, 1], page: 2, of: 4, total: 5))
        backend.respond(to: "page=3", with: .movies([2, 3], page: 3, of: 4, total: 5))
        backend.respond(to: "page=4", with: .movies([4], page: 4, of: 4, total: 5))
        model.start()
        try await settle(on: [1, 2])
        model.movies.loadMore()
        try await settle(on: [1, 2, 3])
        model.movies.loadMore()
        try await settle(on: [1, 2, 3, 4])
        #expect(!model.movies.hasMore && model.movies.totalCount == 5)
    }

    @Test func theLastPageIsTheFiveHundredth() async throws {
        backend.respond(to: "/movie/upcoming", with: .movies([1], page: 500, of: 900))
        model.start()
        try await settle(on: [1])
        #expect(!model.movies.hasMore)
    }

    // MARK: - Search

    @Test func aSearchNeedsTwoCharactersAndAsksWithoutAdultMovies() async throws {
        backend.respond(to: "/search/movie", with: .movies([7]))
        let search = PagedSearch<TMDb.Movie>.movies(client, scheduler: clock.scheduler)
        search.text = "a"
        search.submit()
        #expect(search.idleReason == .tooShort(minimum: 2))
        search.text = " super mario "
        clock.advance(by: .milliseconds(300))
        try await clock.settle { search.results.items.map(\.id) == [7] }
        #expect(backend.targets.count == 1)
        let target = backend.targets[0]
        for item in ["query=super%20mario", "language=en-US", "region=US", "include_adult=false", "page=1"] {
            #expect(target.contains(item), "\(target)")
        }
    }

    @Test func aSearchThatFindsNothingSaysSo() async throws {
        let gate = Gate()
        backend.respond(to: "/search/movie", with: .movies([]), at: gate)
        let search = PagedSearch<TMDb.Movie>.movies(client, scheduler: clock.scheduler)
        search.text = "zz"
        search.submit()
        #expect(!search.results.isEmpty)
        gate.open()
        try await clock.settle { search.results.isEmpty }
    }
}
