import Foundation
import FreshetCore
import HTTPTypes
import Testing

@testable import FreshetResources

struct FetchingTests {
    // MARK: - start

    @Test func theFirstFetchIsAsTheRequestIsAndLaterOnesRevalidate() {
        var bench = MachineBench()
        #expect(bench.after(.observe(.init())).plans.map(\.revalidates) == [false])
        bench.respond(1, maxAge: 0)
        #expect(bench.foreground().plans.map(\.revalidates) == [true])
    }

    @Test func aFetchAfterAnInvalidationSharesNoOlderExchange() {
        var bench = MachineBench.fetched()
        let effects = bench.after(.invalidate)
        #expect(effects.plans.map(\.group) == [bench.now.stamp])
        #expect(effects.plans.map(\.start) == [bench.now.stamp])
    }

    @Test func certainlyOfflineAFetchIsPausedAndSentWhenThereIsANetwork() {
        var bench = MachineBench()
        bench.now.isOffline = true
        #expect(bench.after(.observe(.init())) == [.changed])
        #expect(bench.state.activity == .paused)
        #expect(!bench.after(.reconnection).isFetch)
        bench.now.isOffline = false
        #expect(bench.after(.reconnection).isFetch)
        #expect(bench.state.activity == .fetching)
    }

    @Test func aPausedFetchEndsWithItsLastObserver() {
        var bench = MachineBench()
        bench.now.isOffline = true
        bench.after(.observe(.init()))
        #expect(bench.after(.leave(.init())) == [.changed])
        bench.now.isOffline = false
        #expect(!bench.after(.reconnection).isFetch)
    }

    // MARK: - response

