import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

/// What a screen shows of the window that it shares with others.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ListScreenTests {
    private let server = CatalogueServer()

    private func client(_ cache: HTTPCache? = nil) -> Client<Catalogue> {
        // With a time that stands still: a page that is more than a second older than its neighbour would be loaded again.
        Client(Catalogue(), transport: server.transport, cache: cache, retry: .never, time: ManualClock().time)
    }

    private func model(
        _ client: Client<Catalogue>, keeping limit: Int? = nil, restoring restored: Int = 1
    ) -> ListModel<Int, Catalogue.Entry> {
        ListModel { _ in
            client.sharedWindow(on: .entries, keeping: limit, restoring: restored) { WindowPage($0.entries) }
        }
    }

    private func loaded(
        _ client: Client<Catalogue>, keeping limit: Int? = nil
    ) async throws
        -> ListModel<Int, Catalogue.Entry>
    {
        let list = model(client, keeping: limit)
        #expect(!list.isLoaded)
        list.show(1)
        try await eventually { list.isLoaded && !list.isFetching }
        return list
    }

    @Test func aModelShowsItsItemsAndLoadsMoreOnce() async throws {
        let client = client()
        let list = model(client)
        #expect(server.asked.isEmpty)
        list.show(1)
        try await eventually { list.isLoaded }
        #expect(list.items.map(\.id) == [1, 2])
        #expect(list.hasMore)
        let gate = server.hold()
        list.loadMore()
        list.loadMore()
        try await gate.waitUntilWaiting()
        #expect(list.isLoadingMore)
        server.release(gate)
        try await eventually { list.items.count >= 4 }
        #expect(server.asked == [1, 2])
        #expect(try await loaded(client).items.map(\.id) == [1, 2, 3, 4])
    }

    @Test func aListShowsAChangeAsSoonAsItIsMade() async throws {
        let client = client()
        let list = try await loaded(client)
        client.resources.update(paging: .entries) { $0.rename(1, "New") }
        #expect(list.items.first?.title == "New")
    }

    @Test("A list shows what a synchronous cache has when it is shown", arguments: [1, 2, 3])
    func synchronousCache(restored: Int) async throws {
        let store = MemoryCacheStore()
        let before = client(HTTPCache(store: store)).sharedList()
        await before.load().value
        await before.loadMore().value
        let list = model(client(HTTPCache(store: store)), restoring: restored)
        #expect(!list.isLoaded)
        list.show(1)
        #expect(list.items.map(\.id) == (restored == 1 ? [1, 2] : [1, 2, 3, 4]))
        #expect(list.isLoaded)
        #expect(list.hasMore)
        #expect(!list.isStale)
        try await eventually { !list.isFetching }
        #expect(list.items.map(\.id) == (restored == 1 ? [1, 2] : [1, 2, 3, 4]))
        #expect(server.asked == [1, 2])
    }

    @Test func pagesWithoutAnythingNewAreFollowedByOthersUpToThree() async throws {
        server.set { $0.ids = [1, 2, 1, 2, 1, 2, 3, 4] }
        let list = try await loaded(client())
        list.loadMore()
        try await eventually { list.items.count >= 4 }
        #expect(list.items.map(\.id) == [1, 2, 3, 4])
        #expect(server.asked == [1, 2, 3, 4])
    }

    @Test func afterFourPagesWithoutAnythingNewTheListWaits() async {
        server.set { $0.ids = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 4] }
        let list = client().sharedWindow(on: .entries) { WindowPage($0.entries) }
        await list.loadMore().value
        #expect(server.asked == [1])
        await list.loadMore().value
        #expect(server.asked == [1, 2, 3, 4, 5])
        await list.loadMore().value
        #expect(server.asked == [1, 2, 3, 4, 5, 6])
    }

    @Test func aPageBeforeTheFirstIsLoadedAndItemsThatWereDroppedAreShownAgain() async throws {
        let list = try await loaded(client(), keeping: 1)
        list.loadMore()
        try await eventually { list.items.map(\.id) == [3, 4] && !list.isLoadingMore }
        #expect(list.hasPrevious)
        list.loadPrevious()
        try await eventually { list.items.map(\.id) == [1, 2] && !list.isLoadingPrevious }
        #expect(!list.hasPrevious)
        #expect(list.hasMore)
        list.loadMore()
        try await eventually { list.items.map(\.id) == [3, 4] && !list.isLoadingMore }
        // The previous page is another request than the first one: it names its number.
        #expect(server.asked == [1, 2, 1])
    }

    @Test func aFailureAtAnEndIsShownBesideTheItemsAndRetried() async throws {
        let client = client()
        let list = ListModel { (_: Int) in
            client.window(on: .entriesFromTheSecondPage) { WindowPage($0.entries) }
        }
        list.show(1)
        try await eventually { list.isLoaded && !list.isFetching }
        server.set { $0.refused = [1: 403, 3: 403] }
        list.loadMore()
        try await eventually { list.moreError != nil }
        list.loadPrevious()
        try await eventually { list.previousError != nil }
        #expect(list.items.count == 2)
        #expect(list.error == nil)
        server.set { $0.refused = [:] }
        list.retry()
        try await eventually { list.items.map(\.id) == [3, 4, 5, 6] && list.moreError == nil }
        list.retry()
        try await eventually { list.items.map(\.id) == [1, 2, 3, 4, 5, 6] && list.previousError == nil }
        server.set { $0.refused[2] = 500 }
        list.reload()
        try await eventually { list.error != nil }
        server.set { $0.refused = [:] }
        list.retry()
        try await eventually { list.error == nil && !list.isFetching }
        #expect(list.items.map(\.id) == [3, 4])
    }
}
