import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What is read of the bodies of responses, and what a body that breaks off means.
@Suite(.timeLimit(.minutes(1)))
struct ExchangeTests {
    private let item = Request<Shop, Shop.Item>.item("tea")
    private static let lost = FetchError(.connectionLost)

    @Test("Attempts are counted whether or not anybody observes", arguments: [[], [EventRecorder()]])
    func countedAttempts(observers: [EventRecorder]) async throws {
        let failures = Lock(2)
        let (client, _) = Shop.client(retry: RetryPolicy(base: .zero), observers: observers) {
            _ async throws(FetchError) in
            let fails = failures.withLock { failures in
                defer { failures -= 1 }
                return failures > 0
            }
            if fails { throw Self.lost }
            return .json(#"{"name":"tea"}"#)
        }
        #expect(try await client.response(for: item).metrics.attempts == 3)
        #expect(try await client.response(for: item).metrics.attempts == 1)
    }

    private static let dead = FetchError(.connectionLost, underlying: ReusedConnectionFailure(CancellationError()))

    @Test("A call with a dead connection is repeated at once, on a fresh one") func repetition() async throws {
        let (client, stub) = Shop.client { (request) async throws(FetchError) in
            guard request.needsFreshConnection else { throw Self.dead }
            return .json(#"{"name":"tea"}"#)
        }
        #expect(try await client.response(for: item).metrics.attempts == 2)
        #expect(stub.requests.map(\.needsFreshConnection) == [false, true])
    }

    @Test("A second dead connection is a failed attempt") func secondRepetition() async throws {
        let events = EventRecorder()
        let (client, stub) = Shop.client(retry: RetryPolicy(attempts: 2, base: .zero), observers: [events]) {
            _ async throws(FetchError) in throw Self.dead
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: item) }
        #expect(error?.kind == .connectionLost)
        #expect(stub.requests.count == 3)
        let steps = events.events.map(\.step)
        #expect(steps.filter { if case .repeated = $0 { true } else { false } }.count == 1)
        #expect(steps.filter { if case .retry = $0 { true } else { false } }.count == 1)
    }

    private static func unprocessed(needsHTTP1: Bool = false) -> FetchError {
        FetchError(.connectionLost, underlying: UnprocessedRequest(CancellationError(), needsHTTP1: needsHTTP1))
    }

    @Test("RFC 9113 §8.7: a request that was not processed is repeated once, whatever its method", arguments: [1, 2])
    func unprocessed(failures: Int) async throws {
        let rest = Lock(failures)
        let (client, stub) = Shop.client { _ async throws(FetchError) in
            let fails = rest.withLock { rest in
                rest -= 1
                return rest >= 0
            }
            if fails { throw Self.unprocessed() }
            return .json(#"{"name":"tea"}"#)
        }
        let order = Request<Shop, Shop.Item>("items", method: .post, body: .json(["tea"]))
        let error = await failure { () async throws(FetchError) in try await client.value(for: order) }
        #expect(error?.kind == (failures == 1 ? nil : .connectionLost))
        #expect(stub.requests.map(\.needsFreshConnection) == [false, false])
        // Nothing is repeated that must never be.
        rest.withLock { $0 = 1 }
        let once = await failure { () async throws(FetchError) in try await client.value(for: order.retrying(.never)) }
        #expect(once?.kind == .connectionLost && stub.requests.count == 3)
    }

    @Test("A request for which the server requires HTTP/1.1 is sent that way, even after another repetition")
    func http1() async throws {
        let (client, stub) = Shop.client { (request) async throws(FetchError) in
            guard request.needsFreshConnection else { throw Self.dead }
            guard request.needsHTTP1 else { throw Self.unprocessed(needsHTTP1: true) }
            return .json(#"{"name":"tea"}"#)
        }
        #expect(try await client.response(for: item).metrics.attempts == 3)
        #expect(stub.requests.map(\.needsHTTP1) == [false, false, true])
    }

    @Test("RFC 9111 §4.4: a POST whose body breaks off still invalidates") func brokenPost() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            guard request.head.method == .post else { return counter.item("max-age=60") }
            return StubTransport.Response(status: 200, chunks: [Data("{".utf8)], failure: Self.lost)
        }
        _ = try await shop.client.value(for: item)
        let error = await failure { () async throws(FetchError) in
            try await shop.client.data(for: Request<Shop, Void>("items/tea", method: .post, reading: .nothing))
        }
        #expect(error?.kind == .connectionLost && error?.response?.head.status == .ok)
        #expect(try await shop.client.value(for: item).price == 2)
    }

    @Test(
        "A POST whose body breaks off invalidates whatever comes of its retries",
        arguments: [
            .failure(FetchError(.connectionLost)), .success(.status(503)), .success(.status(400)),
        ] as [Result<StubTransport.Response, FetchError>])
    func retriedPost(second: Result<StubTransport.Response, FetchError>) async throws {
        let (counter, posts) = (Counter(), Counter())
        let cache = HTTPCache()
        let (client, stub) = Shop.client(cache: cache, retry: RetryPolicy(attempts: 2, base: .zero)) {
            request async throws(FetchError) in
            guard request.head.method == .post else { return counter.item("max-age=60") }
            guard posts.next == 1 else { return try second.get() }
            return StubTransport.Response(status: 201, chunks: [Data("{".utf8)], failure: Self.lost)
        }
        _ = try await client.value(for: item)
        let post = Request<Shop, Void>("items/tea", method: .post, reading: .nothing).retrying(.always)
        let error = await failure { () async throws(FetchError) in try await client.data(for: post) }
        #expect(error != nil && stub.requests.count == 3)
        #expect(try await cache.entries().isEmpty)
        #expect(try await client.value(for: item).price == 2)
    }

    @Test func aPostThatIsCancelledBeforeItsRetryInvalidates() async throws {
        let (clock, counter) = (ManualClock(), Counter())
        let cache = HTTPCache()
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        let (client, _) = Shop.client(cache: cache, limits: limits, retry: RetryPolicy(jitter: { 1 }), time: clock.time)
        {
            request in
            guard request.head.method == .post else { return counter.item("max-age=60") }
            return StubTransport.Response(status: 200, chunks: [Data("{".utf8)], failure: Self.lost)
        }
        _ = try await client.value(for: item)
        let post = Request<Shop, Void>("items/tea", method: .post, reading: .nothing).retrying(.always)
        let task = Task { try await client.data(for: post) }
        try await clock.waitForSleepers()
        task.cancel()
        let result = await task.result
        #expect(throws: FetchError.self) { try result.get() }
        #expect(try await cache.entries().isEmpty)
    }

    @Test func aCancelledPostInvalidatesToo() async throws {
        let counter = Counter()
        let body = HeldBody()
        let stub = StubTransport { _ in counter.item("max-age=60") }
        let transport = Holding(base: stub, body: body)
        let events = EventRecorder()
        let client = Client(Shop(), transport: transport, cache: HTTPCache(), observers: [events])
        _ = try await client.value(for: item)
        let task = Task {
            try await client.data(for: Request<Shop, Void>("items/tea", method: .post, reading: .nothing))
        }
        try await body.gate.waitUntilWaiting()
        task.cancel()
        _ = await task.result
        try await tasksAtRest()
        #expect(try await client.value(for: item).price == 2)
        #expect(stub.requests.count == 2)
    }

    @Test("A body that breaks off is a failed attempt, so what is stored may stand in for it")
    func staleInsteadOfABrokenBody() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            var response = counter.item("max-age=60, stale-if-error=600")
            if counter.next > 2 { response.failure = Self.lost }
            return response
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let response = try await shop.client.response(for: item)
        #expect(response.value.price == 1)
        #expect(response.source.failure?.kind == .connectionLost)
    }

