import Foundation
import FreshetCore
import HTTPTypes
import Testing

@testable import FreshetResources

struct ObservingTests {
    // MARK: - observe, restored, not restored

    @Test func theFirstObserverReadsTheCacheBeforeAnythingIsSent() {
        var bench = MachineBench(isRestored: false)
        #expect(bench.after(.observe(.init())) == [.readStore])
        #expect(bench.state.activity == .restoring)
        #expect(bench.after(.observe(.init())) == [])
    }

    @Test func whatIsStoredAndFreshIsShownAndNothingIsSent() {
        var bench = MachineBench(isRestored: false)
        bench.after(.observe(.init()))
        #expect(bench.after(.restored(bench.stored(7, age: 20))) == [.changed])
        #expect(bench.state.value == 7)
        #expect(bench.state.origin == .store)
        #expect(bench.state.date == MachineBench.start - 20)
        #expect(!bench.state.isStale)
    }

    @Test func whatIsStoredAndStaleIsShownAndRevalidated() {
        var bench = MachineBench(isRestored: false)
        bench.after(.observe(.init()))
        let effects = bench.after(.restored(bench.stored(7, age: 61)))
        #expect(effects.plans.map(\.revalidates) == [true])
        #expect(bench.state.value == 7)
        #expect(bench.state.isStale)
    }

    @Test func whatWasSetBeforeTheCacheWasReadStays() {
        var bench = MachineBench(isRestored: false)
        bench.after(.observe(.init()))
        bench.after(.set(3, lifetime: .seconds(60)))
        #expect(!bench.after(.restored(bench.stored(7))).isFetch)
        #expect(bench.state.value == 3)
    }

    @Test func whatIsRemovedWhileTheCacheIsReadStaysRemoved() {
        var bench = MachineBench(isRestored: false)
        bench.after(.observe(.init()))
        bench.after(.remove)
        #expect(bench.after(.restored(bench.stored(7))) == [])
        #expect(bench.state.value == nil)
    }

    @Test func withoutAnythingStoredTheRequestIsSentAsItIs() {
        var bench = MachineBench(isRestored: false)
        bench.after(.observe(.init()))
        let effects = bench.after(.notRestored)
        #expect(effects.plans.map(\.revalidates) == [false])
        #expect(effects.plans.map(\.group) == [0])
        #expect(bench.state.activity == .fetching)
    }

    @Test func anInvalidationWhileTheCacheIsReadIsNotLost() {
        var bench = MachineBench(isRestored: false)
        bench.after(.observe(.init(triggers: [])))
        #expect(bench.after(.invalidate) == [.changed])
        #expect(bench.after(.restored(bench.stored(7))).isFetch)
    }

    @Test func anInitialValueIsUsedOnlyWhereNothingIsStored() {
        var bench = MachineBench(isRestored: false)
        let initial = ResourceMachine.Base(
            value: 5, asOf: 0, facts: ValueFacts(origin: .initial, date: MachineBench.start - 10))
        bench.after(.observe(.init(), initial: initial))
        #expect(bench.state.value == nil)
        #expect(bench.after(.notRestored).isFetch)
        #expect(bench.state.value == 5)
        #expect(bench.state.origin == .initial)

        var other = MachineBench(isRestored: false)
        other.after(.observe(.init(), initial: initial))
        other.after(.restored(other.stored(7)))
        #expect(other.state.value == 7)
    }

    // MARK: - trigger

    @Test func anObserverOfAFreshValueSendsNothing() {
        var bench = MachineBench.fetched()
        bench.after(seconds: 59)
        #expect(bench.after(.observe(.init())) == [])
    }

    @Test func anObserverOfAStaleValueFetches() {
        var bench = MachineBench.fetched()
        bench.after(seconds: 60)
        #expect(bench.after(.observe(.init())).isFetch)
    }

    @Test func anObserverThatAppearsRightAfterAResponseFetchesNothing() {
        var bench = MachineBench.fetched(maxAge: 0)
        bench.after(seconds: 1.5)
        #expect(!bench.after(.observe(.init())).isFetch)
        bench.after(seconds: 0.5)
        #expect(bench.after(.observe(.init())).isFetch)
    }

