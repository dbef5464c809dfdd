import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the comments of FreshetTesting.

@Suite(.timeLimit(.minutes(1)))
struct TestingComments {
    @Test func aStubIsAClient() async throws {
        let stub = StubTransport { request in .json(#"{"articles":[]}"#) }
        let news = Client(News(), transport: stub, cache: nil)
        #expect(try await news.value(for: .headlines).articles.isEmpty)
    }

    @Test func aShareOfCallsFails() async throws {
        let stub = StubTransport { _ in .json(#"{"articles":[]}"#) }
        let faulty = FaultyTransport(stub, share: 0.1, seed: 7)
        let news = Client(News(), transport: faulty, cache: nil)
        #expect(news.cache == nil)
    }

    #if NIO
    @Test func aServerListens() async throws {
        let server = try await LoopbackServer.start { request in
            request.path == "/hello" ? .text("Hello") : .status(404)
        }
        // … send requests to server.baseURL …
        let web = Client(AnyOrigin(), cache: nil)
        let hello = Request<AnyOrigin, String>(.absolute(server.baseURL + "/hello"), reading: .text)
        #expect(try await web.value(for: hello) == "Hello")
        try await server.wait { $0.openExchanges == 0 }
        await server.stop()
    }

    /// Sends nothing: a test of the transport has a server behind the proxy.
    private func throughAProxy() async throws {
        let proxy = try await LoopbackProxy.start(user: "ann", password: "hush")
        // … a transport with Proxies.all(.http("127.0.0.1", port: proxy.port, user: "ann", password: "hush")) …
        #expect(proxy.targets == ["127.0.0.1:8080"])
        await proxy.stop()
    }
    #endif

    @Test func demandIsHonoured() {
        let publisher = [1, 2, 3].publisher
        let recorder = PublisherRecorder(publisher, demand: .max(1))
        #expect(recorder.values == [1])
        recorder.request(.max(2))
        #expect(recorder.values == [1, 2, 3])
    }

    @Test func aStubHasEvents() async throws {
        let stub = StubTransport { _ in .events([ServerEvent(id: "1", value: "Hello")]) }
        let events = Client(AnyOrigin(), transport: stub, cache: nil)
            .events(for: Request<AnyOrigin, String>(.absolute("https://events.example/"), reading: .text))
        var iterator = events.makeAsyncIterator()
        #expect(try await iterator.next()?.value == "Hello")
    }

    @Test func theNetworkIsGone() {
        var configuration = ClientConfiguration.platform
        let network = ManualReachability()
        configuration.reachability = network
        network.isOffline = true
        #expect(configuration.reachability?.isOffline == true)
    }

    @Test func timeIsTheClients() async throws {
        let stub = StubTransport { _ in .json(#"{"text": "Sunny"}"#) }
        let clock = ManualClock()
        let client = Client(Weather(), transport: stub, cache: HTTPCache(), time: clock.time)
        #expect(client.time.date() == clock.date)
    }

    private final class List: Sendable {
        private let numbers = Lock<[Int]>([])
        var items: [Int] { numbers.withLock { $0 } }

        func showMore() { Task { numbers.withLock { $0 += 0..<40 } } }
    }

    @Test func aTestWaitsForWhatTasksChange() async throws {
        let list = List()
        list.showMore()
        try await eventually { list.items.count == 40 }
        let inspector = (calls: [1, 2], ())
        let calls = try await eventually(inspector.calls) { $0.count == 2 }
        #expect(calls == [1, 2])
    }

    @Test func aTestWaitsBeforeItExpectsThatNothingHappens() async throws {
        let clock = ManualClock()
        let stub = StubTransport { _ in .json(#"["a"]"#) }
        let client = Client(News(), transport: stub, cache: nil)
        let model = SearchField(scheduler: clock.scheduler)
        let results = Loader<[String]>(scheduler: clock.scheduler)
        let queries = model.$query.compactMap(\.self).sink { text in
            results.load(Request("search", query: ["q": text]), from: client)
        }
        model.text = "a"
        try await tasksAtRest()
        #expect(stub.requests.isEmpty)
        queries.cancel()
    }

    @Test func aTestWaitsForEvents() async throws {
        let (recorder, stub) = (EventRecorder(), StubTransport())
        let news = Client(News(), transport: stub, cache: nil, observers: [recorder])
        let callers = (1...3).map { _ in Task { try await news.value(for: .headlines) } }
        try await recorder.waitForEvents(count: 2) { if case .joined = $0.step { true } else { false } }
        try await stub.nextRequest().respond(with: .json(#"{"articles":[]}"#))
        for caller in callers { #expect(try await caller.value.articles.isEmpty) }
    }

    @MainActor
    private final class SlowModel {
        private(set) var isLoaded = false

        func load(_ clock: ManualClock) async throws {
            for _ in 1...3 { try await clock.sleep(for: .seconds(5)) }
            isLoaded = true
        }
    }

    @MainActor
    @Test func aClockRunsUntilSomethingIsTrue() async throws {
        let clock = ManualClock()
        let model = SlowModel()
        let loading = Task { try await model.load(clock) }
        try await clock.run { model.isLoaded }
        try await loading.value
        #expect(clock.now.offset == .seconds(15))
    }

    @Test func aSleeperWakesWhenTheClockMoves() async throws {
        let clock = ManualClock()
        let alarm = Task { try await clock.sleep(for: .seconds(60)) }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(60))
        try await alarm.value
    }

    @Test func aTestRespondsToARequest() async throws {
        let stub = StubTransport()
        let news = Client(News(), transport: stub, cache: nil)
        async let page = news.value(for: .headlines)
        try await stub.nextRequest().respond(with: .json(#"{"articles":[]}"#))
        #expect(try await page.articles.isEmpty)
    }

    @Test func aGateHoldsAResponse() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json(#"{"articles":[]}"#)
        }
        let news = Client(News(), transport: stub, cache: nil)
        async let page = news.value(for: .headlines)
        try await gate.waitUntilWaiting()
        gate.open()
        #expect(try await page.articles.isEmpty)
    }

    @Test func aBodyIsDecodedAgain() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let shop = Client(RequestComments.Shop(), transport: stub, cache: nil)
        let order = Request<RequestComments.Shop, Void>(
            "orders", method: .post, body: .json(["tea": 2]), reading: .nothing)
        try await shop.value(for: order)
        let cart = try stub.requests[0].jsonBody(as: [String: Int].self)
        #expect(cart == ["tea": 2])
    }

    #if NIO
    @Test func aScriptedResponseBreaksOff() async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "100")]), .bytes(Data("half".utf8)), .close,
            ])
        }
        let web = Client(AnyOrigin(), cache: nil, retry: .never)
        let page = Request<AnyOrigin, String>(.absolute(server.baseURL + "/"), reading: .text)
        await #expect(throws: FetchError.self) { try await web.value(for: page) }
        await server.stop()
    }
    #endif
}
