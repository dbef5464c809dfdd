import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

/// Windows on lists whose pages are requests.
@Suite(.timeLimit(.minutes(1)))
struct WindowTests: CatalogueSuite {
    let bench = CatalogueBench()

    private func window(of client: Client<Catalogue>? = nil) -> ListWindow<Catalogue.Entry> {
        (client ?? self.client).window(on: .entries) { page in WindowPage(page.entries, totalCount: 6) }
    }

    private func client(account: Account? = nil, store: MemoryCacheStore? = nil) -> Client<Catalogue> {
        Client(
            Catalogue(account: account), transport: server.transport, cache: store.map { HTTPCache(store: $0) },
            retry: .never, time: clock.time)
    }

    private func loaded() async -> ListWindow<Catalogue.Entry> {
        let window = window()
        await window.load().value
        return window
    }

    private func ids(_ window: ListWindow<Catalogue.Entry>) -> [Int]? { window.state.items?.map(\.id) }

    @Test func theFirstPageIsFetchedAndOthersAreAddedUntilTheListEnds() async {
        let window = window()
        #expect(ids(window) == nil && server.asked.isEmpty)
        await window.load().value
        #expect(ids(window) == [1, 2] && window.state.hasNext && window.state.totalCount == 6)
        await window.loadMore().value
        await window.loadMore().value
        #expect(ids(window) == [1, 2, 3, 4, 5, 6] && !window.state.hasNext)
        await window.loadMore().value
        #expect(server.asked == [1, 2, 3])
    }

    @Test func windowsOnOneListSendItsRequestsOnce() async throws {
        let windows = [window(), window()]
        let gate = server.hold()
        let loads = windows.map { $0.load() }
        try await tasksAtRest()
        #expect(windows.allSatisfy { $0.state.isLoading })
        server.release(gate)
        for load in loads { await load.value }
        for window in windows { await window.loadMore().value }
        #expect(windows.allSatisfy { ids($0) == [1, 2, 3, 4] })
        #expect(server.asked == [1, 2])
    }

    @Test func aSecondLoadIsTheOneInProgressAndAReloadIsNot() async throws {
        let window = window()
        let gate = server.hold()
        let first = window.load()
        try await gate.waitUntilWaiting()
        let second = window.load()
        #expect(second == first && !first.isCancelled)
        server.release(gate)
        await second.value
        #expect(ids(window) == [1, 2] && server.asked == [1])
        await window.reload().value
        #expect(server.asked == [1, 1])
    }

    @Test func windowsThatShowOtherItemsOfAListShareItsRequests() async {
        struct Page: Identifiable, Sendable { let id: Int }
        _ = await loaded()
        let pages = client.window(on: .entries) { WindowPage([Page(id: $0.page)]) }
        await pages.load().value
        #expect(pages.state.items?.map(\.id) == [1] && server.asked == [1])
    }

    @Test func eachHasTheLengthThatItsScreenHasAskedFor() async {
        let long = window()
        await long.load().value
        await long.loadMore().value
        let short = window()
        await short.load().value
        #expect(ids(short) == [1, 2] && ids(long) == [1, 2, 3, 4])
    }

    @Test func aLaterOneBeginsWithWhatIsKnownAndRefreshesItIfItIsStale() async {
        _ = await loaded()
        clock.advance(by: .seconds(59))
        let fresh = window()
        fresh.load()
        #expect(ids(fresh) == [1, 2])
        await fresh.load().value
        #expect(server.asked == [1])

        clock.advance(by: .seconds(1))
        server.set { $0.ids = [9, 1, 2] }
        let gate = server.hold()
        let stale = window()
        let loading = stale.load()
        #expect(ids(stale) == [1, 2] && stale.state.isLoading && !stale.state.isPartial)
        server.release(gate)
        await loading.value
        #expect(ids(stale) == [9, 1] && !stale.state.isLoading && server.asked == [1, 1])
    }

    @Test func theListStaysInPlaceUntilItsScreenReloadsIt() async {
        let (window, other) = (window(), window())
        await window.load().value
        server.set { $0.ids = [9, 1, 2] }
        #expect(window.newIDs.isEmpty)
        await other.reload().value
        #expect(ids(other) == [9, 1] && ids(window) == [1, 2])
        #expect(window.newIDs == [9] && other.newIDs.isEmpty)
        await window.reload().value
        #expect(ids(window) == [9, 1] && window.newIDs.isEmpty)
    }

