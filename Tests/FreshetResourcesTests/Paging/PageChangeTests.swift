import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

/// The window on a list that all screens share: accounts, tags, writes and the cache.
@Suite(.timeLimit(.minutes(1)))
struct PageChangeTests: CatalogueSuite {
    let bench = CatalogueBench()

    private func client(of account: Account? = nil, _ cache: HTTPCache? = nil) -> Client<Catalogue> {
        Client(Catalogue(account: account), transport: server.transport, cache: cache, retry: .never, time: clock.time)
    }

    @Test func aPageOfAnotherAccountIsNotAdded() async throws {
        let account = Account()
        let client = client(of: account)
        let list = client.sharedList()
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let next = list.loadMore()
        try await gate.waitUntilWaiting()
        account.name = "bob"
        server.release(gate)
        await next.value
        try await eventually { ids(list.state) == [[1, 2]] && !list.state.isLoading }
        account.name = "ada"
        #expect(list.state.items == nil)
        recorder.stop()
    }

    @Test func anObservedListIsFetchedAlsoWhereItsFirstLoadHasFailed() async throws {
        server.set { $0.refused[1] = 403 }
        let recorder = WindowRecorder(list)
        try await eventually { list.state.error?.kind == .status(.forbidden) && !list.state.isLoading }
        #expect(list.state.items == nil && !list.state.isStale)
        server.set { $0.refused = [:] }
        client.resources.invalidate(.all)
        try await eventually { ids(list.state) == [[1, 2]] && !list.state.isLoading }
        #expect(list.state.error == nil)
        #expect(server.asked == [1, 1])
        recorder.stop()
    }

    @Test func aWriteOfAnotherAccountIsNotShown() async throws {
        let account = Account()
        let client = client(of: account)
        let list = client.sharedList()
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let write = Task {
            try await client.write(.rename(1, "new")) { $0.update(paging: .entries) { $0.rename(1, "new") } }
        }
        try await gate.waitUntilWaiting()
        #expect(list.state.items?.first?.entries.first?.title == "new")
        server.set { state in
            state.gate = nil
            state.titles = [:]
        }
        account.name = "bob"
        client.resources.accountDidChange()
        try await eventually { ids(list.state) == [[1, 2]] && !list.state.isLoading }
        #expect(list.state.items?.first?.entries.first?.title == "")
        gate.open()
        try await write.value
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
        let list = client.sharedList()
        let recorder = await list.loaded(2)
        #expect(ids(list.state) == [[1], [2]])
        recorder.stop()
    }

    @Test func theTagsOfAllPagesInvalidateTheList() async {
        let recorder = await list.loaded(2)
        recorder.stop()
        client.resources.invalidate(.id("entry", 5))
        await list.load().value
        #expect(server.asked == [1, 2])
        client.resources.invalidate(.id("entry", 3))
        await list.load().value
        #expect(server.asked == [1, 2, 1, 2])
    }

    @Test(arguments: ["entry 1", "entry 3", "catalogue"])
    func anObservedListIsFetchedAfterAnInvalidation(of tag: String) async throws {
        let recorder = await list.loaded(2)
        server.set { $0.ids = [0, 1, 2, 3] }
        let words = tag.split(separator: " ")
        client.resources.invalidate(words.count == 1 ? .tag(ResourceTag(tag)) : .id("entry", String(words[1])))
        try await eventually { ids(list.state) == [[0, 1], [2, 3]] && !list.state.isLoading }
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func aWriteThatInvalidatesAFurtherPageHasTheListFetched() async throws {
        let recorder = await list.loaded(2)
        server.set { $0.ids = [0, 1, 2, 3] }
        try await client.write(.rename(9, "new")) { $0.invalidates(.id("entry", 3)) }
        try await eventually { ids(list.state) == [[0, 1], [2, 3]] && !list.state.isLoading }
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func anInvalidationAfterWhichAPageFailsIsFollowedOnce() async throws {
        let recorder = await list.loaded(2)
        server.set { $0.refused[2] = 403 }
        client.resources.invalidate(.id("entry", 3))
        try await eventually { list.state.error?.kind == .status(.forbidden) }
        try await tasksAtRest()
        #expect(server.asked == [1, 2, 1, 2])
        #expect(ids(list.state) == [[1, 2], [3, 4]] && list.state.isStale)
        recorder.stop()
    }

    @Test func aPageWhoseTagWasInvalidatedMeanwhileIsRequestedAgain() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let next = list.loadMore()
        try await gate.waitUntilWaiting()
        client.resources.invalidate(.id("entry", 3))
        server.release(gate)
        await next.value
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(server.asked == [1, 2, 2])
        recorder.stop()
    }

    @Test func aChangeByTagReachesThePagesOfLists() async throws {
        let recorder = await list.loaded(2)
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
        #expect(list.state.items?.last?.entries.first?.title == "new")
        server.release(gate)
        try await write
        recorder.stop()
    }

    @Test func aPageThatWasAskedForBeforeAWriteEndedShowsTheWrite() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let next = list.loadMore()
        try await gate.waitUntilWaiting()
        server.set { $0.gate = nil }
        try await client.write(.rename(3, "new")) {
            $0.update(paging: .entries) { $0.rename(3, "new") }
        }
        gate.open()
        await next.value
        #expect(list.state.items?.last?.entries.first?.title == "new")
        recorder.stop()
    }

