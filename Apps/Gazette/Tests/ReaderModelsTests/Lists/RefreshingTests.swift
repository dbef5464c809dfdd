import Foundation
import Freshet
import FreshetCombine
import FreshetResources
import FreshetTesting
import JSONPlaceholder
import NewsAPI
import ReaderModels
import TMDb
import Testing

/// Pull to refresh.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct RefreshingTests {
    let backend = Backend.ofAllScreens()

    @Test func itEndsOnceTheResponseIsThereOrHasFailed() async {
        let model = SourcesViewModel(
            Client(NewsAPI(apiKey: "key"), transport: backend.transport, cache: nil, retry: .never))
        await model.refresh()
        #expect(model.sources.value?.map(\.id) == ["abc"] && !model.sources.isFetching)
        backend.fail("/sources")
        await model.refresh()
        #expect(model.sources.value?.count == 1 && model.selectedError != nil && !model.sources.isFetching)
    }

    @Test func aListWithoutAQuestionHasNothingToRefresh() async {
        let model = MoviesViewModel(
            Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never))
        await model.movies.refresh()
        #expect(backend.targets.isEmpty)
        model.start()
        await model.movies.refresh()
        #expect(!model.movies.items.isEmpty && !model.isFetchingData)
        await model.movies.refresh()
        #expect(backend.count("/3/movie/") >= 2)
    }

    /// On a fast machine, the response is there before the screen has looked even once.
    @Test func aListThatIsThereBeforeTheScreenLooksEndsTheRefresh() async {
        let client = Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never)
        let window = client.window(on: PagedRequest(.movies(.popular, page: 1)) { _, _ in nil }) { page in
            WindowPage(page.results)
        }
        let model = ListObject<Int, TMDb.Movie> { _ in window }
        model.show(1)
        // This thread goes on once the load has ended, as if it were slow.
        let thread = currentThread()
        let slowness = window.observe {
            while currentThread() == thread, window.state.isLoading { sched_yield() }
        }
        await model.refresh()
        #expect(!model.items.isEmpty && !model.fetch.isFetching)
        withExtendedLifetime(slowness) {}
    }

    @Test func cancellingTheCallEndsIt() async throws {
        backend.hold("/users")
        let model = UsersViewModel(Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never))
        let leaving = Task {
            try await eventually { backend.openCount("/users") != 0 }
            model.cancel()
        }
        await model.refresh()
        #expect(model.people.value == nil && model.selectedError == nil && !model.people.isFetching)
        try await leaving.value
    }
}

/// Not asked for between two waits, across which a task may change its thread.
private func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
