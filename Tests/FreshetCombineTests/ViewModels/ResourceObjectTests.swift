import Foundation
import FreshetCombine
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

private struct Archive: Service {
    let baseURL = "https://archive.example"
}

extension Request where API == Archive, Value == String {
    fileprivate static func page(_ number: Int) -> Self { Request("pages/\(number)", reading: .text) }
}

/// A resource as a publisher and as an observable object.
@Suite(.timeLimit(.minutes(1)))
struct ResourceObjectTests {
    private let server = StubTransport { request in
        StubTransport.Response(
            headers: [.contentType: "text/plain", .cacheControl: "max-age=60"],
            chunks: [Data("at \(request.head.path ?? "")".utf8)])
    }
    private let client: Client<Archive>
    private let clock = ManualClock()

    init() {
        client = Client(Archive(), transport: server, cache: nil, time: clock.time)
    }

    @Test func thePublisherSendsAsManyStatesAsWereRequestedAndNeverMissesTheLast() async throws {
        let page = client.resource(.page(1))
        let recorder = PublisherRecorder<ResourceState<String>, Never>(demand: .none) { _ in .none }
        page.publisher.subscribe(recorder)
        #expect(server.requests.isEmpty)
        recorder.request(.max(1))
        try await recorder.waitForValues(count: 1)
        try await eventually { page.state.value != nil }
        for number in 1...3 { page.set("\(number)", freshFor: .seconds(60)) }
        #expect(recorder.values.count == 1)
        recorder.request(.unlimited)
        try await eventually { recorder.values.last?.value == "3" }
        #expect(recorder.violations == [])
        recorder.cancel()
        try await eventually {
            clock.advance(by: .seconds(300))
            return client.resources.count == 0
        }
        #expect(server.requests.count == 1)
    }

    @Test func anObjectShowsItsResourceWhileItIsStarted() async throws {
        let object = ResourceObject(client.resource(.page(1)), scheduler: clock.scheduler)
        #expect(object.state.value == nil)
        #expect(server.requests.isEmpty)
        object.start()
        try await eventually {
            clock.advance()
            return object.state.value != nil
        }
        #expect(object.state.value == "at /pages/1")
        object.stop()
        try await eventually {
            clock.advance(by: .seconds(300))
            return client.resources.count == 0
        }
        #expect(object.state.value == "at /pages/1")
    }

    @Test func anObjectKeepsTheValueMarkedUntilTheOtherResourceHasOne() async throws {
        _ = try await client.resource(.page(1)).value()
        let object = ResourceObject(client.resource(.page(1)), scheduler: clock.scheduler)
        #expect(object.state.value == "at /pages/1")
        object.show(client.resource(.page(2)))
        #expect(object.state.value == "at /pages/1")
        #expect(object.state.isPrevious)
        _ = try await client.resource(.page(2)).value()
        object.start()
        #expect(object.state.value == "at /pages/2")
        #expect(!object.state.isPrevious)
        object.show(nil)
        #expect(object.state.value == nil)
    }

    /// A client of a new process on the same store.
    private func client(on store: MemoryCacheStore) -> Client<Archive> {
        Client(Archive(), transport: server, cache: HTTPCache(store: store), time: clock.time)
    }

    @Test func anObjectShowsWhatASynchronousCacheHasWhenItHasStarted() async throws {
        let store = MemoryCacheStore()
        _ = try await client(on: store).value(for: .page(1))
        let object = ResourceObject(client(on: store).resource(.page(1)), scheduler: clock.scheduler)
        #expect(object.state.value == nil)
        object.start()
        #expect(object.state.value == "at /pages/1")
        #expect(object.state.origin == .store)
        #expect(server.requests.count == 1)
    }

    @Test func whatIsStoppedShowsNoFurtherChange() async throws {
        let page = client.resource(.page(1))
        _ = try await page.value()
        let object = ResourceObject(page, scheduler: clock.scheduler)
        object.start()
        page.set("new", freshFor: .seconds(60))
        object.stop()
        clock.advance()
        #expect(object.state.value == "at /pages/1")
    }

