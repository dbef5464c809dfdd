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

    private func model(_ rules: SearchRules = .init()) -> SearchModel<String> {
        SearchModel(rules: rules, scheduler: clock.scheduler) { [backend] in backend.search($0) }
    }

    private func type(_ text: String, into model: SearchModel<String>) {
        model.text = text
        clock.advance(by: .milliseconds(300))
    }

    @Test func typingIsSearchedOnceItPauses() {
        let model = model()
        for length in 1...5 {
            model.text = String("apple".prefix(length))
            clock.advance(by: .milliseconds(100))
        }
        // T20: five letters, one request.
        #expect(backend.queries == [])
        clock.advance(by: .milliseconds(200))
        #expect(backend.queries == ["apple"])
        #expect(model.results.isFetching)
        backend.probes[0].send(1)
        clock.advance()
        #expect(model.results.value == ["apple 1"])
    }

    @Test func aNewQueryCancelsTheOneBefore() {
        let model = model()
        type("apple", into: model)
        type("pear", into: model)
        #expect(!backend.probes[0].isHeard)
        backend.probes[1].send(1)
        clock.advance()
        // T3: the older response is never shown.
        backend.probes[0].send(9)
        clock.advance()
        #expect(model.results.value == ["pear 1"])
    }

    @Test func whatIsNotSearchedSaysWhy() {
        let model = model(.init(length: 3...5))
        #expect(model.idleReason == .empty)
        type(" ab ", into: model)
        // T19: the length rule is reported instead of an empty list.
        #expect(model.idleReason == .tooShort(minimum: 3))
        type("abcdef", into: model)
        #expect(model.idleReason == .tooLong(maximum: 5))
        type("abc", into: model)
        #expect(model.idleReason == nil)
        type("   ", into: model)
        #expect(model.idleReason == .empty)
        #expect(model.results.value == nil && !model.results.isFetching)
        #expect(backend.queries == ["abc"])
        #expect(!backend.probes[0].isHeard)
    }

    @Test func theSameQueryIsSearchedOnce() {
        let model = model()
        type("apple", into: model)
        type(" apple  ", into: model)
        #expect(backend.queries == ["apple"])
    }

    @Test func whatWasTypedIsSent() {
        let model = model()
        type("  ABC-7   Ada ", into: model)
        #expect(backend.queries == ["ABC-7 Ada"])
        #expect(model.query == "ABC-7 Ada")
        type("abc-7 ada", into: model)
        #expect(backend.queries == ["ABC-7 Ada", "abc-7 ada"])
    }

    @Test func theRulesOfTheCacheDecideWhetherAQueryIsSentAgain() async throws {
        struct Library: Service { let baseURL = "https://library.example" }
        let directives = Lock("no-store")
        let stub = StubTransport { request in
            .json("[\"\(request.query ?? "")\"]", headers: [.cacheControl: directives.withLock { $0 }])
        }
        let client = Client(Library(), transport: stub, cache: HTTPCache(), retry: .never, time: clock.time)
        let model = SearchModel(client, scheduler: clock.scheduler, items: { $0 }) { text in
            Request<Library, [String]>("search", query: ["q": text])
        }
        func search(_ text: String) async throws {
            type(text, into: model)
            try await results(of: model)
        }
        for text in ["a", "b", "a"] { try await search(text) }
        #expect(stub.requests.map(\.query) == ["q=a", "q=b", "q=a"])
        directives.withLock { $0 = "max-age=60" }
        for text in ["c", "d", "c"] { try await search(text) }
        #expect(stub.requests.count == 5)
        model.retry()
        clock.advance()
        try await results(of: model)
        #expect(stub.requests.count == 6)
        clock.advance(by: .seconds(60))
        for text in ["d", "c"] { try await search(text) }
        #expect(stub.requests.count == 8)
        #expect(model.results.value == ["q=c"])
    }

    /// Waits until the search of a model has ended.
    private func results(of model: SearchModel<String>) async throws {
        clock.advance()
        try await clock.run(upTo: .zero) { !model.results.isFetching }
    }

    @Test func theErrorOfAClientIsShownAsItIs() async throws {
        struct Library: Service { let baseURL = "https://library.example" }
        let stub = StubTransport { _ in .status(503) }
        let client = Client(Library(), transport: stub, cache: nil, retry: .never, time: clock.time)
        let model = SearchModel(client, scheduler: clock.scheduler, items: { $0 }) { text in
            Request<Library, [String]>("search", query: ["q": text])
        }
        type("a", into: model)
        try await results(of: model)
        #expect(model.results.error?.code == "status.503")
    }

    @Test func aFailureLeavesTheSearchAlive() {
        var isDown = false
        backend.response = { query in isDown ? .fail(with: Failed()) : .just([query]) }
        let model = model()
        type("apple", into: model)
        isDown = true
        type("pear", into: model)
        // T4, T69: the failure is shown next to the present results.
        #expect(model.results.value == ["apple"])
        #expect(model.results.error?.underlying is Failed)
        isDown = false
        model.retry()
        clock.advance()
        #expect(model.results.value == ["pear"])
        #expect(model.results.error == nil)
    }

    @Test func aModelThatIsReleasedEndsItsSearch() {
        weak var released: SearchModel<String>?
        do {
            let model = model()
            released = model
            type("apple", into: model)
        }
        #expect(released == nil)
        #expect(backend.probes.allSatisfy { !$0.isHeard })
    }

    // MARK: - The loader beneath

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
