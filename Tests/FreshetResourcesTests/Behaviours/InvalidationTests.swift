import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InvalidationTests {
    @Test func anObservedResourceIsRefetchedConditionallyThoughItIsFresh() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await recorder.settled(updates: 1)
        bench.client.resources.invalidate(.request(.book(7)))
        let done = try await recorder.settled(updates: 2)
        #expect(!done.isStale)
        let requests = bench.server.transport.requests
        #expect(requests.count == 2)
        #expect(requests.last?.head.headerFields[.ifNoneMatch] == "\"First\"")
        #expect(requests.last?.head.headerFields[.cacheControl] == "max-age=0")
    }

    /// Stored responses are made stale in a task of its own, which may run later than the next call.
    @Test func noCallIsServedWhatIsAboutToBecomeStale() async throws {
        let store = HeldStore()
        let bench = LibraryBench(cache: store)
        _ = try await bench.client.value(for: .book(7))
        let gate = store.hold()
        bench.client.resources.invalidate(.request(.book(7)))
        let book = Task { try await bench.client.value(for: .book(7)) }
        try await tasksAtRest()
        gate.open()
        _ = try await book.value
        #expect(bench.sent == 2)
    }

    @Test func aTagThatTheFirstResponseBringsCountsFromWhenThatWasAskedFor() async throws {
        let bench = LibraryBench()
        let gate = bench.server.hold()
        let recorder = ResourceRecorder(bench.client.resource(.shelf))
        try await gate.waitUntilWaiting()
        bench.client.resources.invalidate(.id("book", 7))
        bench.server.set {
            $0.title = "Second"
            $0.gate = nil
        }
        gate.open()
        let done = try await recorder.state { $0.value?.first?.title == "Second" && $0.activity == .idle }
        #expect(!done.isStale)
        #expect(bench.sent == 2)
        recorder.stop()
    }

    @Test func whatIsImmutableIsAskedForToo() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore(), maxAge: nil)
        bench.server.set { $0.headers[.cacheControl] = "max-age=600, immutable" }
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await recorder.settled(updates: 1)
        bench.client.resources.invalidate(.all)
        try await recorder.settled(updates: 2)
        #expect(bench.sent == 2)
    }

    @Test func anUnobservedResourceIsRefetchedWithItsNextObserver() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let first = ResourceRecorder(book)
        try await first.settled(updates: 1)
        first.stop()
        book.invalidate()
        #expect(book.state.isStale)
        #expect(book.state.activity == .idle)
        try await ResourceRecorder(book).settled(updates: 2)
        #expect(bench.sent == 2)
    }

    @Test func whatIsInvalidatedWhileItIsFetchedIsShownStaleAndFetchedOnceMore() async throws {
        let bench = LibraryBench()
        let gate = bench.server.hold()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await gate.waitUntilWaiting()
        book.invalidate()
        bench.server.set {
            $0.title = "Second"
            $0.gate = nil
        }
        gate.open()
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.title == "Second")
        #expect(!done.isStale)
        #expect(bench.sent == 2)
        #expect(recorder.states.contains { $0.value?.title == "First" && $0.isStale })
    }

    @Test func aHundredInvalidationsInOneTurnCauseOneExchange() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        book.invalidate()
        try await gate.waitUntilWaiting()
        #expect(bench.sent == 2)
        bench.server.set { $0.gate = nil }
        for _ in 0..<99 { book.invalidate() }
        gate.open()
        try await recorder.settled(updates: 3)
        #expect(bench.sent == 3)
    }

    @Test func aFetchThatWasDueBeforeAnInvalidationIsFollowedByAnotherOne() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book.polling(every: .seconds(5)))
        try await recorder.settled(updates: 1)
        bench.foreground.isActive = false
        bench.clock.advance(by: .seconds(20))
        // The app is in the foreground again, and no event has said so.
        bench.client.resources.settings.foreground = nil
        book.invalidate()
        let done = try await recorder.settled(updates: 3)
        #expect(!done.isStale)
        #expect(bench.sent == 3)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filter: ResourceFilter<Library>
        /// Which of book 1, book 2 and the shelf become stale.
        let stale: [Bool]
    }

    @Test(
        "Exactly those that are meant",
        arguments: [
            Case(testDescription: "all", filter: .all, stale: [true, true, true]),
            Case(testDescription: "tag", filter: .tag("lists"), stale: [false, false, true]),
            Case(testDescription: "kind and id", filter: .id("book", 1), stale: [true, false, false]),
            Case(testDescription: "tag of the value", filter: .id("book", 7), stale: [false, false, true]),
            Case(testDescription: "id of another kind", filter: .id("film", 1), stale: [false, false, false]),
            Case(testDescription: "request", filter: .request(.book(2)), stale: [false, true, false]),
            Case(
                testDescription: "reading", filter: .request(Request<Library, Library.Book>.book(2).map(\.title)),
                stale: [false, true, false]),
            Case(testDescription: "prefix", filter: .path("books/"), stale: [true, true, false]),
            Case(
                testDescription: "predicate", filter: .matching { $0.url.hasSuffix("/1") && !$0.isObserved },
                stale: [true, false, false]),
        ])
    func filters(_ example: Case) async throws {
        let bench = LibraryBench()
        let books = [bench.client.resource(.book(1)), bench.client.resource(.book(2))]
        let shelf = bench.client.resource(.shelf)
        for book in books { _ = try await book.value() }
        _ = try await shelf.value()
        bench.client.resources.invalidate(example.filter)
        #expect(books.map(\.state.isStale) + [shelf.state.isStale] == example.stale)
    }

    @Test func aSuccessfulPostMakesWhatIsAtItsAddressStale() async throws {
        let bench = LibraryBench()
        let books = [bench.client.resource(.book(1)), bench.client.resource(.book(2))]
        for book in books { _ = try await book.value() }
        bench.server.set { $0.status = 500 }
        let post = Request<Library, Void>("books/1", method: .post, reading: .nothing)
        try? await bench.client.value(for: post)
        #expect(books.map(\.state.isStale) == [false, false])
        bench.server.set { $0.status = 200 }
        try await bench.client.value(for: post)
        #expect(books.map(\.state.isStale) == [true, false])
    }

    @Test func whatAnOriginWantsClearedIsStale() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        let books = [bench.client.resource(.book(1)), bench.client.resource(.book(2))]
        bench.server.set { $0.headers[.init("Clear-Site-Data")!] = #""cache""# }
        for book in books { _ = try await book.value() }
        #expect(books.map(\.state.isStale) == [false, false])
        bench.server.set { $0.status = 401 }
        try? await bench.client.value(for: Request<Library, Void>("session", method: .delete, reading: .nothing))
        #expect(books.map(\.state.isStale) == [true, true])
    }

    @Test func whatIsClearedAndChangedByOneResponseIsFetchedOnce() async throws {
        let bench = LibraryBench()
        let recorder = ResourceRecorder(bench.client.resource(.book(1)))
        try await recorder.settled(updates: 1)
        bench.server.set { $0.headers[.init("Clear-Site-Data")!] = #""cache""# }
        try await bench.client.value(for: Request<Library, Void>("books/1", method: .delete, reading: .nothing))
        let done = try await recorder.settled(updates: 2)
        #expect(!done.isStale)
        #expect(bench.sent == 3)
    }

    private static let groups = HTTPField.Name("Cache-Groups")!
    private static let invalidation = HTTPField.Name("Cache-Group-Invalidation")!
    private let order = Request<Library, Void>("orders", method: .post, reading: .nothing)

    @Test("Resources in a group that a write invalidates are stale", arguments: [true, false])
    func groups(isCached: Bool) async throws {
        let bench = LibraryBench(cache: isCached ? MemoryCacheStore() : nil)
        let books = [bench.client.resource(.book(1)), bench.client.resource(.book(2)), bench.client.resource(.book(3))]
        for (book, groups) in zip(books, [#""a", "b""#, #""B""#, nil]) {
            bench.server.set { $0.headers[Self.groups] = groups }
            _ = try await book.value()
        }
        bench.server.set { $0.headers = [Self.invalidation: #""c""#] }
        try await bench.client.value(for: order)
        #expect(books.map(\.state.isStale) == [false, false, false])
        bench.server.set { $0.headers = [Self.invalidation: #""b""#] }
        _ = try await bench.client.value(for: .book(4))
        #expect(books.map(\.state.isStale) == [false, false, false])
        bench.server.set { $0.status = 500 }
        try? await bench.client.value(for: order)
        #expect(books.map(\.state.isStale) == [true, false, false])
    }

    @Test func whatIsObservedInAGroupAndAtTheAddressOfAWriteIsFetchedOnce() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        bench.server.set { $0.headers = [Self.groups: #""books""#, Self.invalidation: #""books""#] }
        let recorders = [1, 2].map { ResourceRecorder(bench.client.resource(.book($0))) }
        for recorder in recorders { try await recorder.settled(updates: 1) }
        bench.server.set { $0.title = "Second" }
        try await bench.client.value(for: Request<Library, Void>("books/1", method: .delete, reading: .nothing))
        for recorder in recorders {
            let done = try await recorder.settled(updates: 2)
            #expect(done.value?.title == "Second")
            #expect(!done.isStale)
        }
        #expect(bench.sent == 5)
    }

    @Test func aGroupThatTheFirstResponseBringsCountsFromWhenThatWasAskedFor() async throws {
        let bench = LibraryBench()
        bench.server.set { $0.headers = [Self.groups: #""books""#, Self.invalidation: #""books""#] }
        let gate = bench.server.hold()
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await gate.waitUntilWaiting()
        bench.server.set { $0.gate = nil }
        try await bench.client.value(for: order)
        bench.server.set { $0.title = "Second" }
        gate.open()
        let done = try await recorder.state { $0.value?.title == "Second" && $0.activity == .idle }
        #expect(!done.isStale)
        #expect(bench.sent == 3)
    }

    @Test func aRedirectOfAWriteInvalidatesItsGroupsAndTheResponseToTheGetAfterItNone() async throws {
        let group = Lock(#""a""#)
        let transport = StubTransport { request in
            let path = request.head.path ?? ""
            if request.head.method == .post {
                var redirect = StubTransport.Response.redirect(303, to: "/v1/orders/1")
                redirect.head.headerFields[Self.invalidation] = #""a""#
                return redirect
            }
            var fields: HTTPFields = [.cacheControl: "max-age=60"]
            fields[path.contains("orders") ? Self.invalidation : Self.groups] =
                path.contains("orders") ? #""b""# : group.withLock { $0 }
            return .json(#"{"id":1,"title":"First","pages":1}"#, headers: fields)
        }
        let client = Client(Library(), transport: transport, cache: nil, retry: .never)
        let books = [client.resource(.book(1)), client.resource(.book(2))]
        _ = try await books[0].value()
        group.withLock { $0 = #""b""# }
        _ = try await books[1].value()
        try await client.value(for: order)
        #expect(books.map(\.state.isStale) == [true, false])
    }

    @Test func aWriteOfAPlanFetchesTheGroupsThatItsResponseInvalidates() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        bench.server.set { $0.headers = [Self.groups: #""books""#, Self.invalidation: #""books""#] }
        let recorder = ResourceRecorder(bench.client.resource(.shelf))
        try await recorder.settled(updates: 1)
        _ = try await bench.client.write(.put(Library.Book(title: "Second"))) { _ in }
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.first?.title == "Second")
        #expect(!done.isStale)
        #expect(bench.sent == 3)
    }

    @Test func aSearchByPostDoesNotInvalidateItself() async throws {
        let bench = LibraryBench()
        let search = bench.client.resource(
            Request<Library, Library.Book>("search", method: .post, body: .json(["text": "sea"])).readingOnly())
        _ = try await search.value()
        #expect(!search.state.isStale)
    }

    @Test func anInvalidationOutlivesTheRemovalFromMemory() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        let shelf = bench.client.resource(.shelf)
        _ = try await shelf.value()
        bench.client.resources.removeUnused()
        #expect(bench.client.resources.count == 0)
        bench.client.resources.invalidate(.tag("lists"))
        let recorder = ResourceRecorder(shelf)
        let done = try await recorder.settled(updates: 2)
        // What is stored is fresh by its own fields.
        #expect(!done.isStale)
        #expect(bench.sent == 2)
    }

    @Test func refetchingReturnsWhenWhatIsObservedWasFetched() async throws {
        let bench = LibraryBench()
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await recorder.settled(updates: 1)
        bench.server.set { $0.title = "Second" }
        await bench.client.resources.refetch(.all)
        #expect(bench.client.resource(.book(7)).state.value?.title == "Second")
        #expect(bench.sent == 2)
    }
}
