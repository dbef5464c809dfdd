import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

/// The window on a list that all screens share: its ends.
@Suite(.timeLimit(.minutes(1)))
struct PagingTests: CatalogueSuite {
    let bench = CatalogueBench()

    @Test func theFirstPageIsFetchedAndOthersAreAddedUntilTheListEnds() async {
        let recorder = await list.loaded(1)
        #expect(ids(list.state) == [[1, 2]])
        #expect(list.state.hasNext)
        await list.loadMore().value
        await list.loadMore().value
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        #expect(!list.state.hasNext)
        await list.loadMore().value
        #expect(server.asked == [1, 2, 3])
        recorder.stop()
    }

    @Test func twoScreensHaveOneWindowAlsoAfterTheFirstHasLeft() async {
        let recorder = await list.loaded(2)
        #expect(client.sharedList() === list)
        recorder.stop()
        clock.advance(by: .seconds(299))
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(server.asked == [1, 2])
    }

    @Test func aSharedWindowGoesWithItsFirstPage() async throws {
        weak let window = list
        let recorder = await list.loaded(2)
        clock.advance(by: .seconds(600))
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        recorder.stop()
        clock.advance(by: .seconds(300))
        try await eventually { window == nil }
        #expect(list.state.items == nil)
    }

    @Test func loadMoreTwiceAtOnceIsOneExchangeAndOnePage() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let first = list.loadMore()
        let second = list.loadMore()
        #expect(first == second)
        try await gate.waitUntilWaiting()
        #expect(list.state.next == .fetching)
        server.release(gate)
        await second.value
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(server.asked == [1, 2])
        recorder.stop()
    }

    @Test func aFailedPageIsAnErrorOfItsEndAndTheNextCallAsksForItAgain() async {
        let recorder = await list.loaded(1)
        server.set { $0.refused[2] = 403 }
        await list.loadMore().value
        #expect(list.state.next.error?.kind == .status(.forbidden))
        #expect(list.state.error == nil)
        #expect(ids(list.state) == [[1, 2]])
        server.set { $0.refused = [:] }
        await list.loadMore().value
        #expect(list.state.next == .idle)
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        recorder.stop()
    }

    @Test func betweenAttemptsAnEndSaysWhichOneComesWhenAndWhy() async throws {
        let client = Client(
            Catalogue(), transport: server.transport, cache: nil, retry: RetryPolicy(attempts: 2), time: clock.time)
        let list = client.sharedList()
        let recorder = await list.loaded(1)
        server.set { $0.refused[2] = 503 }
        let next = list.loadMore()
        try await eventually { if case .waiting = list.state.next { true } else { false } }
        guard case .waiting(let attempt, let until, let failure) = list.state.next else { return }
        #expect(attempt == 2)
        #expect(until >= clock.date)
        #expect(failure.contains("503"))
        #expect(list.state.next.isInProgress)
        server.set { $0.refused = [:] }
        let gate = server.hold()
        try await clock.waitForSleepers(dueWithin: .seconds(until.timeIntervalSince(clock.date) + 1))
        clock.advance(by: .seconds(until.timeIntervalSince(clock.date) + 1))
        try await gate.waitUntilWaiting()
        try await eventually { list.state.next == .fetching }
        server.release(gate)
        await next.value
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(list.state.next == .idle)
        recorder.stop()
    }

    @Test func aListThatLeadsBackIsAnErrorOfItsEnd() async {
        let loop = client.sharedWindow(on: .loop) { WindowPage([$0]) }
        await loop.load().value
        await loop.loadMore().value
        guard case .repeatedPage? = loop.state.next.error?.kind else {
            Issue.record("\(loop.state.next)")
            return
        }
        #expect(loop.state.error == nil)
        #expect(server.asked == [1])
        // A reload of it ends there, too.
        await loop.reload().value
        #expect(ids(loop.state) == [[1, 2]] && loop.state.error == nil)
    }

    @Test func withAtMostTwoPagesTheOtherEndIsDroppedAndComesBack() async {
        let list = client.sharedList(keeping: 2)
        let recorder = await list.loaded(3)
        #expect(ids(list.state) == [[3, 4], [5, 6]])
        #expect(list.state.hasPrevious)
        await list.loadPrevious().value
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(list.state.hasNext)
        #expect(!list.state.hasPrevious)
        recorder.stop()
    }

    @Test func bothEndsAreLoadedSideBySide() async throws {
        let list = client.window(on: .entriesFromTheSecondPage) { WindowPage([$0]) }
        await list.load().value
        #expect(ids(list.state) == [[3, 4]])
        let gate = server.hold()
        let previous = list.loadPrevious()
        try await gate.waitUntilWaiting()
        let next = list.loadMore()
        try await gate.waitUntilWaiting(count: 2)
        #expect(list.state.next == .fetching)
        #expect(list.state.previous == .fetching)
        server.release(gate)
        await previous.value
        await next.value
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
    }

    @Test func aPageWhoseNeighbourWasDroppedMeanwhileIsNotAdded() async throws {
        let list = client.window(on: .entriesFromTheSecondPage, keeping: 1) { WindowPage([$0]) }
        await list.load().value
        let gate = server.hold()
        let next = list.loadMore()
        try await gate.waitUntilWaiting()
        server.set { $0.gate = nil }
        await list.loadPrevious().value
        #expect(ids(list.state) == [[1, 2]])
        gate.open()
        await next.value
        #expect(ids(list.state) == [[1, 2]])
        #expect(list.state.next == .idle)
    }

    @Test func cancellingEndsWhatIsRequestedAndIsNoError() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let next = list.loadMore()
        try await gate.waitUntilWaiting()
        list.cancel()
        await next.value
        server.release(gate)
        #expect(list.state.next == .idle)
        #expect(ids(list.state) == [[1, 2]])
        recorder.stop()
    }

    @Test func aPlaceThatCannotBeFollowedIsAnErrorOfItsEnd() async {
        let misled = client.sharedWindow(on: .misled) { WindowPage([$0]) }
        await misled.load().value
        #expect(misled.state.hasNext)
        await misled.loadMore().value
        #expect(misled.state.next.error?.kind == .redirect(.forbidden("elsewhere")))
        #expect(misled.state.error == nil)
    }

    @Test func ofScreensThatLeaveTheLastOneCancels() async throws {
        let gate = server.hold()
        let screens = [DisplayedList<Int, Catalogue.Page>(), DisplayedList()]
        for screen in screens { screen.show(1, window: { _ in list }, look: {}) }
        try await gate.waitUntilWaiting()
        screens[0].clear()
        #expect(list.state.isLoading)
        screens[1].clear()
        try await eventually { gate.waiterCount == 0 }
        #expect(!list.state.isLoading)
        server.release(gate)
    }
}