    @Test("HEAD has no body, whatever its length field") func head() async throws {
        let (client, _) = Shop.client { _ in .status(200, headers: [.contentLength: "\(64 << 20)"]) }
        let response = try await client.response(for: Request<Shop, Void>("file", method: .head, reading: .nothing))
        #expect(response.head.headerFields[.contentLength] == "\(64 << 20)")
    }

    @Test(
        "Of what is refused only the beginning is read, and nothing of it is stored",
        arguments: [
            ("404", StubTransport.Response(status: 404, headers: [.cacheControl: "max-age=60"])),
            ("HTML", StubTransport.Response(headers: [.cacheControl: "max-age=60", .contentType: "text/html"])),
        ])
    func refusals(name: String, response: StubTransport.Response) async throws {
        var limits = Limits()
        limits.errorBodyBytes = 10
        var response = response
        response.chunks = Array(repeating: Data("12345678".utf8), count: 5)
        let cache = HTTPCache()
        let (client, stub) = Shop.client(cache: cache, limits: limits) { [response] _ in response }
        for _ in 0..<2 {
            let error = await failure { () async throws(FetchError) in try await client.value(for: item) }
            #expect(error?.response?.body == Data("1234567812".utf8), "\(name)")
        }
        #expect(stub.requests.count == 2 && cache.statistics.stores == 0)
    }

    @Test func aRefusalWhoseBodyBreaksOffIsStillARefusal() async throws {
        let (client, _) = Shop.client { _ in
            StubTransport.Response(status: 404, chunks: [Data("not".utf8)], failure: Self.lost)
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: item) }
        #expect(error?.kind == .status(.notFound) && error?.response?.text == "not")
    }

    @Test("The limit of bodies holds for stored ones") func storedBodies() async throws {
        let cache = HTTPCache()
        var limits = Limits()
        let counter = Counter()
        let response: @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response = { _ in
            counter.item("max-age=60")
        }
        let (client, stub) = Shop.client(cache: cache, limits: limits, response: response)
        _ = try await client.value(for: item)
        limits.bodyBytes = 10
        let (other, otherStub) = Shop.client(cache: cache, limits: limits, response: response)
        let error = await failure { () async throws(FetchError) in try await other.value(for: item) }
        #expect(error?.kind == .tooLarge(.body(limit: 10)))
        #expect(stub.requests.count == 1 && otherStub.requests.isEmpty)
        var length = 0
        for try await chunk in try await other.stream(for: item) { length += chunk.count }
        #expect(length == 24)
    }
}

/// A transport that holds the bodies of responses to POST.
private struct Holding: Transport {
    let base: any Transport
    let body: HeldBody

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard request.head.method == .post else { return try await base.send(request) }
        return TransportResponse(head: HTTPResponse(status: .ok), body: body)
    }
}

/// A body that does not come until it is cancelled.
private final class HeldBody: TransportBody {
    let gate = Gate()

    func next() async throws(FetchError) -> Data? {
        await gate.wait()
        throw .cancelled
    }

    func cancel() { gate.open() }
}