    @Test func aResponseSetsTheValueAndClearsTheError() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        bench.after(.failure(bench.fetch, .unavailable))
        bench.after(seconds: 10)
        bench.foreground()
        #expect(bench.state.error == .unavailable)
        bench.respond(2)
        #expect(bench.state.error == nil)
        #expect(bench.state.value == 2)
        #expect(bench.state.updates == 1)
        #expect(bench.state.failures == 1)
    }

    @Test func aResponseToAFetchThatEndedChangesNothing() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        let old = bench.fetch
        bench.after(.cancel)
        #expect(bench.after(.response(old, bench.fetched(9))) == [])
        #expect(bench.state.value == nil)
    }

    @Test func theFirstOfTwoResponsesLeavesTheFetchRunning() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        var first = bench.fetched(1, maxAge: 0, isFromServer: false)
        first.isLast = false
        bench.after(.response(bench.fetch, first))
        #expect(bench.state.value == 1)
        #expect(bench.state.activity == .fetching)
        bench.respond(2)
        #expect(bench.state.value == 2)
        #expect(bench.state.activity == .idle)
    }

    @Test func aStoredResponseInsteadOfAFailureKeepsTheErrorAndHolds() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        bench.respond(1, maxAge: 0, isFromServer: false, failure: .unavailable)
        #expect(bench.state.value == 1)
        #expect(bench.state.error == .unavailable)
        bench.after(seconds: 9)
        #expect(!bench.foreground().isFetch)
    }

    @Test func anEqualValueKeepsTheRevision() {
        var bench = MachineBench.fetched(maxAge: 0)
        let revision = bench.machine.revision
        bench.foreground()
        var equal = bench.fetched(1)
        equal.isEqual = true
        bench.after(.response(bench.fetch, equal))
        #expect(bench.machine.revision == revision)
        #expect(!bench.state.isStale)
    }

    // MARK: - failure

    @Test func afterAFailureTheValueStaysAndNothingIsFetchedForAWhile() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        bench.after(.failure(bench.fetch, .unavailable))
        #expect(bench.state.value == 1)
        #expect(bench.state.error == .unavailable)
        bench.after(seconds: 9.9)
        #expect(!bench.after(.observe(.init())).isFetch)
        bench.after(seconds: 0.1)
        #expect(bench.after(.observe(.init())).isFetch)
    }

    @Test func theHoldDoublesUpToFiveMinutes() {
        var bench = MachineBench.fetched(maxAge: 0)
        for hold in [10.0, 20, 40, 80, 160, 300, 300] {
            bench.after(.invalidate)
            bench.after(.failure(bench.fetch, .unavailable))
            bench.after(seconds: hold - 1)
            #expect(!bench.foreground().isFetch)
            bench.after(seconds: 1)
            #expect(bench.foreground().isFetch)
            bench.after(.cancel)
        }
    }

    @Test func invalidatingAndFetchingByHandPassTheHold() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        bench.after(.failure(bench.fetch, .unavailable))
        #expect(bench.after(.invalidate).isFetch)
        bench.after(.failure(bench.fetch, .unavailable))
        #expect(bench.after(.wait(90, .refetch(isRestarting: false))).isFetch)
    }

    @Test func aLostConnectionWithoutNetworkPausesAndIsNoFailure() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        bench.now.isOffline = true
        bench.after(.failure(bench.fetch, FetchError(.connectionLost)))
        #expect(bench.state.activity == .paused)
        #expect(bench.state.error == nil)
    }

    @Test func aCancellationFromOutsideIsNotReportedAsAnError() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        bench.after(.failure(bench.fetch, .cancelled))
        #expect(bench.state.error == nil)
        #expect(bench.state.activity == .idle)
        #expect(bench.state.failures == 0)
    }

    @Test(arguments: [404, 410], [false, true])
    func whatIsGoneLosesItsValueAndKeepsTheError(status: Int, isExplained: Bool) {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        let status = HTTPResponse.Status(code: status)
        let explained = FetchError(
            .service(ServiceError(code: "gone", message: "Sold.")), response: .init(head: HTTPResponse(status: status)))
        bench.after(.failure(bench.fetch, isExplained ? explained : FetchError(.status(status))))
        #expect(bench.state.value == nil)
        #expect(bench.state.isGone)
    }

    @Test func otherRefusalsKeepTheValue() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        bench.after(.failure(bench.fetch, FetchError(.status(.forbidden))))
        #expect(bench.state.value == 1)
        #expect(!bench.state.isGone)
    }

    @Test func betweenAttemptsTheStateSaysWhichOneComesWhenAndWhy() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        let due = bench.now.date + 3
        bench.after(.retry(bench.fetch, attempt: 2, until: due, failure: "status-503"))
        #expect(bench.state.activity == .waiting(attempt: 2, until: due, failure: "status-503"))
        bench.after(.attempt(bench.fetch))
        #expect(bench.state.activity == .fetching)
    }

    // MARK: - invalidate

    @Test func anObservedResourceIsFetchedAndAnUnobservedOneWithItsNextObserver() {
        var bench = MachineBench.fetched()
        #expect(bench.after(.invalidate).isFetch)
        bench.respond(2)
        bench.after(.leave(.init()))
        #expect(!bench.after(.invalidate).isFetch)
        #expect(bench.state.isStale)
        #expect(bench.after(.observe(.init())).isFetch)
    }

    @Test func whatIsInvalidatedWhileItIsFetchedIsFetchedOnceMore() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        for _ in 0..<100 { #expect(!bench.after(.invalidate).isFetch) }
        let again = bench.respond(2)
        #expect(bench.state.value == 2)
        #expect(bench.state.isStale)
        #expect(again.plans.count == 1)
        #expect(!bench.respond(3).isFetch)
        #expect(!bench.state.isStale)
    }

    @Test func anInvalidationDuringTheFirstFetchIsNotLost() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        bench.after(.invalidate)
        #expect(bench.respond(1).isFetch)
    }

    @Test func aHundredInvalidationsCauseOneFetch() {
        var bench = MachineBench.fetched()
        let plans = (0..<100).flatMap { _ in bench.after(.invalidate).plans }
        #expect(plans.count == 1)
    }

    @Test func aStoredResponseDoesNotSatisfyAnInvalidationNorIsItAskedForAgain() {
        var bench = MachineBench.fetched()
        bench.after(.invalidate)
        #expect(!bench.respond(2, isFromServer: false).isFetch)
        #expect(bench.state.value == 1)
        #expect(bench.state.isStale)
    }

    // MARK: - callers

    @Test func aCallerGetsAFreshValueAtOnce() {
        var bench = MachineBench.fetched()
        #expect(bench.after(.wait(90, .fresh(.asTheServerSays))).settled == [90])
    }

    @Test func aCallerWaitsForTheResponseWhenTheValueIsStale() {
        var bench = MachineBench.fetched(maxAge: 0)
        #expect(bench.after(.wait(90, .fresh(.asTheServerSays))).isFetch)
        #expect(bench.respond(2).settled == [90])
    }

    @Test func aCallerKeepsTheFetchAliveWhenTheLastObserverLeaves() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.after(.wait(90, .fresh(.asTheServerSays)))
        bench.after(.leave(.init(), isReplaced: true))
        #expect(bench.after(seconds: 10).cancelled == [])
        #expect(bench.respond(2).settled == [90])
    }

    @Test func theLastCallerToGiveUpEndsTheFetchAfterTheGrace() {
        var bench = MachineBench()
        bench.after(.wait(90, .refetch(isRestarting: false)))
        let fetch = bench.fetch
        bench.after(.abandon(90))
        #expect(bench.after(seconds: 0.5).cancelled == [fetch])
    }

    @Test func aCallerByHandJoinsAFetchUnlessAnInvalidationCameAfterItsStart() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        bench.after(.wait(90, .refetch(isRestarting: false)))
        bench.after(.invalidate)
        bench.after(.wait(91, .refetch(isRestarting: false)))
        let first = bench.respond(2)
        #expect(first.settled == [90])
        #expect(first.plans.count == 1)
        #expect(bench.respond(3).settled == [91])
    }

    @Test func restartingCancelsTheFetchUnderWay() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.foreground()
        let old = bench.fetch
        let effects = bench.after(.wait(90, .refetch(isRestarting: true)))
        #expect(effects.cancelled == [old])
        // It shares no request that began before.
        #expect(effects.plans.map(\.group) == [bench.now.stamp])
    }

    @Test func aFailureIsThrownToCallers() {
        var bench = MachineBench()
        bench.after(.wait(90, .fresh(.asTheServerSays)))
        #expect(bench.after(.failure(bench.fetch, .unavailable)).contains(.settle([90], .unavailable)))
    }

    @Test func prefetchingFetchesWhatIsStaleForNobody() {
        var bench = MachineBench(isRestored: false)
        #expect(bench.after(.prefetch(.init())) == [.readStore])
        #expect(bench.after(.notRestored).isFetch)
        #expect(bench.after(seconds: 100).cancelled == [])
        bench.respond(1)
        #expect(!bench.after(.prefetch(.init())).isFetch)
    }

    // MARK: - by hand

    @Test func cancellingLeavesEverythingAsItWas() {
        var bench = MachineBench.fetched(maxAge: 0)
        let before = bench.state
        bench.foreground()
        bench.after(.wait(90, .refetch(isRestarting: false)))
        let fetch = bench.fetch
        let effects = bench.after(.cancel)
        #expect(effects.cancelled == [fetch])
        #expect(effects.contains(.settle([90], .cancelled)))
        #expect(bench.state == before)
    }

    @Test func resettingForgetsAndFetchesAgain() {
        var bench = MachineBench.fetched()
        #expect(bench.after(.reset).isFetch)
        #expect(bench.state.value == nil)
    }

    @Test func resettingGoesBackToTheInitialValue() {
        var bench = MachineBench()
        let initial = ResourceMachine.Base(value: 5, asOf: 0, facts: ValueFacts(origin: .initial, date: bench.now.date))
        bench.after(.observe(.init(), initial: initial))
        bench.respond(1)
        #expect(bench.after(.reset).isFetch)
        #expect(bench.state.value == 5)
        #expect(bench.state.origin == .initial)
        bench.respond(2)
        #expect(bench.state.value == 2)
    }

    @Test func removingForgetsAndFetchesNothing() {
        var bench = MachineBench.fetched()
        #expect(bench.after(.remove) == [.changed])
        #expect(bench.state.value == nil)
        #expect(bench.state.activity == .idle)
        bench.after(.leave(.init()))
        #expect(bench.after(.remove) == [.changed, .remove])
    }
}