    @Test func anInvalidationOutweighsTheThrottle() {
        var bench = MachineBench.fetched()
        bench.after(.leave(.init()))
        bench.after(.invalidate)
        #expect(bench.after(.observe(.init())).isFetch)
    }

    @Test(arguments: [
        (ResourceFreshness.asTheServerSays, 60.0), (.lasting(.seconds(5)), 5), (.none, 0),
    ])
    func eachObserverHasAFreshnessOfItsOwn(freshness: ResourceFreshness, end: Double) {
        var bench = MachineBench.fetched()
        bench.after(seconds: max(0, end - 0.5))
        #expect(bench.machine.isStale(freshness, at: bench.now.date) == (end == 0))
        bench.after(seconds: 0.5)
        #expect(bench.machine.isStale(freshness, at: bench.now.date))
    }

    @Test func untilInvalidatedIsFreshForever() {
        var bench = MachineBench.fetched()
        bench.after(seconds: 1e6)
        #expect(!bench.machine.isStale(.untilInvalidated, at: bench.now.date))
        bench.after(.invalidate)
        #expect(bench.machine.isStale(.untilInvalidated, at: bench.now.date))
    }

    @Test func whereThereIsNothingAnObserverFetchesWhateverItsTriggers() {
        var bench = MachineBench()
        #expect(bench.after(.observe(options(triggers: []))).isFetch)
    }

    @Test func aTriggerThatIsNotChosenFetchesNothing() {
        var bench = MachineBench.fetched(options(triggers: .reconnection))
        bench.after(seconds: 60)
        #expect(!bench.foreground().isFetch)
        #expect(bench.after(.reconnection).isFetch)
    }

    @Test func foregroundAndReconnectionTogetherFetchOnce() {
        var bench = MachineBench.fetched()
        bench.after(seconds: 60)
        #expect(bench.foreground().isFetch)
        #expect(!bench.after(.reconnection).isFetch)
    }

    @Test func aRequestThatIsServedFromTheStoreAloneIsNotRefreshed() {
        var rules = ResourceRules()
        rules.isFromStoreOnly = true
        var bench = MachineBench(rules: rules, isRestored: false)
        bench.after(.observe(.init()))
        #expect(!bench.after(.restored(bench.stored(7, age: 1000))).isFetch)
        #expect(!bench.foreground().isFetch)
    }

    // MARK: - the last observer leaves

