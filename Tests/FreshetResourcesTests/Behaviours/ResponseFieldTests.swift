import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

/// What the fields of a response and the cache policy of a request mean for the state of a resource.
@Suite(.timeLimit(.minutes(1)))
struct ResponseFieldTests {
    struct Lifetime: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let seconds: Int
        let fields: @Sendable (Date) -> HTTPFields

        init(_ text: String, _ seconds: Int, fields: @escaping @Sendable (Date) -> HTTPFields) {
            testDescription = text
            self.seconds = seconds
            self.fields = fields
        }

        /// The value of a field that contains a date.
        static func text(_ date: Date) -> String { HTTPDate.text(of: date) ?? "" }
    }

    @Test(
        "A value is fresh as long as its response says, and what becomes stale is not fetched by itself",
        arguments: [
            Lifetime("max-age", 60) { _ in [.cacheControl: "max-age=60"] },
            Lifetime("max-age with an age", 40) { _ in [.cacheControl: "max-age=60", .age: "20"] },
            Lifetime("Expires", 90) { [.date: Lifetime.text($0), .expires: Lifetime.text($0 + 90)] },
            Lifetime("a tenth of the time since the last change", 100) {
                [.date: Lifetime.text($0), .lastModified: Lifetime.text($0 - 1000)]
            },
            Lifetime("immutable", 60) { _ in [.cacheControl: "max-age=60, immutable"] },
            Lifetime("no-cache", 0) { _ in [.cacheControl: "max-age=60, no-cache"] },
            Lifetime("max-age=0", 0) { _ in [.cacheControl: "max-age=0, private, must-revalidate"] },
            Lifetime("nothing", 0) { _ in [:] },
        ])
    func lifetimes(_ example: Lifetime) async throws {
        for store in [nil, MemoryCacheStore()] {
            let bench = LibraryBench(cache: store, maxAge: nil)
            bench.server.set { $0.headers = example.fields(bench.clock.date) }
            let recorder = ResourceRecorder(bench.client.resource(.book(7)))
            let first = try await recorder.settled(updates: 1)
            #expect(first.isStale == (example.seconds == 0))
            if example.seconds > 0 {
                bench.clock.advance(by: .seconds(example.seconds - 1))
                #expect(bench.client.resource(.book(7)).state.isStale == false)
                bench.clock.advance(by: .seconds(1))
                try await recorder.state { $0.isStale }
            }
            bench.clock.advance(by: .seconds(1000))
            #expect(bench.client.resource(.book(7)).state.activity == .idle)
            #expect(bench.sent == 1)
        }
    }

    @Test func whatMayBeServedStaleIsRevalidatedOnce() async throws {
        let store = MemoryCacheStore()
        let before = LibraryBench(cache: store)
        before.server.set { $0.headers[.cacheControl] = "max-age=60, stale-while-revalidate=600" }
        _ = try await before.client.resource(.book(7)).value()
        before.clock.advance(by: .seconds(90))
        let later = LibraryBench(cache: store, clock: before.clock)
        later.server.set { $0.title = "Second" }
        let gate = later.server.hold()
        let recorder = ResourceRecorder(later.client.resource(.book(7)))
        try await gate.waitUntilWaiting()
        let stale = try await recorder.state { $0.value?.title == "First" && $0.activity == .fetching }
        #expect(stale.isStale)
        gate.open()
        let done = try await recorder.settled(updates: 2)
        #expect(done.value?.title == "Second")
        #expect(!done.isStale)
        #expect(later.sent == 1)
    }

    @Test func whatIsServedInsteadOfAFailureIsStaleBesideTheErrorAndHolds() async throws {
        let store = MemoryCacheStore()
        let before = LibraryBench(cache: store)
        before.server.set { $0.headers[.cacheControl] = "max-age=60, stale-if-error=600" }
        _ = try await before.client.resource(.book(7)).value()
        before.clock.advance(by: .seconds(90))
        let later = LibraryBench(cache: store, clock: before.clock)
        later.server.set { $0.status = 500 }
        let book = later.client.resource(.book(7))
        let failed = try await ResourceRecorder(book).settled(after: 1)
        #expect(failed.value?.title == "First")
        #expect(failed.isStale)
        #expect(failed.error != nil)
        later.clock.advance(by: .seconds(9))
        #expect(ResourceRecorder(book).last?.activity == .idle)
        #expect(later.sent == 1)
        later.clock.advance(by: .seconds(1))
        let gate = later.server.hold()
        let recorder = ResourceRecorder(book)
        try await gate.waitUntilWaiting()
        #expect(book.state.activity == .fetching)
        #expect(book.state.error != nil)
        gate.open()
        try await recorder.settled(after: 2)
    }

    @Test func theLifetimeOfARequestTakesTheOneOfTheResponse() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        let book = bench.client.resource(.book(7).caching(.lifetime(.seconds(600))))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        bench.clock.advance(by: .seconds(599))
        #expect(!book.state.isStale)
        bench.clock.advance(by: .seconds(1))
        try await recorder.state { $0.isStale }
        #expect(bench.sent == 1)
    }

    @Test func aRequestThatPrefersTheStoreIsNotSentByItselfAndAnInvalidationOfItEnds() async throws {
        let store = MemoryCacheStore()
        let before = LibraryBench(cache: store)
        _ = try await before.client.resource(.book(7)).value()
        before.clock.advance(by: .seconds(90))
        let later = LibraryBench(cache: store, clock: before.clock)
        let book = later.client.resource(.book(7).caching(.cacheElseLoad))
        let recorder = ResourceRecorder(book)
        let shown = try await recorder.settled(updates: 1)
        #expect(shown.value?.title == "First")
        #expect(shown.isStale)
        later.foreground.isActive = false
        later.foreground.isActive = true
        #expect(book.state.activity == .idle)
        book.invalidate()
        let again = try await recorder.settled(updates: 2)
        #expect(again.isStale)
        #expect(again.value?.title == "First")
        #expect(later.sent == 0)
    }

    @Test func whatMustNotBeStoredIsGoneWithItsLastObserverFromMemoryAndIsInNoStore() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        bench.server.set { $0.headers[.cacheControl] = "max-age=60, no-store" }
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        #expect(try await recorder.settled(updates: 1).isStale == false)
        bench.clock.advance(by: .seconds(30))
        #expect(book.state.value?.title == "First")
        recorder.stop()
        #expect(book.state.value == nil)
        #expect(bench.client.resources.count == 0)
        #expect(try await bench.client.cache?.entries().isEmpty == true)
    }

    @Test func aRedirectedResourceIsKnownByTheAddressThatWasAskedFor() async throws {
        let stub = StubTransport { request in
            if request.head.path?.hasSuffix("books/7") == true { return .redirect(to: "/v1/books/8") }
            return .json(#"{"id":8,"title":"Elsewhere","pages":1}"#, headers: [.cacheControl: "max-age=60"])
        }
        let client = Client(Library(), transport: stub, cache: nil)
        let recorder = ResourceRecorder(client.resource(.book(7)))
        #expect(try await recorder.settled(updates: 1).value?.title == "Elsewhere")
        #expect(client.resource(.book(8)).state.value == nil)
        client.resources.invalidate(.request(.book(8)))
        #expect(!client.resource(.book(7)).state.isStale)
        client.resources.invalidate(.request(.book(7)))
        try await recorder.settled(updates: 2)
        let paths = stub.requests.compactMap(\.head.path)
        #expect(paths == ["/v1/books/7", "/v1/books/8", "/v1/books/7", "/v1/books/8"])
    }
}