    @Test func aPageThatIsRequestedWhileAWriteIsUnderWayShowsIt() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let client = client
        async let write: Void = client.write(.rename(3, "new")) {
            $0.update(paging: .entries) { $0.rename(3, "new") }
        }
        try await gate.waitUntilWaiting()
        server.set { state in
            state.gate = nil
            state.titles = [:]
        }
        await list.loadMore().value
        #expect(list.state.items?.last?.entries.first?.title == "new")
        gate.open()
        try await write
        recorder.stop()
    }

    @Test func aWriteIsShownInAFirstPageThatIsOnlyStored() async throws {
        let client = client(of: nil, HTTPCache())
        let before = client.window(on: .entries) { WindowPage($0.entries) }
        await before.load().value
        client.resources.remove(.tag("catalogue"))
        try await client.write(.remove(1)) { $0.update(paging: .entries) { $0.entries.removeAll { $0.id == 1 } } }
        let window = client.window(on: .entries) { WindowPage($0.entries) }
        let recorder = WindowRecorder(window)
        await window.load().value
        #expect(window.state.items?.map(\.id) == [2, 3])
        #expect(recorder.states.allSatisfy { $0.items?.contains { $0.id == 1 } != true })
        recorder.stop()
    }

    @Test func aWriteMakesAStoredPageStale() async throws {
        let client = client(of: nil, HTTPCache())
        let window = client.window(on: .entries) { WindowPage($0.entries) }
        await window.load().value
        await window.loadMore().value
        let later = client.window(on: .entries) { WindowPage($0.entries) }
        await later.load().value
        client.resources.remove(.tag("catalogue"))
        try await client.write(.remove(3)) { $0.update(paging: .entries) { $0.entries.removeAll { $0.id == 3 } } }
        await later.loadMore().value
        #expect(later.state.items?.map(\.id) == [1, 2, 4, 5])
    }

    @Test func aRefusedWriteIsTakenBackInAllWindows() async throws {
        let own = client.window(on: .entries) { WindowPage($0.entries) }
        let recorders = await (list.loaded(2), own.loaded(2))
        server.set { $0.isRefusingWrites = true }
        let gate = server.hold()
        let client = client
        let write = Task {
            try await client.write(.remove(3)) { $0.update(paging: .entries) { $0.entries.removeAll { $0.id == 3 } } }
        }
        try await gate.waitUntilWaiting()
        #expect(ids(list.state) == [[1, 2], [4]])
        #expect(own.state.items?.map(\.id) == [1, 2, 4])
        #expect(recorders.1.states.last?.items?.map(\.id) == [1, 2, 4])
        server.release(gate)
        await #expect(throws: FetchError.self) { try await write.value }
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(own.state.items?.map(\.id) == [1, 2, 3, 4])
        recorders.0.stop()
        recorders.1.stop()
    }

    @Test func aWindowShowsAWriteAlsoWhereAnotherHasReceivedANewerPage() async throws {
        let own = client.window(on: .entries) { WindowPage($0.entries) }
        let recorder = await own.loaded(1)
        server.set { $0.ids = [9, 1, 2] }
        await list.reload().value
        #expect(own.state.items?.map(\.id) == [1, 2])
        client.resources.update(paging: .entries) { $0.rename(1, "new") }
        #expect(own.state.items?.map(\.id) == [9, 1])
        #expect(own.state.items?.last?.title == "new")
        recorder.stop()
    }

    @Test func itemsThatTheAppHasAddedAreNotNewToIt() async {
        let window = client.window(on: .entries) { WindowPage($0.entries) }
        let recorder = WindowRecorder(window)
        await window.load().value
        client.resources.update(paging: .entries) { page in
            if page.page == 1 { page.entries.insert(Catalogue.Entry(id: 99), at: 0) }
        }
        #expect(window.state.items?.map(\.id) == [99, 1, 2])
        #expect(window.newIDs.isEmpty)
        recorder.stop()
    }

    @Test func aPageThatMustNotBeStoredIsKeptWhileItIsShown() async {
        server.set { $0.directives = "no-store" }
        let recorder = await list.loaded(2)
        client.resources.update(paging: .entries) { $0.rename(3, "new") }
        #expect(list.state.items?.last?.entries.first?.title == "new")
        recorder.stop()
    }

    @Test func windowsOfOtherItemsAreOthersAndBothAreKept() async {
        let entries = client.sharedWindow(on: .entries) { WindowPage($0.entries) }
        #expect(client.sharedList() === list)
        #expect(client.sharedWindow(on: .entries) { WindowPage($0.entries) } === entries)
    }

    // MARK: - The cache, items and changes

    @Test(arguments: [1, 2, 3])
    func aColdStartShowsAsManyPagesAsWereChosen(count: Int) async {
        let store = MemoryCacheStore()
        let before = Client(
            Catalogue(), transport: server.transport, cache: HTTPCache(store: store), retry: .never,
            time: clock.time)
        await before.sharedList().loaded(2).stop()
        let sent = server.asked.count
        let later = Client(
            Catalogue(), transport: server.transport, cache: HTTPCache(store: store), retry: .never,
            time: clock.time)
        let list = later.sharedList(restoring: count)
        await list.load().value
        #expect(ids(list.state) == [[1, 2], [3, 4]].prefix(count).map { $0 })
        #expect(server.asked.count == sent)
    }

    @Test func anItemIsThereOnceAtItsFirstPositionWithItsNewestContent() async {
        let list = client.sharedWindow(on: .entries) { WindowPage($0.entries) }
        let recorder = await list.loaded(1)
        server.set {
            $0.ids = [0, 1, 2, 3]
            $0.title = "new"
        }
        await list.loadMore().value
        #expect(list.state.items?.map(\.id) == [1, 2, 3])
        #expect(list.state.items?.map(\.title) == ["", "new", "new"])
        recorder.stop()
    }

    @Test func ofAnItemTheNewestResponseIsShownWhereverItsPageIs() async {
        let list = client.sharedWindow(on: .entries, keeping: 2) { WindowPage($0.entries) }
        let recorder = await list.loaded(3)
        clock.advance(by: .seconds(61))
        server.set {
            $0.ids = [1, 3, 4, 5, 6]
            $0.title = "new"
        }
        await list.loadPrevious().value
        #expect(list.state.items?.map(\.id) == [1, 3, 4])
        #expect(list.state.items?.map(\.title) == ["new", "new", ""])
        recorder.stop()
    }

    @Test func aWriteChangesAllPagesAtOnceAndTheyAreFetchedAfterwards() async throws {
        let recorder = await list.loaded(2)
        let gate = server.hold()
        let client = client
        async let write: Void = client.write(.remove(3)) {
            $0.update(paging: .entries) { $0.entries.removeAll { $0.id == 3 } }
        }
        try await gate.waitUntilWaiting()
        #expect(ids(list.state) == [[1, 2], [4]])
        server.release(gate)
        try await write
        try await eventually { ids(list.state) == [[1, 2], [4, 5]] && !list.state.isLoading }
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func anUpdateByHandChangesEachPage() async {
        let recorder = await list.loaded(2)
        client.resources.update(paging: .entries) { $0.entries.removeAll { $0.id % 2 == 0 } }
        #expect(ids(list.state) == [[1], [3]])
        #expect(recorder.states.last.flatMap(ids) == [[1], [3]])
        await list.loadMore().value
        #expect(ids(list.state)?.first == [1])
        recorder.stop()
    }
}
