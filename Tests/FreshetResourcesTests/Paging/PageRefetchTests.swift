import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

/// The window on a list that all screens share: how its pages are fetched again.
@Suite(.timeLimit(.minutes(1)))
struct PageRefetchTests: CatalogueSuite {
    let bench = CatalogueBench()

    @Test func aReloadAsksForAllPagesInOrderAndShowsThemTogether() async {
        let recorder = await list.loaded(3)
        let shown = recorder.states.count
        server.set { $0.ids = [0, 1, 2, 3, 4, 5, 6] }
        await list.reload().value
        #expect(ids(list.state) == [[0, 1], [2, 3], [4, 5]])
        #expect(server.asked == [1, 2, 3, 1, 2, 3])
        let values = recorder.states[shown...].map { ids($0) ?? [] }
        #expect(values.allSatisfy { $0 == [[1, 2], [3, 4], [5, 6]] || $0 == [[0, 1], [2, 3], [4, 5]] })
        #expect(values.last == [[0, 1], [2, 3], [4, 5]])
        recorder.stop()
    }

    @Test func aListThatHasBecomeShorterEndsEarly() async {
        let recorder = await list.loaded(3)
        server.set { $0.ids = [1, 2, 3] }
        await list.reload().value
        #expect(ids(list.state) == [[1, 2], [3]])
        #expect(!list.state.hasNext)
        recorder.stop()
    }

    @Test func aPageThatFailsLeavesAllPagesAsTheyWere() async {
        let recorder = await list.loaded(3)
        server.set {
            $0.ids = [7, 8, 9, 10, 11]
            $0.refused[2] = 403
        }
        await list.reload().value
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        #expect(list.state.error?.kind == .status(.forbidden) && list.state.isStale)
        server.set { $0.refused = [:] }
        await list.reload().value
        #expect(ids(list.state) == [[7, 8], [9, 10], [11]])
        #expect(list.state.error == nil && !list.state.isStale)
        recorder.stop()
    }

    @Test func aPlaceThatTheServerNoLongerKnowsBeginsTheListAgain() async {
        let list = client.sharedList(keeping: 1)
        let recorder = await list.loaded(3)
        #expect(ids(list.state) == [[5, 6]])
        server.set {
            $0.ids = [1, 2]
            $0.refused[3] = 404
        }
        await list.reload().value
        #expect(ids(list.state) == [[1, 2]])
        recorder.stop()
    }

