import Foundation
import FreshetCore
import HTTPTypes
import Testing

@testable import FreshetResources

struct ChangingTests {
    @Test func aResponseAskedForBeforeTheValueWasSetDoesNotReplaceIt() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        #expect(!bench.after(.set(42, lifetime: nil)).isFetch)
        #expect(bench.state.activity == .fetching)
        bench.respond(23)
        #expect(bench.state.value == 42)
        bench.foreground()
        bench.respond(24)
        #expect(bench.state.value == 24)
    }

    @Test func aSetValueIsFreshForItsOwnTimeOrThatOfTheResponseBefore() {
        var bench = MachineBench.fetched(maxAge: 60)
        bench.after(.set(2, lifetime: nil))
        bench.after(seconds: 59)
        #expect(!bench.state.isStale)
        bench.after(.set(3, lifetime: .seconds(5)))
        bench.after(seconds: 5)
        #expect(bench.state.isStale)
        #expect(bench.state.origin == .set)

        var empty = MachineBench()
        empty.after(.set(1, lifetime: nil))
        #expect(empty.state.isStale)
    }

    @Test func aChangeStaysOnTheResponseThatWasAskedForBefore() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        bench.foreground()
        bench.after(.update { $0 += 100 })
        #expect(bench.state.value == 101)
        bench.respond(2)
        #expect(bench.state.value == 102)
        #expect(bench.state.pendingChanges == 1)
        bench.after(.invalidate)
        bench.respond(3)
        #expect(bench.state.value == 3)
        #expect(bench.state.pendingChanges == 0)
    }

    @Test func changesAreAppliedInTheirOrder() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        bench.foreground()
        bench.after(.update { $0 += 1 })
        bench.after(.update { $0 *= 10 })
        #expect(bench.state.value == 20)
    }

    @Test func aChangeOfNothingDoesNothing() {
        var bench = MachineBench()
        #expect(bench.after(.update { $0 = 1 }) == [])
        #expect(bench.machine.changes.isEmpty)
    }

    @Test func aChangeBecomesPartOfTheValueWhenNoOlderResponseCanCome() {
        var bench = MachineBench.fetched(1)
        bench.after(.update { $0 += 1 })
        #expect(bench.machine.settledChanges == 1)
        bench.machine.fold(1, 2)
        #expect(bench.machine.changes.isEmpty)
        #expect(bench.state.value == 2)

        var fetching = MachineBench.fetched(1, maxAge: 0)
        fetching.foreground()
        fetching.after(.update { $0 += 1 })
        #expect(fetching.machine.settledChanges == 0)
    }

    @Test func aSetValueDropsChangesThatEndedBefore() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        bench.foreground()
        bench.after(.update { $0 += 100 })
        bench.after(.set(5, lifetime: nil))
        #expect(bench.state.value == 5)
    }

    @Test func whatIsGoneTakesChangesWithIt() {
        var bench = MachineBench.fetched(1, maxAge: 0)
        bench.foreground()
        bench.after(.update { $0 += 100 })
        bench.after(.failure(bench.fetch, FetchError(.status(.notFound))))
        #expect(bench.state.value == nil)
        #expect(bench.state.pendingChanges == 0)
    }
}
