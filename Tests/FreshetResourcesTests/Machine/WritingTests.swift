import Foundation
import FreshetCore
import HTTPTypes
import Testing

@testable import FreshetResources

/// Writes, event by event. Each is a number above all stamps of fetches that a test has made until then.
struct WritingTests {
    /// Begins a write that adds to the value, and returns its name.
    private func begin(_ bench: inout MachineBench, adding amount: Int) -> Stamp {
        let id = bench.now.stamp + 1
        bench.now.stamp = id
        bench.after(.writeBegan(id) { $0 += amount })
        return id
    }

    @Test func aWriteIsShownAtOnceAndKeepsTheResourceInMemory() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        #expect(bench.state.value == 11)
        #expect(bench.state.pendingChanges == 1)
        bench.after(.leave(.init()))
        bench.after(seconds: 1000)
        #expect(!bench.machine.isRemoved)
        bench.after(.writeEnded(write, .succeeded()))
        bench.after(seconds: 1000)
        #expect(bench.machine.isRemoved)
    }

    @Test func aWriteThatSucceededStaysUntilDataComeThatWereAskedForAfterIt() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        bench.foreground()
        let early = bench.fetch
        let write = begin(&bench, adding: 10)
        #expect(!bench.after(.writeEnded(write, .succeeded())).isFetch)
        #expect(bench.state.value == 11)
        // Its response may have come before that of the write.
        let next = bench.after(.response(early, bench.fetched(1)))
        #expect(bench.state.value == 11)
        #expect(bench.state.isStale)
        #expect(next.isFetch)
        bench.respond(11)
        #expect(bench.state.value == 11)
        #expect(bench.state.pendingChanges == 0)
        #expect(!bench.state.isStale)
    }

    @Test func aRefusedWriteGoesAtOnceAndTheServerIsAsked() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        #expect(bench.after(.writeEnded(write, .refused)).isFetch)
        #expect(bench.state.value == 1)
        #expect(bench.state.isStale)
    }

    @Test func aWriteOfUnknownOutcomeStaysUntilDataDecide() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        #expect(bench.after(.writeEnded(write, .unknown)).isFetch)
        #expect(bench.state.value == 11)
        #expect(bench.machine.settledChanges == 0)
        bench.respond(1)
        #expect(bench.state.value == 1)
        #expect(bench.state.pendingChanges == 0)
    }

    @Test func theFetchWaitsForTheLastWrite() {
        var bench = MachineBench.fetched(1)
        let first = begin(&bench, adding: 10)
        let second = begin(&bench, adding: 100)
        #expect(!bench.after(.writeEnded(second, .succeeded())).isFetch)
        #expect(!bench.after(.invalidate).isFetch)
        #expect(bench.state.value == 111)
        #expect(bench.after(.writeEnded(first, .succeeded())).isFetch)
    }

    @Test func theFetchSharesNoExchangeFromBeforeTheEndOfTheWrite() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        let plans = bench.after(.writeEnded(write, .succeeded())).plans
        #expect(plans.map(\.group) == [bench.now.stamp])
        #expect(plans.map(\.revalidates) == [true])
    }

    @Test func ofTwoWritesThatOverlapARefusedOneLeavesExactlyTheOther() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        let first = begin(&bench, adding: 10)
        let second = begin(&bench, adding: 100)
        bench.foreground()
        bench.after(.writeEnded(first, .refused))
        #expect(bench.state.value == 101)
        bench.respond(1)
        #expect(bench.state.value == 101)
        bench.after(.writeEnded(second, .succeeded()))
        #expect(bench.state.value == 101)
    }

    @Test func anEntryInTheMiddleStaysUntilThoseBeforeItLeave() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        let first = begin(&bench, adding: 10)
        let second = begin(&bench, adding: 100)
        bench.after(.writeEnded(second, .succeeded()))
        bench.foreground()
        bench.respond(101)
        // Written so that twice is the same as once, it does not matter that it is applied again.
        #expect(bench.machine.changes.map(\.began) == [first, second])
    }

    @Test func anUpdateByHandIsNoPartOfAWriteThatIsRefusedLater() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        bench.after(.update { $0 += 1000 })
        #expect(bench.state.value == 1011)
        bench.after(.writeEnded(write, .refused))
        #expect(bench.state.value == 1001)
    }

    @Test func theResponseOfAWriteIsTheValueAndNothingIsFetched() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        let effects = bench.after(.writeEnded(write, .succeeded(.value(12, head: nil, isEqual: false))))
        #expect(effects == [.changed])
        #expect(bench.state.value == 12)
        #expect(!bench.state.isStale)
        #expect(bench.state.origin == .network)
    }

    @Test func besideAnotherWriteTheResponseIsShownAndTheServerIsAsked() {
        var bench = MachineBench.fetched(1)
        let other = begin(&bench, adding: 100)
        let write = begin(&bench, adding: 10)
        bench.after(.writeEnded(write, .succeeded(.value(12, head: nil, isEqual: false))))
        #expect(bench.state.value == 12)
        #expect(bench.after(.writeEnded(other, .succeeded())).isFetch)
    }

    @Test func theResponseOfAWriteStaysOnDataThatWereAskedForBeforeItsEnd() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        let write = begin(&bench, adding: 10)
        bench.foreground()
        bench.after(.writeEnded(write, .succeeded(.value(12, head: nil, isEqual: false))))
        bench.respond(1)
        #expect(bench.state.value == 12)
        #expect(bench.state.activity == .fetching)
        bench.respond(13)
        #expect(bench.state.value == 13)
    }

    /// Which of the two is newer can't be known. The server is asked.
    @Test func theResponseOfAWriteDoesNotReplaceDataThatWereAskedForDuringTheWrite() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        let write = bench.now.stamp + 1
        bench.now.stamp = write
        bench.after(.writeBegan(write, nil))
        bench.foreground()
        bench.respond(5)
        let effects = bench.after(.writeEnded(write, .succeeded(.value(12, head: nil, isEqual: false))))
        #expect(bench.state.value == 5)
        #expect(bench.state.isStale)
        #expect(effects.isFetch)
        bench.respond(13)
        #expect(bench.state.value == 13)
    }

    @Test func aWriteOnNothingWaitsForTheValue() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        let write = begin(&bench, adding: 10)
        #expect(bench.state.value == nil)
        bench.respond(1)
        #expect(bench.state.value == 11)
        bench.after(.writeEnded(write, .succeeded()))
        bench.respond(11)
        #expect(bench.state.value == 11)
    }

    @Test func theEndOfTheAccountTakesWritesWithIt() {
        var bench = MachineBench.fetched(1)
        let write = begin(&bench, adding: 10)
        #expect(bench.after(.end).contains(.remove))
        #expect(bench.after(.writeEnded(write, .succeeded())) == [])
        #expect(bench.state.value == nil)
    }

    @Test func resettingKeepsWritesUnderWay() {
        var bench = MachineBench.fetched(1)
        _ = begin(&bench, adding: 10)
        bench.after(.reset)
        #expect(bench.state.value == nil)
        bench.respond(1)
        #expect(bench.state.value == 11)
    }

    @Test(
        "What a refusal means does not depend on whether the service explains it",
        arguments: [
            (422, WriteEnd.refused, false), (401, .refused, true), (502, .unknown, false), (504, .unknown, false),
        ])
    func explained(status: Int, end: WriteEnd, isOfToken: Bool) {
        let head = HTTPResponse(status: .init(code: status))
        let kinds: [FetchError.Kind] = [.status(head.status), .service(ServiceError(code: "no", message: "No."))]
        for kind in kinds {
            let error = FetchError(kind, response: FetchError.Response(head: head))
            #expect(error.writeEnd(isSent: true) == end && error.isOfToken == isOfToken)
        }
    }
}
