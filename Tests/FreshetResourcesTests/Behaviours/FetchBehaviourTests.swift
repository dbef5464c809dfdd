import Foundation
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

@Suite(.timeLimit(.minutes(1)))
struct FetchBehaviourTests {
    @Test func whenTheLastObserverLeavesTheExchangeIsClosedAfterTheGrace() async throws {
        let bench = LibraryBench()
        let gate = bench.server.hold()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await gate.waitUntilWaiting()
        recorder.stop()
        #expect(book.state.activity == .fetching)
        bench.clock.advance(by: .milliseconds(500))
        try await gate.waitUntilEmpty()
        #expect(book.state == ResourceState())
    }

    @Test func leavingAndComingBackWithinTheGraceIsOneExchange() async throws {
        let bench = LibraryBench()
        let gate = bench.server.hold()
        let book = bench.client.resource(.book(7))
        let first = ResourceRecorder(book)
        try await gate.waitUntilWaiting()
        first.stop()
        bench.clock.advance(by: .milliseconds(400))
        let second = ResourceRecorder(book)
        bench.clock.advance(by: .seconds(5))
        gate.open()
        try await second.settled(updates: 1)
        #expect(bench.sent == 1)
    }

    @Test func whoAwaitsTheValueGetsItThoughTheLastObserverLeft() async throws {
        let bench = LibraryBench(maxAge: 0)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        bench.clock.advance(by: .seconds(10))
        bench.server.set { $0.title = "Second" }
        let gate = bench.server.hold()
        let value = Task { try await book.value() }
        try await gate.waitUntilWaiting()
        recorder.stop()
        bench.clock.advance(by: .seconds(10))
        gate.open()
        #expect(try await value.value.title == "Second")
    }

    @Test func aCallerThatIsCancelledWaitsNoLonger() async throws {
        let bench = LibraryBench()
        let gate = bench.server.hold()
        let value = Task { try await bench.client.resource(.book(7)).value() }
        try await gate.waitUntilWaiting()
        value.cancel()
        await #expect(throws: FetchError.cancelled) { try await value.value }
        bench.clock.advance(by: .milliseconds(500))
        try await gate.waitUntilEmpty()
    }

    @Test func cancellingLeavesValueStalenessAndErrorAsTheyWere() async throws {
        let bench = LibraryBench(maxAge: 0)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        let before = try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        let refetch = Task { try await book.refetch() }
        try await gate.waitUntilWaiting()
        book.cancel()
        await #expect(throws: FetchError.cancelled) { try await refetch.value }
        #expect(book.state == before)
        try await gate.waitUntilEmpty()
    }

