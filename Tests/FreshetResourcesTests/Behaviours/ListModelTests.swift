import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Observation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ListModelTests {
    private struct Archive: Service {
        let baseURL = "https://archive.example"
    }

    private struct Entry: Identifiable, Equatable, Sendable {
        let id: Int
    }

    private let server = StubTransport()
    private let entries: ListModel<String, Entry>

    init() {
        let client = Client(Archive(), transport: server, cache: nil, retry: .never)
        entries = ListModel { author in
            let list = PagedRequest<Archive, [Int]>.numbered(Request("entries", query: ["of": author])) {
                ($0.first ?? 1) % 10 == 0
            }
            return client.window(on: list) { WindowPage($0.map { Entry(id: $0) }, totalCount: 3) }
        }
    }

    private var ids: [Int] { entries.items.map(\.id) }

    /// Responds to the next request, and waits until the list shows that.
    private func respond(_ response: StubTransport.Response) async throws {
        try await server.nextRequest().respond(with: response)
        try await eventually { !entries.isFetching && !entries.isLoadingMore }
    }

    @Test func aQueryIsShownWithFurtherPages() async throws {
        #expect(server.requests.isEmpty && entries.query == nil && !entries.isLoaded)
        entries.show("a")
        #expect(entries.isFetching && entries.query == "a" && entries.shownQuery == nil)
        try await respond(.json("[10,11]"))
        #expect(ids == [10, 11] && entries.shownQuery == "a" && entries.totalCount == 3 && entries.offersMore)
        if let last = entries.items.last { entries.loadMore(at: last) }
        #expect(entries.isLoadingMore)
        try await respond(.json("[11,12]"))
        #expect(ids == [10, 11, 12] && !entries.hasMore)
        #expect(server.requests.count == 2)
    }

    @Test func theElementsStayWhileAnotherQueryLoadsAndIfItFails() async throws {
        entries.show("a")
        try await respond(.json("[10,11]"))
        entries.show("none")
        #expect(ids == [10, 11] && entries.isReplacing && !entries.hasMore)
        try await respond(.status(503))
        #expect(ids == [10, 11] && entries.shownQuery == "a" && entries.query == "none")
        #expect(entries.error?.code == "status.503" && entries.isStale)
        entries.dismissError()
        #expect(entries.error == nil)
        entries.show("b")
        try await respond(.json("[20,21]"))
        #expect(ids == [20, 21])
        entries.clear()
        #expect(entries.items.isEmpty && entries.query == nil && !entries.isLoaded)
    }

    @Test func aFailedPageIsRequestedAgainAlone() async throws {
        entries.show("a")
        try await respond(.json("[10,11]"))
        entries.loadMore()
        try await respond(.status(503))
        #expect(ids == [10, 11] && entries.moreError?.code == "status.503" && entries.error == nil)
        entries.retry()
        try await respond(.json("[12]"))
        #expect(ids == [10, 11, 12] && entries.moreError == nil)
        #expect(server.requests.last?.head.path?.contains("page=2") == true)
    }

    @Test func aViewOfTheElementsIsNotDrawnAgainForAReload() async throws {
        entries.show("a")
        try await respond(.json("[10]"))
        let changes = Lock(0)
        withObservationTracking {
            _ = entries.items
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let fetches = Lock(0)
        withObservationTracking {
            _ = entries.fetch
        } onChange: {
            fetches.withLock { $0 += 1 }
        }
        entries.reload()
        #expect(entries.isFetching && fetches.withLock { $0 } == 1)
        try await respond(.json("[10]"))
        #expect(changes.withLock { $0 } == 0)
        entries.reload()
        try await respond(.json("[10,11]"))
        #expect(changes.withLock { $0 } == 1 && ids == [10, 11])
    }

    @Test func eachLoadCanBeAwaited() async throws {
        let shown = entries.show("a")
        let shownAgain = entries.show("a")
        try await server.nextRequest().respond(with: .json("[10,11]"))
        await shown.value
        #expect(ids == [10, 11] && !entries.isFetching && entries.hasMore)
        await shownAgain.value
        let more = entries.loadMore()
        let same = entries.loadMore()
        try await server.nextRequest().respond(with: .json("[20]"))
        await more.value
        #expect(ids == [10, 11, 20] && !entries.isLoadingMore)
        await same.value
        let failed = entries.loadMore()
        try await server.nextRequest().respond(with: .status(503))
        await failed.value
        #expect(entries.moreError?.code == "status.503")
        let retried = entries.retry()
        try await server.nextRequest().respond(with: .json("[31]"))
        await retried.value
        #expect(ids == [10, 11, 20, 31] && entries.moreError == nil)
        // The end of the list.
        await entries.loadMore().value
        await entries.loadPrevious().value
        let reload = entries.reload()
        try await server.nextRequest().respond(with: .json("[41]"))
        await reload.value
        #expect(ids == [41] && !entries.isFetching)
        #expect(server.requests.count == 5)
    }

    @Test func cancellingItsTaskCancelsALoad() async throws {
        let shown = entries.show("a")
        _ = try await server.nextRequest()
        shown.cancel()
        await shown.value
        #expect(!entries.isFetching && entries.error == nil && !entries.isLoaded)
    }

    @Test func aListThatIsReleasedIsNotHeldByItsTask() async throws {
        let client = Client(Archive(), transport: server, cache: nil, retry: .never)
        let pages = PagedRequest<Archive, [Int]>.numbered(Request("entries")) { _ in false }
        var list: ListModel<Int, Entry>? = ListModel { _ in
            client.window(on: pages) { WindowPage($0.map { Entry(id: $0) }) }
        }
        weak let released = list
        let shown = list?.show(1)
        _ = try await server.nextRequest()
        list = nil
        await shown?.value
        #expect(released == nil)
    }

    @Test func cancellingKeepsWhatIsShown() async throws {
        entries.show("a")
        try await respond(.json("[10]"))
        entries.reload()
        _ = try await server.nextRequest()
        entries.cancel()
        #expect(!entries.isFetching && entries.error == nil && ids == [10])
    }
}
