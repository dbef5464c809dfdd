import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PagingTests: CatalogueSuite {
    let bench = CatalogueBench()

    @Test func theFirstPageIsFetchedAndOthersAreAddedUntilTheListEnds() async throws {
        let recorder = try await list.loaded(1)
        #expect(ids(list.state) == [[1, 2]])
        #expect(list.details.state.value?.hasNext == true)
        await list.next()
        await list.next()
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        #expect(list.details.state.value?.hasNext == false)
        await list.next()
        #expect(server.asked == [1, 2, 3])
        recorder.stop()
    }

    @Test func twoListsOfOneRequestAreOneResource() async throws {
        let recorder = try await list.loaded(2)
        #expect(ids(client.resource(paging: .entries).state)?.count == 2)
        #expect(client.resources.count == 1)
        recorder.stop()
    }

    @Test func nextTwiceAtOnceIsOneExchangeAndOnePage() async throws {
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        let list = list
        async let first: Void = list.next()
        async let second: Void = list.next()
        try await gate.waitUntilWaiting()
        #expect(list.details.state.value?.next == .fetching)
        // Both have begun by then.
        try await tasksAtRest()
        server.release(gate)
        _ = await (first, second)
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(server.asked == [1, 2])
        recorder.stop()
    }

    @Test func aFailedPageIsAnErrorOfItsEndAndTheNextCallAsksForItAgain() async throws {
        let recorder = try await list.loaded(1)
        server.set { $0.refused[2] = 403 }
        await list.next()
        #expect(list.details.state.value?.next.error?.kind == .status(.forbidden))
        #expect(list.state.error == nil)
        #expect(ids(list.state) == [[1, 2]])
        server.set { $0.refused = [:] }
        await list.next()
        #expect(list.details.state.value?.next == .idle)
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        recorder.stop()
    }

    @Test func retryingRequestsWhatHasFailed() async throws {
        let recorder = try await list.loaded(1)
        server.set { $0.refused[2] = 403 }
        await list.next()
        server.set { $0.refused = [:] }
        list.retry()
        try await eventually { ids(list.state) == [[1, 2], [3, 4]] }
        #expect(server.asked == [1, 2, 2])
        server.set { $0.refused[1] = 500 }
        await #expect(throws: FetchError.self) { try await list.refetch() }
        server.set { $0.refused = [:] }
        // The hold is not over.
        list.retry()
        try await eventually { server.asked == [1, 2, 2, 1, 1, 2] && list.state.error == nil }
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        recorder.stop()
    }

    @Test func betweenAttemptsAnEndSaysWhichOneComesWhenAndWhy() async throws {
        let client = Client(
            Catalogue(), transport: server.transport, cache: nil, retry: RetryPolicy(attempts: 2), time: clock.time)
        let list = client.resource(paging: .entries)
        let recorder = try await list.loaded(1)
        server.set { $0.refused[2] = 503 }
        async let next: Void = list.next()
        let ends = ResourceRecorder(list.details)
        let waiting = try await ends.state { if case .waiting? = $0.value?.next { true } else { false } }
        guard case .waiting(let attempt, let until, let failure)? = waiting.value?.next else { return }
        #expect(attempt == 2)
        #expect(until >= clock.date)
        #expect(failure.contains("503"))
        #expect(waiting.value?.next.isInProgress == true)
        server.set { $0.refused = [:] }
        let gate = server.hold()
        try await clock.waitForSleepers(dueWithin: .seconds(until.timeIntervalSince(clock.date) + 1))
        clock.advance(by: .seconds(until.timeIntervalSince(clock.date) + 1))
        try await gate.waitUntilWaiting()
        try await ends.state { $0.value?.next == .fetching }
        server.release(gate)
        await next
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(list.details.state.value?.next == .idle)
        recorder.stop()
        ends.stop()
    }

    @Test func aListThatLeadsBackIsAnErrorOfItsEnd() async throws {
        let loop = client.resource(paging: .loop)
        let recorder = try await loop.loaded(1)
        await loop.next()
        guard case .repeatedPage? = loop.details.state.value?.next.error?.kind else {
            Issue.record("\(String(describing: loop.details.state.value?.next))")
            return
        }
        #expect(loop.state.error == nil)
        #expect(server.asked == [1])
        recorder.stop()
    }

    @Test func withAtMostTwoPagesTheOtherEndIsDroppedAndComesBack() async throws {
        let list = list.keeping(pages: 2)
        let recorder = try await list.loaded(3)
        #expect(ids(list.state) == [[3, 4], [5, 6]])
        #expect(list.details.state.value?.hasPrevious == true)
        await list.previous()
        #expect(ids(list.state) == [[1, 2], [3, 4]])
        #expect(list.details.state.value?.hasNext == true)
        #expect(list.details.state.value?.hasPrevious == false)
        recorder.stop()
    }

    @Test func nextAndPreviousRunSideBySide() async throws {
        let list = list.keeping(pages: 1)
        let recorder = try await list.loaded(2)
        #expect(ids(list.state) == [[3, 4]])
        let both = client.resource(paging: .entries)
        let gate = server.hold()
        async let previous: Void = both.previous()
        try await gate.waitUntilWaiting()
        async let next: Void = both.next()
        try await gate.waitUntilWaiting(count: 2)
        #expect(both.details.state.value?.next == .fetching)
        #expect(both.details.state.value?.previous == .fetching)
        server.release(gate)
        _ = await (previous, next)
        #expect(ids(both.state) == [[1, 2], [3, 4], [5, 6]])
        recorder.stop()
    }

    @Test func cancellingEndsWhatIsRequestedAndIsNoError() async throws {
        let recorder = try await list.loaded(1)
        let gate = server.hold()
        let list = list
        async let next: Void = list.next()
        try await gate.waitUntilWaiting()
        list.cancel()
        await next
        server.release(gate)
        #expect(list.details.state.value?.next == .idle)
        #expect(ids(list.state) == [[1, 2]])
        recorder.stop()
    }

    @Test func aPlaceThatCannotBeFollowedIsAnErrorOfItsEnd() async throws {
        let misled = client.resource(paging: .misled)
        let recorder = try await misled.loaded(1)
        #expect(misled.details.state.value?.hasNext == true)
        await misled.next()
        #expect(misled.details.state.value?.next.error?.kind == .redirect(.forbidden("elsewhere")))
        #expect(misled.state.error == nil)
        recorder.stop()
    }
}