    @Test func cancellingAllCallsOfTheClientIsNoFailure() async throws {
        let bench = LibraryBench(maxAge: 0)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        let before = try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        let refetch = Task { try await book.refetch() }
        try await gate.waitUntilWaiting()
        bench.client.cancelAll()
        await #expect {
            try await refetch.value
        } throws: {
            ($0 as? FetchError)?.isCancellation == true
        }
        #expect(book.state == before)
        try await gate.waitUntilEmpty()
    }

    @Test func afterAFailureTheValueStaysAndTheErrorGoesWithTheNextSuccess() async throws {
        let bench = LibraryBench(maxAge: 0)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        bench.server.set { $0.status = 500 }
        await #expect(throws: FetchError.self) { try await book.refetch() }
        let failed = try await recorder.settled(after: 1)
        #expect(failed.value?.title == "First")
        #expect(failed.error != nil)
        bench.clock.advance(by: .seconds(10))
        bench.server.set { $0.status = 200 }
        let gate = bench.server.hold()
        bench.foreground.isActive = false
        bench.foreground.isActive = true
        try await gate.waitUntilWaiting()
        #expect(book.state.activity == .fetching)
        #expect(book.state.error != nil)
        gate.open()
        let done = try await recorder.settled(updates: 2)
        #expect(done.error == nil)
    }

    @Test func afterAFailureANewObserverSendsNothingBeforeTheHoldIsOver() async throws {
        let bench = LibraryBench()
        bench.server.set {
            $0.status = 429
            $0.headers[.retryAfter] = "40"
        }
        let book = bench.client.resource(.book(7))
        try await ResourceRecorder(book).settled(after: 1)
        #expect(bench.sent == 1)
        bench.clock.advance(by: .seconds(39))
        let second = ResourceRecorder(book)
        #expect(second.last?.activity == .idle)
        #expect(second.last?.error != nil)
        bench.clock.advance(by: .seconds(1))
        let third = ResourceRecorder(book)
        #expect(third.states.first?.activity == .fetching)
        try await third.settled(after: 2)
        book.retry()
        try await third.settled(after: 3)
        #expect(bench.sent == 3)
    }

    @Test func betweenAttemptsTheStateSaysWhichOneComesWhenAndWhy() async throws {
        let bench = LibraryBench(retry: RetryPolicy(attempts: 2))
        bench.server.set {
            $0.status = 503
            $0.headers[.retryAfter] = "3"
        }
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        let waiting = try await recorder.state { if case .waiting = $0.activity { true } else { false } }
        guard case .waiting(let attempt, let until, _) = waiting.activity else { return }
        #expect(attempt == 2)
        #expect(until >= bench.clock.date + 3)
        recorder.stop()
        #expect(bench.client.resource(.book(7)).state.activity == .idle)
        #expect(bench.sent == 1)
    }

    @Test(arguments: [false, true])
    func alsoAFetchThatSharesAnExchangeSaysWhichAttemptComesWhenAndWhy(joinsLate: Bool) async throws {
        let events = EventRecorder()
        let bench = LibraryBench(retry: RetryPolicy(attempts: 2), observers: [events])
        bench.server.set {
            $0.status = 503
            $0.headers[.retryAfter] = "3"
        }
        func retries() -> [Retry] {
            events.events.compactMap { if case .retry(let retry) = $0.step { retry } else { nil } }
        }
        func joined() -> Int { events.events.count { if case .joined = $0.step { true } else { false } } }
        let gate = bench.server.hold()
        let start = bench.clock.date
        let first = Task { try await bench.client.value(for: .book(7)) }
        try await gate.waitUntilWaiting()
        if joinsLate {
            gate.open()
            try await eventually { !retries().isEmpty }
            bench.clock.advance(by: .seconds(1))
        }
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await eventually { joined() != 0 }
        gate.open()
        let waiting = try await recorder.state { if case .waiting = $0.activity { true } else { false } }
        let retry = try #require(retries().first)
        guard case .waiting(let attempt, let until, let failure) = waiting.activity else { return }
        #expect(attempt == 2)
        #expect(abs(until.timeIntervalSince(start) - retry.wait / .seconds(1)) < 0.001)
        #expect(failure == retry.failure)
        bench.server.set { $0.status = 200 }
        try await bench.clock.waitForSleepers(dueWithin: retry.wait)
        bench.clock.advance(by: retry.wait)
        #expect(try await recorder.settled(updates: 1).value?.title == "First")
        #expect(try await first.value.title == "First")
        #expect(bench.sent == 2)
        // Other observers of the client see each step once.
        #expect(retries().count == 1)
    }

    @Test func offlineWithNothingThereItIsPausedAndSentOnceWithTheNetwork() async throws {
        let bench = LibraryBench()
        bench.reachability.isOffline = true
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        #expect(recorder.last?.activity == .paused)
        bench.reachability.isOffline = false
        try await recorder.settled(updates: 1)
        #expect(bench.sent == 1)
    }

    @Test(
        "The addresses of this machine are never offline",
        arguments: [
            ("localhost", true), ("api.localhost", true), ("127.0.0.1", true), ("127.8.0.1", true), ("[::1]", true),
            ("library.example", false), ("127.example", false), ("localhost.example", false),
        ])
    func thisMachine(host: String, isSent: Bool) async throws {
        struct Shelf: Service { let baseURL: String }
        let reachability = ManualReachability()
        reachability.isOffline = true
        let stub = StubTransport { _ in .json(#"{"id":7,"title":"First","pages":1}"#) }
        let client = Client(Shelf(baseURL: "http://\(host)"), transport: stub, cache: nil)
        client.resources.settings.reachability = reachability
        let recorder = ResourceRecorder(client.resource(Request<Shelf, Library.Book>("books/7")))
        if isSent { try await recorder.settled(updates: 1) }
        #expect(recorder.last?.activity == (isSent ? .idle : .paused))
        #expect(stub.requests.count == (isSent ? 1 : 0))
    }

    @Test func whoLeavesWhileItIsPausedEndsIt() {
        let bench = LibraryBench()
        bench.reachability.isOffline = true
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        recorder.stop()
        #expect(book.state.activity == .idle)
        bench.reachability.isOffline = false
        #expect(book.state.activity == .idle)
        #expect(bench.sent == 0)
    }

    @Test func foregroundAndReconnectionFetchWhatIsStaleAndObservedOnce() async throws {
        let bench = LibraryBench()
        let stale = ResourceRecorder(bench.client.resource(.book(1)))
        let unobserved = ResourceRecorder(bench.client.resource(.book(2)))
        try await stale.settled(updates: 1)
        try await unobserved.settled(updates: 1)
        unobserved.stop()
        bench.clock.advance(by: .seconds(60))
        let fresh = ResourceRecorder(bench.client.resource(.book(3)))
        try await fresh.settled(updates: 1)
        bench.foreground.isActive = false
        bench.reachability.isOffline = true
        bench.foreground.isActive = true
        bench.reachability.isOffline = false
        try await stale.settled(updates: 2)
        #expect(bench.client.resource(.book(2)).state.activity == .idle)
        #expect(fresh.last?.activity == .idle)
        #expect(bench.sent == 4)
    }

    @Test func tenReturnsToTheForegroundWithinASecondAreOneFetch() async throws {
        let bench = LibraryBench(maxAge: nil)
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await recorder.settled(updates: 1)
        bench.clock.advance(by: .seconds(2))
        for round in 1...10 {
            bench.foreground.isActive = false
            bench.foreground.isActive = true
            bench.reachability.isOffline = true
            bench.reachability.isOffline = false
            try await recorder.settled(updates: 2)
            bench.clock.advance(by: .milliseconds(100))
            #expect(bench.sent == 2, "round \(round)")
        }
        bench.clock.advance(by: .seconds(1))
        bench.foreground.isActive = false
        bench.foreground.isActive = true
        try await recorder.settled(updates: 3)
        #expect(bench.sent == 3)
    }

    @Test func pollingRespectsTheHoldAfterAFailure() async throws {
        let bench = LibraryBench()
        bench.server.set { $0.status = 500 }
        let recorder = ResourceRecorder(bench.client.resource(.book(7)).polling(every: .seconds(1)))
        try await recorder.settled(after: 1)
        for (failures, hold) in zip(1..., [10, 20, 40, 80, 160, 300, 300]) {
            bench.clock.advance(by: .seconds(hold) - .milliseconds(1))
            try await tasksAtRest()
            #expect(recorder.last?.activity == .idle)
            #expect(bench.sent == failures)
            bench.clock.advance(by: .milliseconds(1))
            try await recorder.settled(after: failures + 1)
        }
        recorder.stop()
    }

    @Test func refetchingReturnsTheResponseAndNotWhatIsSetMeanwhile() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        bench.server.set { $0.title = "Second" }
        let gate = bench.server.hold()
        async let refetched = book.refetch()
        try await gate.waitUntilWaiting()
        book.set(Library.Book(title: "Mine"))
        book.update { $0.pages = 3 }
        gate.open()
        #expect(try await refetched == Library.Book(title: "Second"))
        #expect(book.state.value == Library.Book(title: "Mine", pages: 3))
    }

    @Test func aRestartSendsThoughAnotherCallSharesTheExchange() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let gate = bench.server.hold()
        async let call = bench.client.value(for: .book(7))
        try await gate.waitUntilWaiting()
        bench.server.set { $0.title = "Second" }
        let early = Task { try await book.refetch() }
        try await eventually { book.state.isFetching }
        bench.server.set { $0.gate = nil }
        #expect(try await book.refetch(restarting: true).title == "Second")
        #expect(try await early.value.title == "Second")
        gate.open()
        #expect(try await call.title == "First")
        #expect(bench.sent == 2)
        #expect(book.state.value?.title == "Second")
    }

    @Test func aLateResponseReplacesNothingInTheCache() async throws {
        let transport = StubTransport(ignoringCancellation: true)
        let cache = HTTPCache(store: MemoryCacheStore())
        let clock = ManualClock()
        let client = Client(Library(), transport: transport, cache: cache, retry: .never, time: clock.time)
        let book = client.resource(.book(7))
        func response(_ title: String) -> StubTransport.Response {
            .json(#"{"id":7,"title":"\#(title)","pages":1}"#, headers: [.cacheControl: "max-age=60"])
        }
        let first = Task { try await book.value() }
        let early = try await transport.nextRequest()
        async let second = book.refetch(restarting: true)
        try await transport.nextRequest().respond(with: response("Second"))
        #expect(try await second.title == "Second")
        #expect(try await first.value.title == "Second")
        try await eventually { early.isCancelled }
        #expect(cache.sendingCount == 1)
        early.respond(with: response("First"))
        try await eventually { cache.sendingCount == 0 }
        client.resources.removeUnused()
        #expect(client.resources.count == 0)
        #expect(try await book.value().title == "Second")
        #expect(transport.requests.count == 2)
    }

    @Test func theShortestIntervalFetchesAndNoneInTheBackgroundOrUnobserved() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let slow = ResourceRecorder(book.polling(every: .seconds(30)))
        let quick = ResourceRecorder(book.polling(every: .seconds(5)))
        try await quick.settled(updates: 1)
        for round in 2...3 {
            bench.clock.advance(by: .seconds(5))
            try await quick.settled(updates: round)
        }
        #expect(bench.sent == 3)
        bench.foreground.isActive = false
        bench.clock.advance(by: .seconds(20))
        #expect(book.state.activity == .idle)
        bench.foreground.isActive = true
        try await quick.settled(updates: 4)
        slow.stop()
        quick.stop()
        bench.clock.advance(by: .seconds(20))
        #expect(book.state.activity == .idle)
        #expect(bench.sent == 4)
    }

    @Test func whatIsFetchedLaterHasNoTaskLocalValuesOfTheFirstObserver() async throws {
        let causes = Causes()
        let bench = LibraryBench(observers: [causes])
        let book = bench.client.resource(.book(7))
        let recorder = Causes.$current.withValue("observer") { ResourceRecorder(book.polling(every: .seconds(5))) }
        try await recorder.settled(updates: 1)
        bench.clock.advance(by: .seconds(5))
        try await recorder.settled(updates: 2)
        recorder.stop()
        let fed = Gate()
        let feed = Causes.$current.withValue("observer") {
            book.feeding { _ in
                causes.note()
                fed.open()
            }
        }
        await fed.wait()
        feed.cancel()
        #expect(causes.noted.withLock { $0 } == ["observer", nil, nil])
    }

    @Test func prefetchingFillsTheResourceForItsFirstObserver() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        book.prefetch()
        try await eventually { book.state.value != nil }
        let recorder = ResourceRecorder(book)
        #expect(recorder.states.map(\.value?.title) == ["First"])
        #expect(bench.sent == 1)
    }

    @Test func whatIsPrefetchedOfflineIsFetchedWithTheNetwork() async throws {
        let bench = LibraryBench()
        bench.reachability.isOffline = true
        let book = bench.client.resource(.book(7))
        book.prefetch()
        #expect(book.state.activity == .paused)
        bench.reachability.isOffline = false
        try await eventually { book.state.value != nil }
        #expect(bench.sent == 1)
    }
}

/// Notes the task-local value with which calls begin.
private final class Causes: FetchObserver {
    @TaskLocal static var current: String?

    let noted = Lock<[String?]>([])

    func note() { noted.withLock { $0.append(Self.current) } }

    func observe(_ event: FetchEvent) {
        if case .started = event.step { note() }
    }
}
