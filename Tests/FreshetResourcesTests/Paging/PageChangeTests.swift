import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PageChangeTests: CatalogueSuite {
    let bench = CatalogueBench()

    @Test func aPageOfAnotherAccountIsNotAdded() async throws {
        let account = Account()
        let client = Client(
            Catalogue(account: account), transport: server.transport, cache: nil, retry: .never, time: clock.time)
        let list = client.resource(paging: .entries)
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        async let next: Void = list.next()
        try await gate.waitUntilWaiting()
        account.name = "bob"
        server.release(gate)
        await next
        try await eventually { list.state.value != nil && list.state.activity == .idle }
        #expect(ids(list.state) == [[1, 2]])
        account.name = "ada"
        #expect(list.state.value == nil)
        recorder.stop()
    }

    @Test func aStoredFurtherPageThatCannotBeReadIsFetched() async throws {
        let isBroken = Lock(true)
        let stub = StubTransport { request in
            let page = CatalogueServer.page(of: request)
            let text = #"{"entries":[{"id":\#(page),"title":""}],"page":\#(page),"hasNext":true}"#
            let isBroken = isBroken.withLock { $0 } && page == 2
            return .json(isBroken ? "{}" : text, headers: [.cacheControl: "max-age=60", .eTag: #""1""#])
        }
        let cache = HTTPCache(store: MemoryCacheStore())
        let client = Client(Catalogue(), transport: stub, cache: cache, retry: .never, time: clock.time)
        _ = try await client.value(for: Request<Catalogue, Data>("entries", query: ["page": 2], reading: .data))
        isBroken.withLock { $0 = false }
        let list = client.resource(paging: .entries)
        let recorder = try await list.loaded(2)
        #expect(ids(list.state) == [[1], [2]])
        recorder.stop()
    }

    @Test func theTagsOfAllPagesInvalidateTheList() async throws {
        let recorder = try await list.loaded(2)
        recorder.stop()
        client.resources.invalidate(.id("entry", 5))
        #expect(!list.state.isStale)
        client.resources.invalidate(.id("entry", 3))
        #expect(list.state.isStale)
    }

    @Test func aPageWhoseTagWasInvalidatedMeanwhileMakesTheListStale() async throws {
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        let list = list
        async let next: Void = list.next()
        try await gate.waitUntilWaiting()
        client.resources.invalidate(.id("entry", 3))
        server.release(gate)
        await next
        try await eventually { list.state.updates == 2 }
        #expect(!list.state.isStale)
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func aChangeByTagReachesThePagesOfLists() async throws {
        let recorder = try await list.loaded(2)
        client.resources.update("catalogue", as: Catalogue.Page.self) { page in
            page.entries.removeAll { $0.id % 2 == 0 }
        }
        #expect(ids(list.state) == [[1], [3]])
        let gate = server.hold()
        let client = client
        async let write: Void = client.write(.rename(3, "new")) {
            $0.update("catalogue", as: Catalogue.Page.self) { $0.rename(3, "new") }
        }
        try await gate.waitUntilWaiting()
        #expect(list.state.value?.last?.entries.first?.title == "new")
        server.release(gate)
        try await write
        recorder.stop()
    }

    @Test func aPageThatWasAskedForBeforeAWriteEndedShowsTheWrite() async throws {
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        let list = list
        async let next: Void = list.next()
        try await gate.waitUntilWaiting()
        server.set { $0.gate = nil }
        try await client.write(.rename(3, "new")) {
            $0.update(paging: .entries) { $0.rename(3, "new") }
        }
        // A reader of the state lets what is confirmed become part of the data.
        #expect(ids(list.state) == [[1, 2]])
        let second = server.hold()
        gate.open()
        await next
        #expect(list.state.value?.last?.entries.first?.title == "new")
        server.release(second)
        try await eventually { list.state.updates == 2 }
        #expect(list.state.value?.last?.entries.first?.title == "new")
        recorder.stop()
    }

    // MARK: - The cache, items and changes

    @Test(arguments: [1, 2])
    func aColdStartShowsAsManyPagesAsWereChosen(count: Int) async throws {
        let store = MemoryCacheStore()
        let before = Client(
            Catalogue(), transport: server.transport, cache: HTTPCache(store: store), retry: .never,
            time: clock.time)
        let recorder = try await before.resource(paging: .entries).loaded(2)
        recorder.stop()
        let sent = server.asked.count
        let later = Client(
            Catalogue(), transport: server.transport, cache: HTTPCache(store: store), retry: .never,
            time: clock.time)
        let list = later.resource(paging: .entries, restoring: count)
        let restored = ResourceRecorder(list)
        let first = try await restored.state { $0.value != nil }
        #expect(ids(first) == [[1, 2], [3, 4]].prefix(count).map { $0 })
        #expect(first.origin == .store)
        #expect(server.asked.count == sent)
        restored.stop()
    }

    @Test func anItemIsThereOnceAtItsFirstPositionWithItsNewestContent() async throws {
        let recorder = try await list.loaded(1)
        server.set {
            $0.ids = [0, 1, 2, 3]
            $0.title = "new"
        }
        await list.next()
        #expect(ids(list.state) == [[1, 2], [2, 3]])
        let items = list.items { $0.entries }.state.value
        #expect(items?.map(\.id) == [1, 2, 3])
        #expect(items?.map(\.title) == ["", "new", "new"])
        recorder.stop()
    }

    @Test func ofAnItemTheNewestResponseIsShownWhereverItsPageIs() async throws {
        let list = list.keeping(pages: 2)
        let recorder = try await list.loaded(3)
        server.set {
            $0.ids = [1, 3, 4, 5, 6]
            $0.title = "new"
        }
        await list.previous()
        #expect(ids(list.state) == [[1, 3], [3, 4]])
        let items = list.items { $0.entries }.state.value
        #expect(items?.map(\.id) == [1, 3, 4])
        #expect(items?.map(\.title) == ["new", "new", ""])
        recorder.stop()
    }

    @Test func aWriteChangesAllPagesAtOnceAndTheyAreFetchedAfterwards() async throws {
        let recorder = try await list.loaded(2)
        let gate = server.hold()
        let client = client
        async let write: Void = client.write(.remove(3)) {
            $0.update(paging: .entries) { $0.entries.removeAll { $0.id == 3 } }
        }
        try await gate.waitUntilWaiting()
        #expect(ids(list.state) == [[1, 2], [4]])
        server.release(gate)
        try await write
        try await eventually { list.state.updates == 2 }
        #expect(list.state.pendingChanges == 0 && !list.state.isStale)
        #expect(ids(list.state) == [[1, 2], [4, 5]])
        recorder.stop()
    }

    @Test func anUpdateByHandChangesEachPage() async throws {
        let recorder = try await list.loaded(2)
        list.update { $0.entries.removeAll { $0.id % 2 == 0 } }
        #expect(ids(list.state) == [[1], [3]])
        await list.next()
        #expect(ids(list.state)?.first == [1])
        recorder.stop()
    }
}