    // MARK: - Loading

    /// A client whose responses a closure makes from the number of the request.
    private func client(_ response: @escaping @Sendable (Int) -> StubTransport.Response) -> Client<Archive> {
        let count = Lock(0)
        let server = StubTransport { _ in
            response(
                count.withLock { count in
                    count += 1
                    return count
                })
        }
        return Client(Archive(), transport: server, cache: nil, retry: .never, time: clock.time)
    }

    private func settle(_ object: ResourceObject<String>) async throws {
        try await eventually {
            clock.advance()
            return !object.fetch.isFetching
        }
    }

    @Test func aRefetchIsSeenToBeginAndToEndHoweverFreshTheValueIs() async throws {
        let client = client { number in
            StubTransport.Response(
                headers: [.contentType: "text/plain", .cacheControl: "max-age=60"], chunks: [Data("\(number)".utf8)])
        }
        let object = ResourceObject(client.resource(.page(1)), scheduler: clock.scheduler)
        object.load()
        try await settle(object)
        #expect(object.fetch.value == "1" && !object.fetch.isStale)
        object.load()
        #expect(!object.fetch.isFetching)
        object.refetch()
        #expect(object.fetch.isFetching)
        try await settle(object)
        #expect(object.fetch.value == "2")
    }

    @Test func whatHasFailedIsLoadedAgainAndItsErrorCanBeDismissed() async throws {
        let client = client { $0 == 2 ? .text("\($0)") : .status(503) }
        let object = ResourceObject(client.resource(.page(1)), scheduler: clock.scheduler)
        object.load()
        try await settle(object)
        #expect(object.fetch.error?.code == "status.503" && object.fetch.value == nil)
        // The next automatic fetch would wait for ten seconds.
        object.load()
        #expect(object.fetch.isFetching && object.fetch.error == nil)
        try await settle(object)
        #expect(object.fetch.value == "2" && object.fetch.error == nil)
        object.refetch()
        try await settle(object)
        #expect(object.fetch.value == "2" && object.fetch.error != nil && object.fetch.isStale)
        object.dismissError()
        #expect(object.fetch.error == nil && object.fetch.isStale && object.state.error != nil)
        object.refetch()
        try await settle(object)
        #expect(object.fetch.error?.code == "status.503")
    }

    @Test func whatIsStoppedIsNoLongerFetching() async {
        let gate = Gate()
        let server = StubTransport { _ in
            await gate.wait()
            return .text("late")
        }
        let client = Client(Archive(), transport: server, cache: nil, time: clock.time)
        let object = ResourceObject(client.resource(.page(1)), scheduler: clock.scheduler)
        object.refetch()
        #expect(object.fetch.isFetching)
        object.stop()
        #expect(!object.fetch.isFetching && object.state.activity == .idle)
        gate.open()
        clock.advance()
        #expect(object.fetch.value == nil)
    }

    @Test func anotherResourceIsLoadedInPlaceOfThePresentOne() async throws {
        let gate = Gate()
        let server = StubTransport { request in
            let path = request.head.path ?? ""
            if path.hasSuffix("2") { await gate.wait() }
            return .text("at \(path)")
        }
        let client = Client(Archive(), transport: server, cache: nil, time: clock.time)
        let object = ResourceObject(client.resource(.page(1)), scheduler: clock.scheduler)
        object.load()
        try await settle(object)
        let date = object.fetch.receivedAt
        clock.advance(by: .seconds(5))
        object.load(client.resource(.page(2)))
        #expect(object.fetch.value == "at /pages/1" && object.fetch.isFetching)
        #expect(object.fetch.receivedAt == date && date != nil)
        gate.open()
        try await settle(object)
        #expect(object.fetch.value == "at /pages/2" && !object.state.isPrevious)
    }
}
