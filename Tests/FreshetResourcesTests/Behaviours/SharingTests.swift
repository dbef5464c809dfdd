import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SharingTests {
    @Test func twoObserversOfEqualRequestsCauseOneExchangeAndSeeTheSameStates() async throws {
        let bench = LibraryBench()
        let first = ResourceRecorder(bench.client.resource(.book(7)))
        let second = ResourceRecorder(bench.client.resource(.book(7)))
        try await first.settled(updates: 1)
        try await second.settled(updates: 1)
        #expect(bench.sent == 1)
        let (seen, alsoSeen) = (first.last, second.last)
        #expect(seen == alsoSeen)
        #expect(seen?.value?.title == "First")
        #expect(bench.client.resource(.book(7)) == bench.client.resource(.book(7)))
        #expect(bench.client.resource(.book(7)) != bench.client.resource(.book(8)))
    }

    @Test func makingAResourceAndReadingItsStateSendNothing() {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        #expect(book.state == ResourceState())
        #expect(book.state.activity == .idle)
        #expect(bench.client.resources.count == 0)
    }

    @Test func aFreshValueIsShownAtOnceAndNothingIsSent() async throws {
        let bench = LibraryBench()
        try await ResourceRecorder(bench.client.resource(.book(7))).settled(updates: 1)
        bench.clock.advance(by: .seconds(30))
        let later = ResourceRecorder(bench.client.resource(.book(7)))
        #expect(later.states.map(\.value?.title) == ["First"])
        #expect(later.last?.activity == .idle)
        #expect(bench.sent == 1)
    }

    @Test func aStaleValueIsShownAtOnceAndOneExchangeFollows() async throws {
        let bench = LibraryBench()
        try await ResourceRecorder(bench.client.resource(.book(7))).settled(updates: 1)
        bench.clock.advance(by: .seconds(60))
        bench.server.set { $0.title = "Second" }
        let later = ResourceRecorder(bench.client.resource(.book(7)))
        #expect(later.states.first?.value?.title == "First")
        #expect(later.states.first?.isStale == true)
        try await later.settled(updates: 2)
        #expect(later.last?.value?.title == "Second")
        #expect(bench.sent == 2)
    }

    @Test func freshFor60SecondsMeansFreshAt59AndStaleAt60() async throws {
        let bench = LibraryBench()
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await recorder.settled(updates: 1)
        bench.clock.advance(by: .seconds(59))
        #expect(bench.client.resource(.book(7)).state.isStale == false)
        bench.clock.advance(by: .seconds(1))
        let stale = try await recorder.state { $0.isStale }
        #expect(stale.activity == .idle)
        #expect(stale.value?.title == "First")
        #expect(bench.sent == 1)
    }

    @Test func anEqualValueIsNoNewsToObserversOfTheValue() async throws {
        let bench = LibraryBench(maxAge: 0)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let values = Lock<[String]>([])
        let task = Task {
            for await value in book.values {
                values.withLock { $0.append(value.title) }
                if value.title == "Last" { return }
            }
        }
        bench.clock.advance(by: .seconds(5))
        _ = try? await book.refetch()
        bench.server.set { $0.title = "Last" }
        _ = try? await book.refetch()
        await task.value
        #expect(values.withLock { $0.last } == "Last")
        #expect(values.withLock { $0.filter { $0 == "First" }.count } <= 1)
        try await recorder.state { $0.updates >= 3 }
    }

    @Test func withoutObserversItIsGoneAfterTheLongestKeepTime() async throws {
        let bench = LibraryBench()
        let long = ResourceRecorder(bench.client.resource(.book(7)).keeping(for: .seconds(900)))
        let short = ResourceRecorder(bench.client.resource(.book(7)).keeping(for: .seconds(10)))
        try await short.settled(updates: 1)
        long.stop()
        bench.clock.advance(by: .seconds(5000))
        #expect(bench.client.resource(.book(7)).state.value != nil)
        short.stop()
        bench.clock.advance(by: .seconds(899))
        #expect(bench.client.resource(.book(7)).state.value != nil)
        bench.clock.advance(by: .seconds(1))
        try await eventually { bench.client.resources.count == 0 }
        #expect(bench.client.resource(.book(7)).state.value == nil)
    }

    @Test func beyondTheLimitTheOneUsedLongestAgoIsRemoved() async throws {
        let bench = LibraryBench()
        bench.client.resources.settings.entryLimit = 2
        for id in 1...3 { _ = try await bench.client.resource(.book(id)).value() }
        #expect(bench.client.resources.count == 2)
        #expect(bench.client.resource(.book(1)).state.value == nil)
        #expect(bench.client.resource(.book(3)).state.value != nil)
        bench.client.resources.removeUnused()
        #expect(bench.client.resources.count == 0)
    }

    @Test func aCallerThatGetsTheFreshValueCountsAsAUse() async throws {
        let bench = LibraryBench()
        bench.client.resources.settings.entryLimit = 2
        for id in [1, 2, 1, 3] { _ = try await bench.client.resource(.book(id)).value() }
        #expect(bench.sent == 3)
        #expect(bench.client.resource(.book(1)).state.value != nil)
        #expect(bench.client.resource(.book(2)).state.value == nil)
        #expect(bench.client.resource(.book(3)).state.value != nil)
    }

    @Test func beyondTheBytesTheOneUsedLongestAgoIsRemoved() async throws {
        let bench = LibraryBench()
        // The body of a book has 36 bytes.
        bench.client.resources.settings.byteLimit = 80
        for id in 1...3 { _ = try await bench.client.resource(.book(id)).value() }
        #expect(bench.client.resource(.book(1)).state.value == nil)
        #expect(bench.client.resource(.book(2)).state.value != nil)
        #expect(bench.client.resource(.book(3)).state.value != nil)
    }

    @Test func whenMemoryIsShortWhatNobodyUsesIsRemoved() async throws {
        let bench = LibraryBench()
        let warning = Lock<(@Sendable () -> Void)?>(nil)
        bench.client.resources.settings.memoryWarnings = MemoryWarnings { act in
            warning.withLock { $0 = act }
            return EnvironmentObservation {}
        }
        let shown = ResourceRecorder(bench.client.resource(.book(1)))
        try await shown.settled(updates: 1)
        _ = try await bench.client.resource(.book(2)).value()
        #expect(bench.client.resources.count == 2)
        let act = try #require(warning.withLock { $0 })
        act()
        #expect(bench.client.resources.count == 1)
        #expect(bench.client.resource(.book(1)).state.value?.title == "First")
        shown.stop()
    }

    @Test func aHandleThatOutlivesItsResourceFollowsTheNextOne() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        #expect(book.state.value?.title == "First")
        bench.client.resources.removeUnused()
        #expect(book.state.value == nil)
        bench.server.set { $0.title = "Second" }
        _ = try await bench.client.resource(.book(7)).value()
        #expect(book.state.value?.title == "Second")
        book.update { $0.title = "Third" }
        #expect(book.state.value?.title == "Third")
    }

    @Test func twoReadingsOfOneAddressAreTwoResources() async throws {
        let bench = LibraryBench()
        let title = bench.client.resource(Request<Library, Library.Book>.book(7).map(\.title))
        let again = bench.client.resource(Request<Library, Library.Book>.book(7).map(\.title))
        let shout = bench.client.resource(
            Request<Library, Library.Book>.book(7).map { $0.title.uppercased() }.named("capitals"))
        #expect(title == again)
        #expect(title != shout)
        #expect(try await title.value() == "First")
        #expect(try await shout.value() == "FIRST")
    }

    @Test func aReadingByAClosureWithoutANameHasAnError() async {
        let bench = LibraryBench()
        let nameless = bench.client.resource(Request<Library, Library.Book>.book(7).map { $0.title.uppercased() })
        #expect(nameless.state.error?.code == FetchError(.invalidRequest("")).code)
        await #expect(throws: FetchError.self) { try await nameless.value() }
        #expect(bench.sent == 0)
    }

    @Test func aRequestThatChangesSomethingHasNoResourceUnlessItSaysThatItReads() async throws {
        let bench = LibraryBench()
        let search = Request<Library, Library.Book>("search", method: .post, body: .json(["text": "sea"]))
        #expect(bench.client.resource(search).state.error != nil)
        let reading = bench.client.resource(search.readingOnly())
        #expect(reading.state.error == nil)
        let recorder = ResourceRecorder(reading)
        try await recorder.settled(updates: 1)
        #expect(bench.sent == 1)
    }

    @Test func withoutARequestThereIsNoValueAndNoExchange() async {
        let bench = LibraryBench()
        let recorder = ResourceRecorder(bench.client.resource(nil as Request<Library, Library.Book>?))
        #expect(recorder.states == [ResourceState()])
        await #expect(throws: FetchError.cancelled) {
            try await bench.client.resource(nil as Request<Library, Library.Book>?).value()
        }
        #expect(bench.sent == 0)
    }
}
