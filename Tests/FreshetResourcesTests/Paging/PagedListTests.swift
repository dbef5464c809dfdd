import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagedListTests {
    private let server = CatalogueServer()

    @Test func aModelShowsItsItemsAndLoadsMoreOnce() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let list = PagedList(client.resource(paging: .entries)) { $0.entries }
        #expect(!list.isLoaded)
        #expect(server.asked.isEmpty)
        list.start()
        try await eventually { list.isLoaded }
        #expect(list.items.map(\.id) == [1, 2])
        #expect(list.hasNext)
        let gate = server.hold()
        list.showMore()
        list.showMore()
        try await gate.waitUntilWaiting()
        try await eventually { list.isFetchingNext }
        server.release(gate)
        try await eventually { list.items.count >= 4 }
        #expect(server.asked == [1, 2])
        list.stop()
    }

    @Test func aListShowsAChangeAsSoonAsItIsMade() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let pages = client.resource(paging: .entries)
        let list = PagedList(pages) { $0.entries }
        list.start()
        try await eventually { list.isLoaded }
        pages.update { $0.rename(1, "New") }
        #expect(list.items.first?.title == "New")
        list.stop()
    }

    @Test("A list shows what a synchronous cache has when it has started", arguments: [1, 2, 3])
    func synchronousCache(restored: Int) async throws {
        let store = MemoryCacheStore()
        let before = Client(Catalogue(), transport: server.transport, cache: HTTPCache(store: store))
        let first = before.resource(paging: .entries)
        for _ in 0..<2 { await first.next() }
        let later = Client(Catalogue(), transport: server.transport, cache: HTTPCache(store: store))
        let list = PagedList(later.resource(paging: .entries, restoring: restored)) { $0.entries }
        #expect(!list.isLoaded)
        list.start()
        // Of three pages one is not stored: that is found out without the screen.
        try await eventually { restored != 3 || list.isLoaded }
        #expect(list.items.map(\.id) == (restored == 1 ? [1, 2] : [1, 2, 3, 4]))
        #expect(list.isLoaded)
        #expect(list.hasNext)
        #expect(!list.isStale)
        #expect(list.activity == .idle)
        #expect(server.asked == [1, 2])
        list.stop()
    }

    @Test func pagesWithoutAnythingNewAreFollowedByOthersUpToThree() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        server.set { $0.ids = [1, 2, 1, 2, 1, 2, 3, 4] }
        let list = PagedList(client.resource(paging: .entries)) { $0.entries }
        list.start()
        try await eventually { list.isLoaded }
        list.showMore()
        try await eventually { list.items.count >= 4 }
        #expect(list.items.map(\.id) == [1, 2, 3, 4])
        #expect(server.asked == [1, 2, 3, 4])
        list.stop()
    }

    @Test func afterFourPagesWithoutAnythingNewTheListWaits() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        server.set { $0.ids = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 4] }
        let list = client.resource(paging: .entries)
        await list.nextItems { $0.entries }
        #expect(server.asked == [1])
        await list.nextItems { $0.entries }
        #expect(server.asked == [1, 2, 3, 4, 5])
        await list.nextItems { $0.entries }
        #expect(server.asked == [1, 2, 3, 4, 5, 6])
    }

    @Test func aPageBeforeTheFirstIsLoadedAndItemsThatWereDroppedAreNotNew() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let list = PagedList(client.resource(paging: .entries).keeping(pages: 1)) { $0.entries }
        list.start()
        try await eventually { list.isLoaded }
        list.showMore()
        try await eventually { list.items.map(\.id) == [3, 4] }
        #expect(list.hasPrevious)
        list.showPrevious()
        try await eventually { list.items.map(\.id) == [1, 2] }
        #expect(!list.hasPrevious)
        #expect(list.hasNext)
        #expect(server.asked == [1, 2, 1])
        list.stop()
    }

    @Test func theItemsOfAListStayUntilTheNextOneHasSome() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let list = PagedList<Catalogue.Entry>()
        list.start()
        list.show(client.resource(paging: .entries)) { $0.entries }
        try await eventually { list.isLoaded }
        let gate = server.hold()
        server.set { $0.ids = [7, 8] }
        list.show(client.resource(paging: .others)) { $0.entries }
        #expect(list.items.map(\.id) == [1, 2])
        #expect(list.isPrevious)
        server.release(gate)
        try await eventually { list.items.map(\.id) == [7, 8] }
        #expect(!list.isPrevious)
        list.clear()
        #expect(list.items.isEmpty)
        #expect(!list.isLoaded)
        list.stop()
    }

    @Test func aFailureOfTheNextPageIsShownBesideTheItems() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: nil, retry: .never)
        let list = PagedList(client.resource(paging: .entries)) { $0.entries }
        list.start()
        try await eventually { list.isLoaded }
        server.set { $0.refused[2] = 403 }
        list.showMore()
        try await eventually { list.next.error != nil }
        #expect(list.items.count == 2)
        #expect(list.error == nil)
        list.stop()
    }
}
