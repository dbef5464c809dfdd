import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// A response that is fresh in memory is served before anything that waits, with an observer as without.
struct FreshHitTests {
    private let clock = ManualClock()
    private let cache: HTTPCache
    private let stub: StubTransport
    private let request = Request<Shop, [String]>("all")

    init() {
        cache = HTTPCache()
        stub = StubTransport { _ in
            StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: "max-age=60", .age: "7"],
                chunks: [Data(#"["a","b"]"#.utf8)])
        }
    }

    /// The same client twice, one of which is listened to.
    private var clients: [Client<Shop>] {
        [[], [EventRecorder()]].map { observers in
            Client(Shop(), transport: stub, cache: cache, observers: observers, time: clock.time)
        }
    }

    @Test func theResponsesAreTheSame() async throws {
        let clients = clients
        _ = try await clients[0].value(for: request)
        clock.advance(by: .seconds(5))
        let responses = try await [clients[0].response(for: request), clients[1].response(for: request)]
        for response in responses {
            #expect(response.value == ["a", "b"])
            #expect(response.head.status == .ok)
            #expect(response.head.headerFields[values: .age] == ["12"])
            #expect(response.source == .fresh(age: .seconds(12)))
            #expect(response.url == responses[0].url)
            #expect(response.head == responses[0].head)
            #expect(response.metrics == responses[0].metrics)
            #expect(response.metrics.bodyBytes == 9)
        }
        #expect(stub.requests.count == 1)
        #expect(cache.statistics.hits == 2)
    }

    @Test func nothingWatchesTheTimeOfAHit() async throws {
        _ = try await clients[0].value(for: request)
        let other = clients[0]
        try await clock.waitForNoSleepers()
        #expect(try await other.response(for: request).source != .network)
        #expect(clock.sleeperCount == 0)
    }

    @Test func anInterceptorThatSetsTheBodyGetsItDecoded() async throws {
        var configuration = ClientConfiguration(transport: stub, cache: cache)
        configuration.time = clock.time
        let client = Client(Shop(), configuration)
        for _ in 0..<2 { #expect(try await client.value(for: request) == ["a", "b"]) }
        let replaced = request.intercepting(call: Replacing())
        #expect(try await client.value(for: replaced) == ["c"])
        #expect(try await client.value(for: request) == ["a", "b"])
        #expect(stub.requests.count == 1)
    }

    private struct Replacing: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var response = try await next(request)
            response.body = .complete(Data(#"["c"]"#.utf8))
            return response
        }
    }

    @Test func theReasonIsReportedToObservers() async throws {
        let shop = CachedShop { _ in Counter().item("max-age=60, immutable") }
        _ = try await shop.client.value(for: .item("1"))
        shop.clock.advance(by: .seconds(5))
        for policy in [CachePolicy.automatic, .revalidate, .cacheElseLoad, .lifetime(.seconds(9))] {
            _ = try await shop.client.value(for: .item("1").caching(policy))
        }
        #expect(
            shop.steps.suffix(4) == [
                "served fresh: max-age=60, age 5 s", "served fresh: immutable, max-age=60, age 5 s",
                "served fresh: the caller accepts any stored response, max-age=60, age 5 s",
                "served fresh: the caller's lifetime of 9 s, age 5 s",
            ])
    }

    @Test func theErrorsAreTheSame() async throws {
        let clients = clients
        _ = try await clients[0].value(for: request)
        let numbers = Request<Shop, [Int]>("all")
        let pictures = Request<Shop, Int>(
            "all", reading: ResponseReading(accept: "image/png", accepts: { $0.type == "image" }) { _, _, _ in 0 })
        for client in clients {
            let failure = await #expect(throws: FetchError.self) { try await client.value(for: numbers) }
            guard case .decoding = failure?.kind else { Issue.record("\(failure as Any)"); return }
            #expect(failure?.request?.url == "https://shop.example/v1/all")
            let refusal = await #expect(throws: FetchError.self) { try await client.value(for: pictures) }
            guard case .wrongContent = refusal?.kind else { Issue.record("\(refusal as Any)"); return }
            #expect(refusal?.request?.url == "https://shop.example/v1/all")
        }
        #expect(stub.requests.count == 1)
    }

    @Test func aCancelledTaskGetsNone() async throws {
        for client in clients {
            _ = try await client.value(for: request)
            let gate = Gate()
            let task = Task {
                await gate.wait()
                return try await client.value(for: request)
            }
            task.cancel()
            gate.open()
            await #expect(throws: FetchError.cancelled) { try await task.value }
        }
    }
}