    @Test func afterTheLastObserverTheFetchGoesOnForTheGrace() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        let fetch = bench.fetch
        #expect(bench.after(.leave(.init())) == [])
        #expect(bench.after(seconds: 0.4) == [])
        #expect(bench.after(seconds: 0.1).cancelled == [fetch])
        #expect(bench.state.activity == .idle)
        #expect(bench.state.error == nil)
    }

    @Test func whoComesBackWithinTheGraceKeepsTheFetch() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        bench.after(.leave(.init()))
        bench.after(seconds: 0.4)
        #expect(bench.after(.observe(.init())) == [])
        #expect(bench.after(seconds: 10).cancelled == [])
        #expect(bench.state.activity == .fetching)
    }

    @Test func whoGoesToAnotherResourceCancelsAtOnce() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        let fetch = bench.fetch
        #expect(bench.after(.leave(.init(), isReplaced: true)).cancelled == [fetch])
    }

    @Test func aFetchThatWaitsForItsNextAttemptEndsWithoutGrace() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        let fetch = bench.fetch
        bench.after(.retry(fetch, attempt: 2, until: bench.now.date + 5, failure: "status-503"))
        #expect(bench.after(.leave(.init())).cancelled == [fetch])
    }

    @Test func aFetchThatIsToContinueIsNotCancelled() {
        var bench = MachineBench()
        let options = options { $0.continuesUnobserved = true }
        bench.after(.observe(options))
        bench.after(.leave(options))
        #expect(bench.after(seconds: 10).cancelled == [])
        bench.respond(1)
        #expect(bench.state.value == 1)
    }

    @Test func whatNobodyUsesIsRemovedAfterTheLongestKeepTime() {
        let long = options { $0.keepTime = .seconds(900) }
        let short = options { $0.keepTime = .seconds(10) }
        var bench = MachineBench.fetched(maxAge: 60, long)
        bench.after(.observe(short))
        bench.after(.leave(long))
        bench.after(seconds: 5000)
        bench.after(.leave(short))
        #expect(bench.after(seconds: 899) == [])
        #expect(bench.after(seconds: 1) == [.remove])
        // A handle may outlive it.
        #expect(bench.machine.base?.value == nil)
    }

    @Test func whatMustNotBeStoredIsRemovedWithItsLastObserver() {
        var bench = MachineBench()
        bench.after(.observe(.init()))
        var fetched = bench.fetched(1)
        fetched.facts.isUnstorable = true
        bench.after(.response(bench.fetch, fetched))
        #expect(bench.after(seconds: 1000) == [.changed])
        #expect(bench.after(.leave(.init())) == [.remove])
    }

    @Test func aRemovedMachineDoesNothing() {
        var bench = MachineBench.fetched()
        bench.after(.leave(.init()))
        bench.after(seconds: 300)
        #expect(bench.machine.isRemoved)
        #expect(bench.after(.observe(.init())) == [])
    }

    // MARK: - expiry, intervals

    @Test func becomingStaleIsReported() {
        var bench = MachineBench.fetched()
        #expect(bench.machine.nextDeadline(bench.now) == .seconds(60))
        #expect(bench.after(seconds: 59) == [])
        #expect(bench.after(seconds: 1) == [.changed])
        #expect(bench.state.isStale)
        #expect(bench.machine.nextDeadline(bench.now) == nil)
    }

    @Test func expiryFetchesWhereItIsChosenAtMostEveryFiveSeconds() {
        var bench = MachineBench.fetched(maxAge: 1, options(triggers: .expiry))
        #expect(!bench.after(seconds: 1).isFetch)
        #expect(bench.machine.nextDeadline(bench.now) == .seconds(5))
        #expect(bench.after(seconds: 4).isFetch)
    }

    @Test func whatIsServedFromTheStoreAloneWakesNobodyAfterItsExpiry() {
        var bench = MachineBench(rules: ResourceRules(isFromStoreOnly: true))
        bench.after(.observe(.init(triggers: .expiry)))
        bench.respond(1, maxAge: 60)
        bench.after(seconds: 100)
        #expect(bench.machine.nextDeadline(bench.now) == nil)
    }

    @Test func theShortestIntervalCountsFromTheEndOfTheLastFetch() {
        var bench = MachineBench()
        bench.after(.observe(options { $0.interval = .seconds(30) }))
        bench.after(.observe(options { $0.interval = .seconds(5) }))
        bench.after(seconds: 2)
        bench.respond(1)
        #expect(bench.machine.nextDeadline(bench.now) == .seconds(7))
        #expect(!bench.after(seconds: 4.9).isFetch)
        #expect(bench.after(seconds: 0.1).isFetch)
    }

    @Test func inTheBackgroundNothingIsFetchedAtIntervals() {
        var bench = MachineBench.fetched(options { $0.interval = .seconds(5) })
        bench.now.isBackground = true
        #expect(!bench.after(seconds: 20).isFetch)
        #expect(bench.machine.nextDeadline(bench.now) == .seconds(60))
        bench.now.isBackground = false
        #expect(bench.foreground().plans.count == 1)
    }

    private func options(
        triggers: RefetchTriggers = .standard, _ change: (inout ObservationOptions) -> Void = { _ in }
    ) -> ObservationOptions {
        var options = ObservationOptions(triggers: triggers)
        change(&options)
        return options
    }
}

extension MachineBench {
    fileprivate static func fetched(_ options: ObservationOptions) -> MachineBench { fetched(1, maxAge: 60, options) }
    fileprivate static func fetched(maxAge: Double, _ options: ObservationOptions) -> MachineBench {
        fetched(1, maxAge: maxAge, options)
    }
}
