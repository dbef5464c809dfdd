import Foundation
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SearchTests {
    struct Failed: Error {}

    /// The requests that were made, and what responses them.
    final class Backend {
        var queries: [String] = []
        var probes: [Probe] = []
        var response: ((String) -> AnyPublisher<[String], any Error>)?

        func search(_ query: String) -> AnyPublisher<[String], any Error> {
            queries.append(query)
            if let response { return response(query) }
            let probe = Probe()
            probes.append(probe)
            return probe.map { ["\(query) \($0)"] }.mapError { $0 }.eraseToAnyPublisher()
        }
    }

    let clock = ManualClock()
    let backend = Backend()

    /// A search field with a loader of its results.
    private final class Search {
        let field: SearchField
        let results: Loader<[String]>
        private let queries: AnyCancellable

        init(_ rules: SearchRules, _ scheduler: AnyScheduler, load: @escaping (Loader<[String]>, String) -> Void) {
            field = SearchField(rules: rules, scheduler: scheduler)
            results = Loader(scheduler: scheduler)
            queries = field.$query.dropFirst().sink { [results] query in
                if let query { load(results, query) } else { results.clear() }
            }
        }

        var text: String {
            get { field.text }
            set { field.text = newValue }
        }
        var fetch: FetchState<[String]> { results.fetch }
    }

    private func makeSearch(_ rules: SearchRules = .init()) -> Search {
        Search(rules, clock.scheduler) { [backend] results, query in
            results.load(Deferred { backend.search(query) })
        }
    }

    private struct Library: Service { let baseURL = "https://library.example" }

    private static func request(_ text: String) -> Request<Library, [String]> {
        Request("search", query: ["q": text])
    }

    private func makeSearch(_ client: Client<Library>) -> Search {
        Search(.init(), clock.scheduler) { $0.load(Self.request($1), from: client) }
    }

    private func type(_ text: String, into search: Search) {
        search.text = text
        clock.advance(by: .milliseconds(300))
    }

    @Test func typingIsSearchedOnceItPauses() {
        let search = makeSearch()
        for length in 1...5 {
            search.text = String("apple".prefix(length))
            clock.advance(by: .milliseconds(100))
        }
        // T20: five letters, one request.
        #expect(backend.queries == [])
        clock.advance(by: .milliseconds(200))
        #expect(backend.queries == ["apple"])
        #expect(search.fetch.isFetching)
        backend.probes[0].send(1)
        clock.advance()
        #expect(search.fetch.value == ["apple 1"])
    }

    @Test func aNewQueryCancelsTheOneBefore() {
        let search = makeSearch()
        type("apple", into: search)
        type("pear", into: search)
        #expect(!backend.probes[0].isHeard)
        backend.probes[1].send(1)
        clock.advance()
        // T3: the older response is never shown.
        backend.probes[0].send(9)
        clock.advance()
        #expect(search.fetch.value == ["pear 1"])
    }

    @Test func whatIsNotSearchedSaysWhy() {
        let search = makeSearch(.init(length: 3...5))
        #expect(search.field.idleReason == .empty)
        type(" ab ", into: search)
        // T19: the length rule is reported instead of an empty list.
        #expect(search.field.idleReason == .tooShort(minimum: 3))
        type("abcdef", into: search)
        #expect(search.field.idleReason == .tooLong(maximum: 5))
        type("abc", into: search)
        #expect(search.field.idleReason == nil)
        type("   ", into: search)
        #expect(search.field.idleReason == .empty)
        #expect(search.fetch.value == nil && !search.fetch.isFetching)
        #expect(backend.queries == ["abc"])
        #expect(!backend.probes[0].isHeard)
    }

    @Test func theSameQueryIsSearchedOnce() {
        let search = makeSearch()
        type("apple", into: search)
        type(" apple  ", into: search)
        #expect(backend.queries == ["apple"])
    }

    @Test func whatWasTypedIsSent() {
        let search = makeSearch()
        type("  ABC-7   Ada ", into: search)
        #expect(backend.queries == ["ABC-7 Ada"])
        #expect(search.field.query == "ABC-7 Ada")
        type("abc-7 ada", into: search)
        #expect(backend.queries == ["ABC-7 Ada", "abc-7 ada"])
    }

    @Test func theRulesOfTheCacheDecideWhetherAQueryIsSentAgain() async throws {
        let directives = Lock("no-store")
        let stub = StubTransport { request in
            .json("[\"\(request.query ?? "")\"]", headers: [.cacheControl: directives.withLock { $0 }])
        }
        let client = Client(Library(), transport: stub, cache: HTTPCache(), retry: .never, time: clock.time)
        let search = makeSearch(client)
        func load(_ text: String) async throws {
            type(text, into: search)
            try await results(of: search)
        }
        for text in ["a", "b", "a"] { try await load(text) }
        #expect(stub.requests.map(\.query) == ["q=a", "q=b", "q=a"])
        directives.withLock { $0 = "max-age=60" }
        for text in ["c", "d", "c"] { try await load(text) }
        #expect(stub.requests.count == 5)
        search.results.load(Self.request("c").caching(.reload), from: client)
        try await results(of: search)
        #expect(stub.requests.count == 6)
        clock.advance(by: .seconds(60))
        for text in ["d", "c"] { try await load(text) }
        #expect(stub.requests.count == 8)
        #expect(search.fetch.value == ["q=c"])
    }

    /// Waits until the results of a search are loaded.
    private func results(of search: Search) async throws {
        clock.advance()
        try await clock.run(upTo: .zero) { !search.fetch.isFetching }
    }

    @Test func theErrorOfAClientIsShownAsItIs() async throws {
        let stub = StubTransport { _ in .status(503) }
        let client = Client(Library(), transport: stub, cache: nil, retry: .never, time: clock.time)
        let search = makeSearch(client)
        type("a", into: search)
        try await results(of: search)
        #expect(search.fetch.error?.code == "status.503")
    }

    @Test func aFailureLeavesTheSearchAlive() {
        var isDown = false
        backend.response = { query in isDown ? .fail(with: Failed()) : .just([query]) }
        let search = makeSearch()
        type("apple", into: search)
        isDown = true
        type("pear", into: search)
        // T4, T69: the failure is shown next to the present results.
        #expect(search.fetch.value == ["apple"])
        #expect(search.fetch.error?.underlying is Failed)
        isDown = false
        search.results.load()
        clock.advance()
        #expect(search.fetch.value == ["pear"])
        #expect(search.fetch.error == nil)
    }

    @Test func aSearchThatIsReleasedIsCancelled() {
        weak var released: Search?
        do {
            let search = makeSearch()
            released = search
            type("apple", into: search)
        }
        #expect(released == nil)
        #expect(backend.probes.allSatisfy { !$0.isHeard })
    }

    // MARK: - Cached results

    private func loader(_ cache: Cache<String, [String]> = Cache()) -> SearchResultsLoader<String> {
        SearchResultsLoader(cache: cache, scheduler: clock.scheduler) { [backend] in backend.search($0) }
    }

    @Test func queriesAreNormalisedAndTheirResultsKept() {
        let loader = loader()
        let first = PublisherRecorder(loader.searchForItems(matching: "  Green   Apple "))
        backend.probes[0].send(1)
        backend.probes[0].send(completion: .finished)
        clock.advance()
        // T55: one entry, whatever the case and blanks.
        let second = PublisherRecorder(loader.searchForItems(matching: "green apple"))
        #expect(second.values == [])
        clock.advance()
        // T56: a hit comes on the scheduler, as a miss does.
        #expect(second.values == [["green apple 1"]])
        #expect(first.values == second.values)
        #expect(backend.queries == ["green apple"])
    }

    @Test func equalQueriesShareARequest() {
        let loader = loader()
        let both = [
            PublisherRecorder(loader.searchForItems(matching: "apple")),
            PublisherRecorder(loader.searchForItems(matching: "APPLE")),
        ]
        // T56: one request for both; the first to leave cancels nothing.
        #expect(backend.queries == ["apple"])
        both[0].cancel()
        #expect(backend.probes[0].isHeard)
        backend.probes[0].send(1)
        clock.advance()
        #expect(both[1].values == [["apple 1"]])
        both[1].cancel()
        #expect(!backend.probes[0].isHeard)
    }

    @Test func resultsExpireAndAreBounded() {
        backend.response = { .just([$0]) }
        let loader = loader(Cache(lifetime: .seconds(60), entryLimit: 2, time: clock.time))
        func search(_ query: String) {
            let recorder = PublisherRecorder(loader.searchForItems(matching: query))
            clock.advance()
            #expect(recorder.values == [[query]])
        }
        for query in ["a", "b", "c", "c"] { search(query) }
        #expect(backend.queries == ["a", "b", "c"])
        search("a")
        clock.advance(by: .seconds(61))
        search("a")
        #expect(backend.queries == ["a", "b", "c", "a", "a"])
    }

    @Test func blanksAloneAreDistinguished() {
        let recorder = PublisherRecorder(loader().searchForItems(matching: " \n "))
        guard case .emptyQuery = recorder.failure else {
            Issue.record("It is \(String(describing: recorder.failure)).")
            return
        }
        #expect(backend.queries == [])
    }
}
