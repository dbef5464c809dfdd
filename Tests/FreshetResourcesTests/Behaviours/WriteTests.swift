import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WriteTests {
    let bench = LibraryBench(cache: MemoryCacheStore())

    private var book: Resource<Library.Book> { bench.client.resource(.book(7)) }

    /// Lets responses to what is requested from now on come at once.
    private func release(_ gate: Gate) {
        bench.server.set { $0.gate = nil }
        gate.open()
    }

    @Test func aWriteIsShownAtOnceAndTheServerIsAskedAfterwards() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        let write = Task {
            try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        }
        try await gate.waitUntilWaiting()
        #expect(book.state.value?.pages == 200)
        #expect(book.state.pendingChanges == 1)
        release(gate)
        try await write.value
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.pages == 200)
        #expect(done.pendingChanges == 0)
        #expect(bench.sent == 3)
        let first = try #require(recorder.states.firstIndex { $0.value?.pages == 200 })
        #expect(recorder.states[first...].allSatisfy { $0.value?.pages == 200 })
    }

    @Test func aRefusedWriteGoesAtOnceWithTheError() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        bench.server.set { $0.status = 422 }
        let write = Task {
            try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        }
        try await gate.waitUntilWaiting()
        #expect(book.state.value?.pages == 200)
        bench.server.set { $0.status = 200 }
        release(gate)
        await #expect(throws: FetchError.self) { try await write.value }
        #expect(book.state.value?.pages == 100)
        try await recorder.settled(updates: 2)
        #expect(recorder.last?.error == nil)
    }

    @Test func ofTwoOverlappingWritesToTwoFieldsThatWhichFailsLeavesExactlyTheOther() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let first = bench.server.hold()
        bench.server.set { $0.status = 422 }
        let failing = Task {
            try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        }
        try await first.waitUntilWaiting()
        let second = bench.server.hold()
        bench.server.set { $0.status = 200 }
        let succeeding = Task {
            try await bench.client.write(.put(Library.Book(title: "Second"))) {
                $0.update(.book(7)) { $0.title = "Second" }
            }
        }
        try await second.waitUntilWaiting()
        #expect(book.state.value == Library.Book(title: "Second", pages: 200))
        first.open()
        await #expect(throws: FetchError.self) { try await failing.value }
        #expect(book.state.value == Library.Book(title: "Second", pages: 100))
        release(second)
        _ = try await succeeding.value
        let done = try await recorder.settled(updates: 2)
        #expect(done.value == Library.Book(title: "Second", pages: 100))
    }

    @Test func aWriteOfUnknownOutcomeStaysUntilTheServerWasAsked() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        bench.server.set { $0.failure = FetchError(.connectionLost) }
        await #expect(throws: FetchError.self) {
            try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        }
        // The server is asked at once. A refetch would join that request.
        try await recorder.settled(after: 1)
        #expect(book.state.value?.pages == 200)
        bench.server.set { $0.failure = nil }
        _ = try await book.refetch()
        #expect(book.state.value?.pages == 100)
    }

    @Test func whatWasNeverSentLeavesNothing() async throws {
        _ = try await book.value()
        bench.server.set { $0.failure = FetchError(.cannotConnect(.refused)) }
        await #expect(throws: FetchError.self) {
            try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        }
        #expect(book.state.value?.pages == 100)
    }

    @Test func theResponseOfAWriteIsTheValueOfItsResourceAndNothingIsFetched() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        try await bench.client.write(.put(Library.Book(title: "Second"))) { $0.setsResult(of: .book(7)) }
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.title == "Second")
        #expect(!done.isStale)
        #expect(done.response?.headerFields[.eTag] == "\"Second\"")
        #expect(bench.sent == 2)
    }

    @Test func aChangeAndTheResponseOfItsWriteNeedNoFetchEither() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        try await bench.client.write(.put(Library.Book(title: "Second"))) {
            $0.update(.book(7)) { $0.title = "Second?" }
            $0.setsResult(of: .book(7))
        }
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.title == "Second")
        #expect(!done.isStale)
        #expect(bench.sent == 2)
    }

    @Test func theResponseOfAWriteChangesAnotherResource() async throws {
        _ = try await bench.client.resource(.shelf).value()
        try await bench.client.write(.put(Library.Book(id: 8, title: "Second"))) {
            $0.setsResult(of: .shelf) { shelf, book in shelf = [book] }
        }
        #expect(bench.client.resource(.shelf).state.value?.first?.title == "Second")
        #expect(bench.client.resource(.shelf).state.isStale)
    }

    @Test func resourcesWithATagAreChangedAndStaleAfterwards() async throws {
        _ = try await bench.client.resource(.shelf).value()
        _ = try await bench.client.resource(.book(1)).value()
        try await bench.client.write(.setPages(200)) {
            $0.update(.id("book", 7), as: [Library.Book].self) { $0[0].pages = 200 }
            $0.invalidates(.request(.book(1)))
        }
        #expect(bench.client.resource(.shelf).state.value?.first?.pages == 200)
        #expect(bench.client.resource(.shelf).state.isStale)
        #expect(bench.client.resource(.book(1)).state.isStale)
    }

    @Test func aConfirmedWriteIsNotUndoneByWhatIsStored() async throws {
        _ = try await book.value()
        try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        let cache = try #require(bench.client.cache)
        try await tasksAtRest()
        #expect(try await cache.usage().entries == 0)
        bench.client.resources.removeUnused()
        #expect(book.state.value == nil)
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        #expect(recorder.states.allSatisfy { $0.value?.pages != 100 })
        #expect(recorder.last?.value?.pages == 200)
    }

    @Test func aSignOutTakesWritesWithIt() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        let gate = bench.server.hold()
        let write = Task {
            try await bench.client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        }
        try await gate.waitUntilWaiting()
        account.name = "bob"
        bench.client.resources.accountDidChange()
        #expect(book.state.value == nil)
        gate.open()
        try await write.value
        #expect(book.state == ResourceState())
        #expect(bench.client.resources.count == 0)
    }

    @Test func aWriteWithTheValidatorOfWhatIsShownIsRefusedWhereTheServerHasAnother() async throws {
        _ = try await book.value()
        let head = try #require(book.state.response)
        bench.server.set { $0.status = 412 }
        let write = Request<Library, Library.Book>.put(Library.Book(title: "Mine")).ifUnchanged(since: head)
        await #expect {
            try await bench.client.write(write) { $0.update(.book(7)) { $0.title = "Mine" } }
        } throws: {
            ($0 as? FetchError)?.kind == .precondition(.failed)
        }
        #expect(bench.server.transport.requests.last?.head.headerFields[.ifMatch] == "\"First\"")
        #expect(book.state.value?.title == "First")
        #expect(book.state.isStale)
    }

    @Test(
        "Of overlapping writes that make a resource stale, the last one causes the fetch",
        arguments: [Naming.tag, .request, .prefix, .all, .matching, .address])
    func overlapping(_ naming: Naming) async throws {
        let transport = StubTransport()
        let client = Client(Library(), transport: transport, cache: nil, retry: .never, time: bench.clock.time)
        let shelf = client.resource(.shelf)
        let recorder = ResourceRecorder(shelf)
        let fresh = StubTransport.Response.json("[]", headers: [.cacheControl: "max-age=60"])
        try await transport.nextRequest().respond(with: fresh)
        try await recorder.settled(updates: 1)
        var writes: [(call: Task<Void, any Error>, request: StubTransport.HeldRequest)] = []
        for pages in 1...5 {
            let call = Task { try await client.write(naming.request(pages)) { naming.plan(&$0) } }
            writes.append((call, try await transport.nextRequest()))
        }
        // The last one fails, and changes nothing.
        for (number, write) in zip(1..., writes) {
            #expect(shelf.state.activity == .idle)
            #expect(shelf.state.isStale == (number > 1))
            write.request.respond(with: .status(number == 5 ? 422 : 204))
            _ = await write.call.result
        }
        try await transport.nextRequest().respond(with: fresh)
        let done = try await recorder.settled(updates: 2)
        #expect(!done.isStale)
        #expect(transport.requests.count == 7)
        recorder.stop()
    }

    /// How a write makes the shelf stale.
    enum Naming: Sendable {
        case tag, request, prefix, all, matching
        /// By its own address.
        case address

        func request(_ pages: Int) -> Request<Library, Void> {
            self == .address ? Request("shelf", method: .post, reading: .nothing) : .setPages(pages)
        }

        func plan(_ plan: inout WritePlan<Library, Void>) {
            switch self {
            case .tag: plan.invalidates(.tag("lists"))
            case .request: plan.invalidates(.request(.shelf))
            case .prefix: plan.invalidates(.path("shelf"))
            case .all: plan.invalidates(.all)
            case .matching: plan.invalidates(.matching { $0.tags.contains("lists") })
            case .address: break
            }
        }
    }

    @Test func aResourceThatComesDuringAWriteWaitsForItToo() async throws {
        let transport = StubTransport()
        let client = Client(Library(), transport: transport, cache: nil, retry: .never, time: bench.clock.time)
        let writes = (1...2).map { pages in
            Task { try await client.write(.setPages(pages)) { $0.invalidates(.id("book", 7)) } }
        }
        let requests = [try await transport.nextRequest(), try await transport.nextRequest()]
        // Its tag is that of its response.
        let recorder = ResourceRecorder(client.resource(.shelf))
        try await transport.nextRequest().respond(with: .json(#"[{"id":7,"title":"First","pages":1}]"#))
        try await recorder.settled(updates: 1)
        requests[0].respond(with: .status(204))
        try await recorder.state { $0.isStale }
        #expect(recorder.last?.activity == .idle)
        requests[1].respond(with: .status(204))
        try await transport.nextRequest().respond(with: .json("[]"))
        try await recorder.settled(updates: 2)
        for write in writes { try await write.value }
        #expect(transport.requests.count == 4)
        recorder.stop()
    }

    @Test func whatIsInvalidatedByHandDoesNotWaitForAWriteThatNamesIt() async throws {
        let recorder = ResourceRecorder(bench.client.resource(.shelf))
        try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        let write = Task { try await bench.client.write(.setPages(200)) { $0.invalidates(.tag("lists")) } }
        try await gate.waitUntilWaiting()
        bench.server.set { $0.gate = nil }
        bench.client.resources.invalidate(.tag("lists"))
        try await recorder.settled(updates: 2)
        gate.open()
        try await write.value
        try await recorder.settled(updates: 3)
        recorder.stop()
    }

    @Test func aChangeThatGivesSomethingElseTwiceIsReportedWithItsSourceLine() async throws {
        let reports = Lock<[String]>([])
        bench.client.resources.settings.reportMisuse = { message in reports.withLock { $0.append(message) } }
        _ = try await book.value()
        try await bench.client.write(.setPages(101)) { $0.update(.book(7)) { $0.pages += 1 } }
        _ = book.state
        #expect(reports.withLock { $0.first }?.contains("WriteTests.swift:") == true)
        reports.withLock { $0 = [] }
        try await bench.client.write(.setPages(102)) { $0.update(.book(7)) { $0.pages = 102 } }
        #expect(book.state.value?.pages == 102)
    }

    @Test func aWriteOfWhatIsNotInMemoryIsOnTheValueThatComes() async throws {
        let gate = bench.server.hold()
        let write = Task {
            try await bench.client.write(.setPages(100)) { $0.update(.book(7)) { $0.title = "Mine" } }
        }
        try await gate.waitUntilWaiting()
        bench.server.set { $0.gate = nil }
        _ = try await book.value()
        #expect(book.state.value?.title == "Mine")
        gate.open()
        try await write.value
        #expect(book.state.value?.title == "Mine")
        _ = try await book.refetch()
        #expect(book.state.value?.title == "First")
    }

    @Test func whileTheServerSettlesTheWriteStaysAndNothingIsFetched() async throws {
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        try await bench.client.write(.setPages(200)) {
            $0.settling = .seconds(1)
            $0.update(.book(7)) { $0.pages = 200 }
        }
        #expect(book.state.pendingChanges == 1)
        #expect(book.state.value?.pages == 200)
        book.invalidate()
        #expect(book.state.activity == .idle)
        #expect(bench.sent == 2)
        bench.clock.advance(by: .seconds(1))
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.pages == 200)
        #expect(done.pendingChanges == 0)
        #expect(!done.isStale)
        #expect(bench.sent == 3)
    }

    @Test func afterAWriteWhatWasEvictedJoinsNoExchangeFromBefore() async throws {
        let bench = LibraryBench()
        let client = bench.client
        let book = client.resource(.book(7))
        _ = try await book.value()
        let gate = bench.server.hold()
        async let early = client.value(for: .book(7))
        try await gate.waitUntilWaiting()
        bench.server.set { $0.gate = nil }
        try await client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } }
        client.resources.removeUnused()
        #expect(client.resources.count == 0)
        let second = bench.server.hold()
        let recorder = ResourceRecorder(book)
        try await second.waitUntilWaiting()
        gate.open()
        #expect(try await early.pages == 100)
        second.open()
        let done = try await recorder.settled(updates: 1)
        #expect(done.value?.pages == 200)
        recorder.stop()
    }
}
