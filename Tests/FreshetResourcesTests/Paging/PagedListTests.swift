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

    @Test func aModelShowsItsItemsAndLoadsMoreOnce() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let list = PagedList(client.resource(paging: .entries)) { $0.entries }
        #expect(!list.isLoaded)
        #expect(server.asked.isEmpty)
        list.start()
        while !list.isLoaded { await Task.yield() }
        #expect(list.items.map(\.id) == [1, 2])
        #expect(list.hasNext)
        let gate = server.hold()
        list.showMore()
        list.showMore()
        await gate.waitUntilWaiting()
        while !list.isFetchingNext { await Task.yield() }
        server.release(gate)
        while list.items.count < 4 { await Task.yield() }
        #expect(server.asked == [1, 2])
        list.stop()
    }

    @Test func aListShowsAChangeAsSoonAsItIsMade() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let pages = client.resource(paging: .entries)
        let list = PagedList(pages) { $0.entries }
        list.start()
        while !list.isLoaded { await Task.yield() }
        pages.update { $0.rename(1, "New") }
        #expect(list.items.first?.title == "New")
        list.stop()
    }

    @Test("A list shows what a synchronous cache has when it has started", arguments: [1, 2, 3])
    func synchronousCache(restored: Int) async {
        let store = MemoryCacheStore()
        let before = Client(Catalogue(), transport: server.transport, cache: HTTPCache(store: store))
        let first = before.resource(paging: .entries)
        for _ in 0..<2 { await first.next() }
        let later = Client(Catalogue(), transport: server.transport, cache: HTTPCache(store: store))
        let list = PagedList(later.resource(paging: .entries, restoring: restored)) { $0.entries }
        #expect(!list.isLoaded)
        list.start()
        // Of three pages one is not stored: that is found out without the screen.
        while restored == 3, !list.isLoaded { await Task.yield() }
        #expect(list.items.map(\.id) == (restored == 1 ? [1, 2] : [1, 2, 3, 4]))
        #expect(list.isLoaded)
        #expect(list.hasNext)
        #expect(!list.isStale)
        #expect(list.activity == .idle)
        #expect(server.asked == [1, 2])
        list.stop()
    }

    @Test func pagesWithoutAnythingNewAreFollowedByOthersUpToThree() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        server.set { $0.ids = [1, 2, 1, 2, 1, 2, 3, 4] }
        let list = PagedList(client.resource(paging: .entries)) { $0.entries }
        list.start()
        while !list.isLoaded { await Task.yield() }
        list.showMore()
        while list.items.count < 4 { await Task.yield() }
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

    @Test func aPageBeforeTheFirstIsLoadedAndItemsThatWereDroppedAreNotNew() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let list = PagedList(client.resource(paging: .entries).keeping(pages: 1)) { $0.entries }
        list.start()
        while !list.isLoaded { await Task.yield() }
        list.showMore()
        while list.items.map(\.id) != [3, 4] { await Task.yield() }
        #expect(list.hasPrevious)
        list.showPrevious()
        while list.items.map(\.id) != [1, 2] { await Task.yield() }
        #expect(!list.hasPrevious)
        #expect(list.hasNext)
        #expect(server.asked == [1, 2, 1])
        list.stop()
    }

    @Test func theItemsOfAListStayUntilTheNextOneHasSome() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil)
        let list = PagedList<Catalogue.Entry>()
        list.start()
        list.show(client.resource(paging: .entries)) { $0.entries }
        while !list.isLoaded { await Task.yield() }
        let gate = server.hold()
        server.set { $0.ids = [7, 8] }
        list.show(client.resource(paging: .others)) { $0.entries }
        #expect(list.items.map(\.id) == [1, 2])
        #expect(list.isPrevious)
        server.release(gate)
        while list.items.map(\.id) != [7, 8] { await Task.yield() }
        #expect(!list.isPrevious)
        list.clear()
        #expect(list.items.isEmpty)
        #expect(!list.isLoaded)
        list.stop()
    }

    @Test func aFailureOfTheNextPageIsShownBesideTheItems() async {
        let client = Client(Catalogue(), transport: server.transport, cache: nil, retry: .never)
        let list = PagedList(client.resource(paging: .entries)) { $0.entries }
        list.start()
        while !list.isLoaded { await Task.yield() }
        server.set { $0.refused[2] = 403 }
        list.showMore()
        while list.next.error == nil { await Task.yield() }
        #expect(list.items.count == 2)
        #expect(list.error == nil)
        list.stop()
    }
}
