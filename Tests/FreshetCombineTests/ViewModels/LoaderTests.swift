import Dispatch
import Foundation
import FreshetCombine
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoaderTests {
    struct Failed: Error {}

    let clock = ManualClock()

    @Test func aValueIsLoadedAndLoadedAgain() {
        let probe = Probe()
        let loader = Loader(scheduler: clock.scheduler) { probe }
        let states = PublisherRecorder(loader.$state)
        loader.load()
        #expect(loader.state.description == "idle")
        clock.advance()
        #expect(loader.state.isLoading)
        probe.send(1)
        probe.send(completion: .finished)
        clock.advance()
        loader.load()
        clock.advance()
        probe.send(2)
        clock.advance()
        #expect(states.values.map(\.description) == ["idle", "loading", "loaded(1)", "loading", "loaded(2)"])
    }

    @Test func loadingWhileItLoadsBeginsAgain() {
        let probe = Probe()
        let loader = Loader(scheduler: clock.scheduler) { probe }
        loader.load()
        loader.load()
        clock.advance()
        // T57: a load that hangs can be replaced, and only the new one is heard.
        #expect(probe.subscriptions == 2)
        #expect(probe.cancels == 1)
    }

    @Test func cancellingBringsBackWhatWasShown() {
        let probe = Probe()
        let loader = Loader(scheduler: clock.scheduler) { probe }
        loader.load()
        clock.advance()
        loader.cancel()
        clock.advance()
        #expect(loader.state.description == "idle")
        loader.load()
        clock.advance()
        probe.send(1)
        probe.send(completion: .finished)
        loader.load()
        clock.advance()
        loader.cancel()
        clock.advance()
        #expect(loader.state.description == "loaded(1)")
        #expect(!loader.fetch.isFetching)
        #expect(!probe.isHeard)
    }

    @Test func aFailedReloadLeavesTheValueAndReportsTheFailureBesideIt() {
        var responses: [AnyPublisher<[Int], any Error>] = [.just([1]), .fail(with: Failed()), .just([2])]
        let loader = Loader(scheduler: clock.scheduler) { responses.removeFirst() }
        for _ in 0..<2 {
            loader.load()
            clock.advance()
        }
        // T69: what was on the screen is still there.
        #expect(loader.fetch.value == [1])
        #expect(loader.fetch.error?.underlying is Failed)
        #expect(loader.fetch.isStale)
        #expect(loader.state.error is Failed)
        loader.load()
        clock.advance()
        #expect(loader.fetch.value == [2])
        #expect(loader.fetch.error == nil)
    }

    @Test("Outputs change on the scheduler, whichever thread calls or responds (T46, T58)")
    func scheduler() async throws {
        let queue = DispatchQueue(label: "screen")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let loader = Loader(scheduler: .queue(queue)) {
            CallbackPublisher<Int, Never> { completion in
                DispatchQueue.global().async { completion.success(1) }
                return nil
            }
        }
        let onQueue = PublisherRecorder(
            loader.objectWillChange.map { DispatchQueue.getSpecific(key: key) == true })
        loader.load()
        try await onQueue.waitForValues(count: 5)
        #expect(!onQueue.values.contains(false))
        #expect(queue.sync { loader.state.value } == 1)
    }

    @Test("The main queue is the default (T46)")
    func mainQueue() async throws {
        let loader = Loader { Just(1) }
        let states = PublisherRecorder(
            loader.$state.dropFirst().map { state in
                dispatchPrecondition(condition: .onQueue(.main))
                return state
            })
        DispatchQueue.global().async(execute: DispatchWorkItem { loader.load() })
        try await states.waitForValues(count: 2)
        #expect(states.values.map(\.description) == ["loading", "loaded(1)"])
    }

    @Test(arguments: [false, true])
    func whatIsReleasedLoadsNothingAndHoldsNothing(callIsPassed: Bool) {
        let probe = Probe()
        weak var released: Loader<Int>?
        do {
            let loader = Loader(scheduler: clock.scheduler) { probe }
            released = loader
            if callIsPassed { loader.load(probe) } else { loader.load() }
            clock.advance()
            #expect(probe.isHeard)
        }
        // T8, T9: nothing keeps it alive, and nothing crashes when its response comes late.
        #expect(released == nil)
        #expect(!probe.isHeard)
        probe.send(1)
        clock.advance()
        #expect(clock.actionCount == 0)
    }

    @Test func withoutACallNothingIsLoaded() {
        let loader = Loader<Int>(scheduler: clock.scheduler)
        loader.load()
        loader.cancel()
        clock.advance()
        #expect(loader.state.description == "idle" && !loader.fetch.isFetching)
    }

    @Test func theLatestCallIsRepeated() {
        let probes = [Probe(), Probe()]
        let loader = Loader(scheduler: clock.scheduler) { probes[0] }
        loader.load(probes[1])
        loader.load()
        clock.advance()
        #expect(probes.map(\.subscriptions) == [0, 2])
        #expect(probes[1].cancels == 1 && loader.state.isLoading)
    }

    @Test func clearingRemovesTheValueAndCancelsTheCall() {
        let probe = Probe()
        let loader = Loader(scheduler: clock.scheduler) { probe }
        loader.load()
        clock.advance()
        probe.send(1)
        clock.advance()
        loader.clear()
        probe.send(2)
        #expect(loader.fetch.value == 1)
        clock.advance()
        #expect(loader.state.description == "idle" && loader.fetch.value == nil && !loader.fetch.isFetching)
        #expect(!probe.isHeard)
        // The value is not restored by a later cancellation.
        loader.load()
        loader.cancel()
        clock.advance()
        #expect(loader.state.description == "idle")
    }

    @Test func whatWasScheduledOfAnEndedCallIsNotReported() {
        let probe = Probe()
        let loader = Loader(scheduler: clock.scheduler) { probe }
        let states = PublisherRecorder(loader.$state)
        loader.load()
        clock.advance()
        loader.cancel()
        probe.send(1)
        probe.send(completion: .finished)
        clock.advance()
        #expect(states.values.map(\.description) == ["idle", "loading", "idle"])
        #expect(loader.fetch.value == nil)
    }

    @Test func aCallStartedByAnObserverReplacesTheOneThatBegins() {
        let probes = [Probe(), Probe()]
        let loader = Loader<Int>(scheduler: .immediate)
        let reaction = loader.$state.filter(\.isLoading).prefix(1).sink { [weak loader] _ in loader?.load(probes[1]) }
        loader.load(probes[0])
        // The observer replaces the call before its publisher is subscribed to.
        #expect(probes.map(\.subscriptions) == [0, 1] && probes[1].isHeard)
        reaction.cancel()
    }

    @Test func aLoaderKeepsWorkingWhenItsCallIsCancelled() {
        let probes = (0..<3).map { _ in Probe() }
        let loader = Loader<Int>(scheduler: clock.scheduler)
        loader.load(probes[0])
        clock.advance()
        loader.cancel()
        clock.advance()
        #expect(loader.state.description == "idle")
        #expect(!probes[0].isHeard)
        loader.load(probes[1])
        clock.advance()
        #expect(loader.state.isLoading)
        probes[1].send(7)
        clock.advance()
        #expect(loader.state.value == 7)
    }

    @Test func requestsAreMadeFromInputs() async throws {
        struct Numbers: Service { let baseURL = "https://numbers.example" }
        let stub = StubTransport { .json($0.path.hasSuffix("7") ? "7" : "8") }
        let client = Client(Numbers(), transport: stub, cache: nil, time: clock.time)
        let loader = Loader<Int>(scheduler: clock.scheduler)
        for number in 7...8 {
            loader.load(Request("\(number)"), from: client)
            try await clock.run(upTo: .zero) { loader.fetch.value == number && !loader.fetch.isFetching }
        }
        #expect(loader.state.value == 8 && stub.requests.count == 2)
    }

    @Test func aFailureEndsOnlyItsCall() {
        let loader = Loader<Int>(scheduler: clock.scheduler)
        loader.load(AnyPublisher<Int, any Error>.fail(with: Failed()))
        clock.advance()
        // T4, T44: the error is reported, and the next input works.
        #expect(loader.state.error is Failed)
        loader.load(Just(1))
        clock.advance()
        #expect(loader.state.value == 1)
    }

    @Test func aReplacedCallSaysNothingMore() {
        let probes = [Probe(), Probe()]
        let loader = Loader<Int>(scheduler: clock.scheduler)
        let states = PublisherRecorder(loader.$state)
        loader.load(probes[0])
        clock.advance()
        probes[0].send(1)
        // The response is on its way to the screen when the next input comes.
        loader.load(probes[1])
        clock.advance()
        // T3, T40: no older response, and no moment of "ready" in between.
        probes[1].send(2)
        clock.advance()
        #expect(states.values.map(\.description) == ["idle", "loading", "loaded(1)", "loading", "loaded(2)"])
        loader.load(probes[0])
        loader.load(probes[1])
        clock.advance()
        let last = states.values.suffix(2)
        #expect(last.map(\.description) == ["loading", "loading"])
    }

    @Test("Ten thousand inputs: one value, one call at a time, nothing left (T7)")
    func superseding() {
        let open = Lock((now: 0, most: 0))
        let loader = Loader<Int>(scheduler: clock.scheduler)
        func call(_ number: Int) -> CallbackPublisher<Int, Never> {
            CallbackPublisher { completion in
                open.withLock { open in
                    open.now += 1
                    open.most = max(open.most, open.now)
                }
                if number == 9_999 { completion.success(number) }
                return { open.withLock { $0.now -= 1 } }
            }
        }
        let states = PublisherRecorder(loader.$state)
        for number in 0..<10_000 {
            loader.load(call(number))
            clock.advance()
        }
        #expect(states.values.compactMap(\.value).first == 9_999)
        #expect(open.withLock { $0.most } == 1)
        #expect(clock.actionCount == 0)
    }
}