    @Test func aPageThatIsAskedForWhileTheListIsFetchedFollowsTheNewLastPage() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        server.set { $0.ids = [10, 11, 12, 13] }
        let reload = list.reload()
        try await gate.waitUntilWaiting()
        let next = list.loadMore()
        server.release(gate)
        await reload.value
        await next.value
        #expect(ids(list.state) == [[10, 11], [12, 13]])
        recorder.stop()
    }

    @Test func aPageThatIsRequestedWhenTheListIsFetchedAgainIsNotForgotten() async throws {
        let recorder = await list.loaded(1)
        let gate = server.hold()
        let next = list.loadMore()
        try await gate.waitUntilWaiting()
        client.resources.invalidate(.tag("catalogue"))
        #expect(list.state.isLoading)
        server.release(gate)
        await next.value
        try await eventually { ids(list.state) == [[1, 2], [3, 4]] && !list.state.isLoading }
        #expect(list.state.next == .idle)
        recorder.stop()
    }

    @Test func aReloadThatBeginsWhenAPageHasComeAddsNone() async throws {
        let recorder = await list.loaded(1)
        let hasReloaded = Lock(false)
        let observation = list.observe { [list] in
            guard ids(list.state) == [[1, 2], [3, 4]] else { return }
            let isFirst = hasReloaded.withLock { hasReloaded in
                defer { hasReloaded = true }
                return !hasReloaded
            }
            if isFirst { list.reload() }
        }
        await list.loadMore().value
        try await eventually { hasReloaded.withLock { $0 } && !list.state.isLoading }
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(server.asked == [1, 2, 1, 2])
        observation.cancel()
        recorder.stop()
    }

    @Test func theListIsStaleWithItsOldestPage() async {
        let recorder = await list.loaded(1)
        clock.advance(by: .seconds(40))
        await list.loadMore().value
        await list.load().value
        #expect(server.asked == [1, 2])
        clock.advance(by: .seconds(20))
        await list.load().value
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func aStoredPageThatIsOlderThanTheOneBeforeItIsConfirmed() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: HTTPCache(), time: clock.time)
        let entries = PagedRequest<Catalogue, Catalogue.Page>.entries
        let first = try await client.response(for: entries.first)
        let second = try #require(try entries.next(after: first, of: entries.first))
        _ = try await client.value(for: second)
        clock.advance(by: .seconds(30))
        let list = client.sharedList()
        let recorder = await list.loaded(1)
        await list.reload().value
        #expect(server.asked == [1, 2, 1])
        await list.loadMore().value
        #expect(server.asked == [1, 2, 1, 2])
        #expect(ids(list.state)?.count == 2)
        recorder.stop()
    }

    @Test func eachPageOfAReloadIsConfirmedByTheServerHoweverFreshItIs() async {
        let client = Client(
            Catalogue(), transport: server.transport, cache: HTTPCache(), retry: .never, time: clock.time)
        let list = client.sharedList()
        let recorder = await list.loaded(2)
        await list.reload().value
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func aPageThatFailsIsRetriedAloneAndNotFromTheFirstOne() async {
        let policy = RetryPolicy(attempts: 2, base: .zero)
        let client = Client(Catalogue(), transport: server.transport, cache: nil, retry: policy, time: clock.time)
        let list = client.sharedList()
        let recorder = await list.loaded(3)
        server.set { $0.unavailable = 2 }
        await list.reload().value
        #expect(ids(list.state)?.count == 3 && list.state.error == nil)
        #expect(server.asked == [1, 2, 3, 1, 2, 2, 3])
        recorder.stop()
    }

    @Test func aPageThatIsGoneEndsTheListWithTheReason() async {
        let recorder = await list.loaded(3)
        server.set { $0.refused[3] = 404 }
        await list.reload().value
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(list.state.error == nil)
        #expect(list.state.next.error?.kind == .status(.notFound))
        server.set { $0.refused = [:] }
        await list.loadMore().value
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        recorder.stop()
    }

    @Test func aRestartCutsTheListWhenTheFirstPageHasCome() async {
        let recorder = await list.loaded(3)
        server.set { $0.refused[1] = 403 }
        await list.restart().value
        #expect(ids(list.state)?.count == 3 && list.state.error != nil)
        server.set { $0.refused = [:] }
        await list.reload().value
        #expect(ids(list.state)?.count == 3)
        await list.restart().value
        #expect(ids(list.state) == [[1, 2]])
        #expect(server.asked == [1, 2, 3, 1, 1, 2, 3, 1])
        recorder.stop()
    }

    @Test func pagesThatWereFetchedAgainAndAreEqualAreAsOldAsTheNewResponses() async {
        let recorder = await list.loaded(1)
        clock.advance(by: .seconds(50))
        await list.reload().value
        await list.loadMore().value
        clock.advance(by: .seconds(50))
        await list.load().value
        #expect(server.asked == [1, 1, 2])
        clock.advance(by: .seconds(10))
        await list.load().value
        #expect(server.asked == [1, 1, 2, 1, 2])
        recorder.stop()
    }

    @Test func aSharedListIsFetchedAtAnIntervalWhileItIsObserved() async throws {
        let list = client.sharedList(every: .seconds(30))
        let recorder = await list.loaded(2)
        #expect(server.asked == [1, 2])
        server.set { $0.ids = [0, 1, 2, 3] }
        clock.advance(by: .seconds(30))
        try await eventually { ids(list.state) == [[0, 1], [2, 3]] }
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
        clock.advance(by: .seconds(60))
        try await tasksAtRest()
        #expect(server.asked == [1, 2, 1, 2])
    }

    @Test func aFailureOfAnAutomaticFetchIsShownBesideThePages() async throws {
        let list = client.sharedList(every: .seconds(30))
        let recorder = await list.loaded(2)
        server.set { $0.refused[1] = 403 }
        clock.advance(by: .seconds(30))
        try await eventually { list.state.error?.kind == .status(.forbidden) }
        #expect(ids(list.state) == [[1, 2], [3, 4]] && list.state.isStale)
        server.set { $0.refused = [:] }
        clock.advance(by: .seconds(30))
        try await eventually { server.asked == [1, 2, 1, 1, 2] && list.state.error == nil }
        #expect(!list.state.isStale)
        recorder.stop()
    }

    @Test func aPageMoreThanTheLimitSendsNoRequestButItsOwn() async throws {
        server.set { $0.directives = "no-cache" }
        let list = client.sharedList(keeping: 2)
        await list.load().value
        await list.loadMore().value
        let recorder = WindowRecorder(list)
        clock.advance(by: .seconds(10))
        await list.loadMore().value
        try await tasksAtRest()
        #expect(ids(list.state) == [[3, 4], [5, 6]])
        #expect(server.asked == [1, 2, 3])
        recorder.stop()
    }

    @Test func aScreenThatComesLaterShowsTheListAsItIs() async {
        let list = client.sharedList(keeping: 2)
        let recorder = await list.loaded(3)
        let other = WindowRecorder(list)
        await list.load().value
        #expect(ids(list.state) == [[3, 4], [5, 6]])
        #expect(server.asked == [1, 2, 3])
        recorder.stop()
        other.stop()
    }

    @Test func aSharedWindowThatNobodyObservedFollowsWhatAnotherHasLoaded() async {
        await list.loaded(3).stop()
        server.set { $0.ids = [0, 1, 2, 3, 4, 5, 6] }
        let own = client.window(on: .entries) { WindowPage([$0]) }
        await own.reload().value
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        await list.load().value
        #expect(ids(list.state) == [[0, 1], [2, 3], [4, 5]])
    }

    @Test func aFirstKeptPageThatIsGoneBeginsTheListAgainInTheBackground() async throws {
        let list = client.sharedList(keeping: 1)
        let recorder = await list.loaded(3)
        server.set {
            $0.ids = [1, 2]
            $0.refused[3] = 410
        }
        client.resources.invalidate(.tag("catalogue"))
        try await eventually { ids(list.state) == [[1, 2]] && !list.state.isLoading }
        recorder.stop()
    }

    @Test func aPageThatIsRefusedForATimeIsNotRequestedBefore() async throws {
        let list = client.sharedList(every: .seconds(1))
        let recorder = await list.loaded(2)
        server.set { $0.refused[2] = 429 }
        clock.advance(by: .seconds(1))
        try await eventually { list.state.error != nil }
        for count in 3...6 {
            clock.advance(by: .seconds(1))
            try await eventually { server.asked.count { $0 == 1 } == count }
            try await tasksAtRest()
        }
        #expect(server.asked.count { $0 == 2 } == 2)
        recorder.stop()
    }
}