    @Test func anItemThatHasMovedIsShownOnceAndAPageOfSuchIsFollowedByAnother() async {
        let window = window()
        await window.load().value
        server.set { $0.ids = [7, 8, 1, 2, 3] }
        await window.loadMore().value
        #expect(ids(window) == [1, 2, 3] && server.asked == [1, 2, 3])
    }

    @Test func aFurtherPageIsNoOlderThanTheFirst() async {
        let window = await loaded()
        await window.loadMore().value
        clock.advance(by: .seconds(30))
        server.set { $0.ids = [9, 1, 2, 3, 4, 5, 6] }
        await window.reload().value
        await window.loadMore().value
        #expect(ids(window) == [9, 1, 2, 3] && server.asked == [1, 2, 1, 2])
    }

    @Test func aFurtherPageThatCannotBeHadAgainIsShownAsStale() async {
        let first = await loaded()
        await first.loadMore().value
        clock.advance(by: .seconds(61))
        let later = await loaded()
        server.set { $0.refused[2] = 403 }
        await later.loadMore().value
        #expect(ids(later) == [1, 2, 3, 4] && later.state.isStale)
    }

    @Test func itBeginsWithTheFirstPageAlsoWhereTheSharedOneHasDroppedThat() async {
        let recorder = await client.sharedList(keeping: 1).loaded(2)
        #expect(list.state.items?.map(\.page) == [2])
        let window = window()
        await window.reload().value
        #expect(ids(window) == [1, 2])
        recorder.stop()
    }

    @Test func afterAChangeOfTheAccountNothingIsShownAndTheListBeginsAgain() async {
        let account = Account()
        let window = window(of: client(account: account))
        await window.load().value
        account.name = "bob"
        #expect(ids(window) == nil && window.newIDs.isEmpty)
        await window.loadMore().value
        #expect(ids(window) == [1, 2] && server.asked == [1, 1])
    }

    @Test func aPageThatWasRequestedBeforeTheAccountChangedIsNotAdded() async throws {
        let account = Account()
        let window = window(of: client(account: account))
        await window.load().value
        let gate = server.hold()
        let next = window.loadMore()
        try await gate.waitUntilWaiting()
        account.name = "bob"
        server.release(gate)
        await next.value
        #expect(ids(window) == nil)
        await window.load().value
        #expect(ids(window) == [1, 2])
    }

    @Test func aFailedReloadLeavesWhatIsShown() async {
        let window = window()
        await window.load().value
        server.set { $0.refused[1] = 403 }
        await window.reload().value
        #expect(ids(window) == [1, 2] && window.state.error?.kind == .status(.forbidden) && window.state.isStale)
        window.dismissErrors()
        #expect(window.state.error == nil && window.state.isStale)
        server.set { $0.refused = [:] }
        await window.reload().value
        #expect(!window.state.isStale)
    }

    @Test func aFailedPageIsAnErrorOfTheEndAndTheNextCallAsksForItAgain() async {
        let window = window()
        await window.load().value
        server.set { $0.refused[2] = 403 }
        await window.loadMore().value
        #expect(window.state.next.error?.kind == .status(.forbidden) && window.state.error == nil)
        server.set { $0.refused = [:] }
        await window.loadMore().value
        #expect(ids(window) == [1, 2, 3, 4] && window.state.next == .idle)
    }

    @Test func aPlaceThatCannotBeFollowedIsAnErrorOfTheEnd() async {
        let window = client.window(on: .misled) { WindowPage($0.entries) }
        await window.load().value
        #expect(window.state.hasNext)
        await window.loadMore().value
        #expect(window.state.next.error?.kind == .redirect(.forbidden("elsewhere")))
    }

    @Test func cancellingEndsWhatIsRequestedAndIsNoError() async throws {
        let window = window()
        let gate = server.hold()
        window.load()
        try await gate.waitUntilWaiting()
        window.cancel()
        #expect(!window.state.isLoading && window.state.error == nil)
        try await eventually { gate.waiterCount == 0 }
        server.release(gate)
        await window.load().value
        let held = server.hold()
        window.loadMore()
        try await held.waitUntilWaiting()
        #expect(window.state.next == .fetching)
        window.cancel()
        try await eventually { held.waiterCount == 0 }
        #expect(window.state.next == .idle && ids(window) == [1, 2])
    }

