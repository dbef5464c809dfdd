import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PageRefetchTests: CatalogueSuite {
    let bench = CatalogueBench()

    @Test func refetchingAsksForAllPagesInOrderAndShowsThemTogether() async throws {
        let recorder = try await list.loaded(3)
        let shown = recorder.states.count
        server.set { $0.ids = [0, 1, 2, 3, 4, 5, 6] }
        try await list.refetch()
        try await recorder.state { $0.value?.first?.entries.first?.id == 0 }
        #expect(ids(list.state) == [[0, 1], [2, 3], [4, 5]])
        #expect(server.asked == [1, 2, 3, 1, 2, 3])
        let values = recorder.states[shown...].map { ids($0) ?? [] }
        #expect(values.allSatisfy { $0 == [[1, 2], [3, 4], [5, 6]] || $0 == [[0, 1], [2, 3], [4, 5]] })
        recorder.stop()
    }

    @Test func aListThatHasBecomeShorterEndsEarly() async throws {
        let recorder = try await list.loaded(3)
        server.set { $0.ids = [1, 2, 3] }
        try await list.refetch()
        #expect(ids(list.state) == [[1, 2], [3]])
        #expect(list.details.state.value?.hasNext == false)
        recorder.stop()
    }

    @Test func aPageThatFailsLeavesAllPagesAsTheyWere() async throws {
        let recorder = try await list.loaded(3)
        server.set {
            $0.ids = [7, 8, 9, 10, 11]
            $0.refused[2] = 403
        }
        await list.reload()
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        #expect(list.state.error != nil)
        recorder.stop()
    }

    @Test func aPlaceThatTheServerNoLongerKnowsBeginsTheListAgain() async throws {
        let list = list.keeping(pages: 1)
        let recorder = try await list.loaded(3)
        #expect(ids(list.state) == [[5, 6]])
        server.set {
            $0.ids = [1, 2]
            $0.refused[3] = 404
        }
        try await list.refetch()
        #expect(ids(list.state) == [[1, 2]])
        recorder.stop()
    }

    @Test func nextWhileTheListIsFetchedGoesOnFromTheNewLastPage() async throws {
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        server.set { $0.ids = [10, 11, 12, 13] }
        let list = list
        async let refetch: Void = list.reload()
        try await gate.waitUntilWaiting()
        async let next: Void = list.next()
        server.release(gate)
        _ = await (refetch, next)
        #expect(ids(list.state) == [[10, 11], [12, 13]])
        recorder.stop()
    }

    @Test func theListIsFetchedAfterThePageThatIsBeingLoaded() async throws {
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        let list = list
        async let next: Void = list.next()
        try await gate.waitUntilWaiting()
        list.invalidate()
        #expect(list.state.activity == .fetching)
        #expect(server.asked == [1, 2])
        server.release(gate)
        await next
        try await eventually { list.state.updates == 2 }
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func theListIsStaleWithItsOldestPage() async throws {
        let recorder = try await list.loaded(1)
        clock.advance(by: .seconds(40))
        await list.next()
        #expect(!list.state.isStale)
        clock.advance(by: .seconds(20))
        #expect(list.state.isStale)
        recorder.stop()
    }

    @Test func aStoredPageThatIsOlderThanTheOneBeforeItIsConfirmed() async throws {
        let client = Client(Catalogue(), transport: server.transport, cache: HTTPCache(), time: clock.time)
        let entries = PagedRequest<Catalogue, Catalogue.Page>.entries
        let first = try await client.response(for: entries.first)
        let second = try #require(try entries.next(after: first, of: entries.first))
        _ = try await client.value(for: second)
        clock.advance(by: .seconds(30))
        let list = client.resource(paging: .entries)
        let recorder = ResourceRecorder(list)
        try await recorder.state { $0.value != nil && $0.activity == .idle }
        try await list.refetch()
        #expect(server.asked == [1, 2, 1])
        await list.next()
        #expect(server.asked == [1, 2, 1, 2])
        #expect(ids(list.state)?.count == 2)
        recorder.stop()
    }

    @Test func eachPageOfARefetchIsConfirmedByTheServerHoweverFreshItIs() async throws {
        let client = Client(
            Catalogue(), transport: server.transport, cache: HTTPCache(), retry: .never, time: clock.time)
        let list = client.resource(paging: .entries)
        let recorder = try await list.loaded(2)
        try await list.refetch()
        #expect(server.asked == [1, 2, 1, 2])
        recorder.stop()
    }

    @Test func aPageThatFailsIsRetriedAloneAndNotFromTheFirstOne() async throws {
        let policy = RetryPolicy(attempts: 2, base: .zero)
        let client = Client(Catalogue(), transport: server.transport, cache: nil, retry: policy, time: clock.time)
        let list = client.resource(paging: .entries)
        let recorder = try await list.loaded(3)
        server.set { $0.unavailable = 2 }
        #expect(try await list.refetch().count == 3)
        #expect(server.asked == [1, 2, 3, 1, 2, 2, 3])
        recorder.stop()
    }

    @Test func aPageThatIsGoneEndsTheListWithTheReason() async throws {
        let recorder = try await list.loaded(3)
        server.set { $0.refused[3] = 404 }
        try await list.refetch()
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(list.state.error == nil)
        #expect(list.details.state.value?.next.error?.kind == .status(.notFound))
        server.set { $0.refused = [:] }
        await list.next()
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        recorder.stop()
    }

    @Test func aRefetchOfTheFirstPageAloneCutsTheListWhenItHasCome() async throws {
        let recorder = try await list.loaded(3)
        server.set { $0.refused[1] = 403 }
        await #expect(throws: FetchError.self) { try await list.refetch(firstPageOnly: true) }
        #expect(ids(list.state)?.count == 3)
        server.set { $0.refused = [:] }
        try await list.refetch()
        #expect(ids(list.state)?.count == 3)
        try await list.refetch(firstPageOnly: true)
        #expect(ids(list.state) == [[1, 2]])
        #expect(server.asked == [1, 2, 3, 1, 1, 2, 3, 1])
        recorder.stop()
    }

    @Test func pagesThatWereFetchedAgainAndAreEqualAreAsOldAsTheNewResponses() async throws {
        let recorder = try await list.loaded(1)
        clock.advance(by: .seconds(50))
        try await list.refetch()
        await list.next()
        clock.advance(by: .seconds(50))
        #expect(!list.state.isStale)
        clock.advance(by: .seconds(10))
        #expect(list.state.isStale)
        recorder.stop()
    }

    @Test func aListIsFetchedAheadAndAtAnInterval() async throws {
        let list = list.polling(every: .seconds(30))
        list.prefetch()
        try await eventually { list.state.value != nil }
        let recorder = ResourceRecorder(list)
        try await recorder.state { $0.value != nil && $0.activity == .idle }
        #expect(server.asked == [1])
        clock.advance(by: .seconds(30))
        try await recorder.state { $0.updates == 2 }
        #expect(server.asked == [1, 1])
        recorder.stop()
    }
}
