#if SQLite
import Foundation
import FreshetCore
import FreshetResources
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
final class ColdStartTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "resources-\(UUID()).sqlite")
    private let clock = ManualClock()

    deinit {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
    }

    /// A client of a new process on the same file.
    private func bench() -> LibraryBench {
        LibraryBench(cache: SQLiteCacheStore(file: file), clock: clock)
    }

    @Test func whatIsStoredAndFreshIsTheFirstStateAndNothingIsSent() async throws {
        _ = try await bench().client.resource(.book(7)).value()
        clock.advance(by: .seconds(30))
        let later = bench()
        let book = later.client.resource(.book(7))
        #expect(book.state == ResourceState())
        let recorder = ResourceRecorder(book)
        let first = try await recorder.settled(updates: 1)
        #expect(recorder.states.count == 1)
        #expect(first.value?.title == "First")
        #expect(first.origin == .store)
        #expect(first.date == clock.date - 30)
        #expect(!first.isStale)
        #expect(later.sent == 0)
    }

    @Test func whatIsStoredAndStaleIsTheFirstStateAndOneExchangeFollows() async throws {
        _ = try await bench().client.resource(.book(7)).value()
        clock.advance(by: .seconds(90))
        let later = bench()
        later.server.set { $0.title = "Second" }
        let recorder = ResourceRecorder(later.client.resource(.book(7)))
        try await recorder.settled(updates: 2)
        #expect(recorder.states.first?.value?.title == "First")
        #expect(recorder.states.first?.isStale == true)
        #expect(recorder.last?.value?.title == "Second")
        #expect(later.sent == 1)
        #expect(later.server.transport.requests.first?.head.headerFields[.ifNoneMatch] == "\"First\"")
    }

    @Test(arguments: ["max-age=60, must-revalidate", "no-cache"])
    func aStoredValueThatHasToBeConfirmedIsHiddenWhereThatIsChosen(_ directives: String) async throws {
        let before = bench()
        before.server.set { $0.headers[.cacheControl] = directives }
        _ = try await before.client.resource(.book(7)).value()
        clock.advance(by: .seconds(90))
        let later = bench()
        let gate = later.server.hold()
        let book = later.client.resource(.book(7))
        let shown = ResourceRecorder(book)
        let hidden = ResourceRecorder(book.showingStored(.confirmed).placeholder { Library.Book(title: "…") })
        try await gate.waitUntilWaiting()
        try await shown.state { $0.value?.title == "First" }
        try await hidden.state { $0.value?.title == "…" }
        #expect(hidden.last?.origin == .placeholder)
        gate.open()
        try await hidden.state { $0.value?.title == "First" }
        #expect(hidden.last?.origin == .network)
        #expect(later.sent == 1)
    }

    @Test func aFreshStoredValueNeedsNoConfirmation() async throws {
        let before = bench()
        before.server.set { $0.headers[.cacheControl] = "max-age=60, must-revalidate" }
        _ = try await before.client.resource(.book(7)).value()
        clock.advance(by: .seconds(30))
        let later = bench()
        let recorder = ResourceRecorder(later.client.resource(.book(7)).showingStored(.confirmed))
        try await recorder.settled(updates: 1)
        #expect(recorder.last?.value?.title == "First")
        #expect(later.sent == 0)
    }

    @Test func anInvalidationOutlivesTheProcess() async throws {
        let before = bench()
        _ = try await before.client.resource(.book(7)).value()
        before.client.resources.invalidate(.request(.book(7)))
        let cache = try #require(before.client.cache)
        try await eventually(outside: "a cache on disk works on a queue of its own") {
            try await cache.entries().first?.response.headers[.cacheControl] == "max-age=0"
        }
        clock.advance(by: .seconds(1))
        let later = bench()
        let gate = later.server.hold()
        let recorder = ResourceRecorder(later.client.resource(.book(7)))
        try await recorder.state { $0.value != nil }
        #expect(recorder.states.first?.isStale == true)
        gate.open()
        try await recorder.settled(updates: 2)
        #expect(later.sent == 1)
    }

    @Test(arguments: [ResourceTag("lists"), .id("book", 7)])
    func anInvalidationByTagOutlivesTheProcessThoughNothingWithTheTagWasLoaded(_ tag: ResourceTag) async throws {
        _ = try await bench().client.resource(.shelf).value()
        clock.advance(by: .seconds(1))
        let between = bench()
        between.client.resources.invalidate(.tag(tag), .tag("others"))
        let store = try #require(between.client.cache?.invalidationStore)
        try await eventually(outside: "a cache on disk works on a queue of its own") {
            try await store.invalidations().count == 2
        }
        clock.advance(by: .seconds(1))
        let later = bench()
        let gate = later.server.hold()
        let recorder = ResourceRecorder(later.client.resource(.shelf))
        try await recorder.state { $0.value != nil }
        #expect(recorder.states.first?.isStale == true)
        #expect(recorder.states.first?.value?.count == 1)
        gate.open()
        let done = try await recorder.settled(updates: 2)
        #expect(!done.isStale)
        #expect(later.sent == 1)
        clock.advance(by: .seconds(1))
        let last = bench()
        #expect(try await ResourceRecorder(last.client.resource(.shelf)).settled(updates: 1).isStale == false)
        #expect(last.sent == 0)
    }

    @Test func whatIsStoredAndCannotBeReadIsFetched() async throws {
        struct Edition: Decodable, Sendable { let edition: Int }
        let body = Lock(#"{"id":7}"#)
        let stub = StubTransport { _ in .json(body.withLock { $0 }, headers: [.cacheControl: "max-age=60"]) }
        let events = EventRecorder()
        let client = Client(
            Library(), transport: stub, cache: HTTPCache(store: SQLiteCacheStore(file: file)), observers: [events],
            time: clock.time)
        _ = try await client.value(for: Request<Library, Data>("books/7", reading: .data))
        body.withLock { $0 = #"{"id":7,"edition":2}"# }
        let first = events.events.count
        let edition = ResourceRecorder(client.resource(Request<Library, Edition>("books/7")))
        #expect(try await edition.settled(updates: 1).value?.edition == 2)
        #expect(edition.states.allSatisfy { $0.error == nil })
        #expect(stub.requests.count == 2)
        // Whoever watches the client learns of the body that could not be read.
        let ends = events.events.dropFirst(first).compactMap { event in
            switch event.step {
            case .failed(let error): error.code
            case .finished: "finished"
            default: nil
            }
        }
        #expect(ends == ["decoding", "finished"])
    }

    @Test func whatIsStoredIsReadWithoutAStepThatObserversReceive() async throws {
        _ = try await bench().client.resource(.book(7)).value()
        let events = EventRecorder()
        let later = LibraryBench(cache: SQLiteCacheStore(file: file), clock: clock, observers: [events])
        let recorder = ResourceRecorder(later.client.resource(.book(7)))
        #expect(try await recorder.settled(updates: 1).value?.title == "First")
        #expect(events.events.isEmpty)
    }

    @Test func aModelShowsWhatAnOpenFileHasWhenItHasStarted() async throws {
        let before = bench()
        _ = try await before.client.resource(.shelf).value()
        _ = try await before.client.resource(.book(7)).value()
        let later = bench()
        // It opens the file, and reads what was invalidated in it.
        try await ResourceRecorder(later.client.resource(.shelf)).settled(updates: 1)
        let book = later.client.resource(.book(7))
        let shown = await MainActor.run {
            let model = ResourceModel(book)
            model.start()
            return (model.value?.title, model.origin)
        }
        #expect(shown.0 == "First")
        #expect(shown.1 == .store)
        #expect(later.sent == 0)
    }

    @Test func whatWasSetBeforeTheCacheWasReadStays() async throws {
        _ = try await bench().client.resource(.book(7)).value()
        let later = bench()
        let book = later.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        book.set(Library.Book(title: "Set"), freshFor: .seconds(60))
        let done = try await recorder.settled()
        #expect(done.value?.title == "Set")
        #expect(later.sent == 0)
    }
}
#endif