    @Test func aNewLoadTakesThePlaceOfAPageUnderWay() async throws {
        let window = window()
        await window.load().value
        let gate = server.hold()
        let next = window.loadMore()
        try await gate.waitUntilWaiting()
        let reload = window.reload()
        server.release(gate)
        await next.value
        await reload.value
        #expect(ids(window) == [1, 2] && window.state.next == .idle && !window.state.isLoading)
    }

    @Test func whatIsUnderWayEndsWhenItIsReleased() async throws {
        let gate = server.hold()
        var window: ListWindow<Catalogue.Entry>? = window()
        window?.load()
        try await gate.waitUntilWaiting()
        weak let released = window
        window = nil
        #expect(released == nil)
        try await eventually { gate.waiterCount == 0 }
    }

    @Test func observersHearOfEachChangeUntilTheyLeave() async throws {
        let window = window()
        let seen = Lock<[Int?]>([])
        let observation = window.observe { [weak window] in
            let count = window?.state.items?.count
            seen.withLock { $0.append(count) }
        }
        await window.load().value
        // Of the beginning and of the end. An observer that is late for the first sees the state of the second.
        #expect(seen.withLock { $0.count } >= 2 && seen.withLock { $0.last } == 2)
        observation.cancel()
        // A call that has begun before ends now.
        try await tasksAtRest()
        let count = seen.withLock { $0.count }
        await window.reload().value
        #expect(seen.withLock { $0.count } == count)
    }

    @Test func anObserverThatFollowsAnotherHearsOfEachChange() async {
        let window = window()
        let count = Lock(0)
        var observation = window.observe {}
        observation.cancel()
        observation = window.observe { count.withLock { $0 += 1 } }
        await window.load().value
        #expect(count.withLock { $0 } > 0)
        observation.cancel()
    }

    @Test func howLongTheFirstPageTookIsKnown() async throws {
        let window = window()
        let gate = server.hold()
        let loading = window.load()
        try await gate.waitUntilWaiting()
        clock.advance(by: .seconds(3))
        server.release(gate)
        await loading.value
        #expect(window.state.loadingTime == .seconds(3) && window.state.date != nil)
    }

    @Test func theStoredPageIsThereBeforeTheServerHasResponded() async throws {
        let store = MemoryCacheStore()
        let first = window(of: client(store: store))
        await first.load().value
        #expect(ids(first) == [1, 2])
        clock.advance(by: .seconds(100))
        let gate = server.hold()
        let later = window(of: client(store: store))
        let loading = later.load()
        try await gate.waitUntilWaiting()
        #expect(ids(later) == [1, 2] && later.state.isStale && later.state.isLoading)
        server.release(gate)
        await loading.value
        #expect(!later.state.isStale)
    }

    @Test func aStoredPageThatHasToBeConfirmedIsNotShownWhereItCannotBe() async throws {
        let store = MemoryCacheStore()
        server.set { $0.directives = "max-age=60, must-revalidate" }
        await window(of: client(store: store)).load().value
        clock.advance(by: .seconds(100))
        server.set { $0.refused[1] = 403 }
        let later = client(store: store)
        let window = window(of: later)
        await window.load().value
        #expect(ids(window) == nil && window.state.error?.kind == .status(.forbidden))
        await window.reload().value
        #expect(ids(window) == nil && window.state.error?.kind == .status(.forbidden))
        let gate = server.hold()
        let other = self.window(of: later)
        other.load()
        try await gate.waitUntilWaiting()
        #expect(ids(other) == nil)
        server.release(gate)
    }

    @Test func furtherPagesStayAfterAFirstOneThatTheServerHasConfirmed() async {
        let window = window()
        await window.load().value
        await window.loadMore().value
        clock.advance(by: .seconds(61))
        await window.load().value
        #expect(ids(window) == [1, 2, 3, 4] && server.asked == [1, 2, 1])
        server.set { $0.ids = [9, 1, 2, 3] }
        clock.advance(by: .seconds(61))
        await window.load().value
        #expect(ids(window) == [9, 1])
    }
}
