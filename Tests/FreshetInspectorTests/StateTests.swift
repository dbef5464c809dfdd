import Foundation
import Freshet
import FreshetAuthentication
import FreshetCore
import FreshetOutbox
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetInspector

/// The page of the states of clients, and its JSON.
@Suite(.timeLimit(.minutes(1)))
struct StateTests {
    private let request = Request<Shop, Data>("products", reading: .data)

    private struct Keys: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }
        func lifetime(of token: String) -> Duration? { .seconds(3_600) }
    }

    /// The facts of a part of a client by their names.
    private func facts(
        _ bench: InspectorBench, _ title: String, of client: String = "shop"
    ) async throws -> [String: String] {
        let states = try await bench.decoded("state.json", as: [InspectedState].self)
        let state = try #require(states.first { $0.name == client })
        let part = try #require(state.parts.first { $0.title == title })
        return Dictionary(part.facts.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func bench(
        _ transport: any Transport, _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> InspectorBench {
        let bench = InspectorBench(transport, change)
        bench.inspector.watch(bench.client, named: "shop")
        return bench
    }

    @Test func cachesShowTheirEntriesBytesAndLimits() async throws {
        let stub = StubTransport { _ in .json("{}", headers: [.cacheControl: "max-age=60"]) }
        let bench = bench(stub) { $0.cache = HTTPCache(store: MemoryCacheStore(byteLimit: 5_000)) }
        for _ in 0..<3 { _ = try await bench.client.value(for: request) }
        let facts = try await facts(bench, "Cache")
        #expect(facts["store"] == "in memory")
        #expect(facts["responses"] == "1")
        #expect(facts["maximum bytes"] == "5000")
        #expect(facts["hits"] == "2, of which 0 stale")
        #expect(Int(try #require(facts["bytes"])) ?? 0 > 0)
        #expect(await bench.text("state").contains("<h3>Cache</h3>"))
    }

    @Test func inFlightRequestsShowTheirCallers() async throws {
        let stub = StubTransport()
        let bench = bench(stub)
        let calls = (0..<3).map { _ in Task { try await bench.client.value(for: request) } }
        let held = try await stub.nextRequest()
        try await eventually { bench.inspector.calls.filter({ $0.leader != nil }).count >= 2 }
        let leader = try #require(bench.inspector.calls.first { $0.leader == nil })
        let during = try await facts(bench, "In-flight requests")
        #expect(during["GET https://shop.example/v1/products"] == "call \(leader.id), callers that wait: 3")
        held.respond(with: .json("{}"))
        for call in calls { _ = try await call.value }
        #expect(try await facts(bench, "In-flight requests") == ["shared requests": "0"])
    }

    @Test func budgetsShowWhatRemains() async throws {
        let bench = bench(StubTransport { _ in .status(503) }) {
            $0.retry = RetryPolicy(attempts: 3, base: .zero, jitter: { 1 })
        }
        async let value = bench.client.value(for: request)
        try await bench.passTimeUntilTheEnd()
        _ = try? await value
        let facts = try await facts(bench, "Retry budget")
        #expect(facts["maximum retries"] == "10")
        #expect(facts["shop.example"]?.hasPrefix("8") == true)
    }

    @Test func limitsShowWhatIsUnderWayAndWaits() async throws {
        let stub = StubTransport()
        let bench = bench(stub) { $0.rateLimit = RateLimit(callsAtOnce: 1) }
        let calls = (0..<3).map { number in
            Task { try await bench.client.value(for: Request<Shop, Data>("products/\(number)", reading: .data)) }
        }
        let held = try await stub.nextRequest()
        try await eventually { bench.inspector.calls.filter({ $0.steps.contains { $0.kind == .queued } }).count >= 2 }
        let facts = try await facts(bench, "Rate limit")
        #expect(facts["requests at once"] == "1")
        #expect(facts["shop.example"] == "under way: 1, waiting: 2")
        held.respond(with: .json("{}"))
        for _ in 0..<2 { try await stub.nextRequest().respond(with: .json("{}")) }
        for call in calls { _ = try await call.value }
    }

    #if NIO
    @Test func theTransportShowsItsConnections() async throws {
        var connections = AsyncHTTPClientTransport.Configuration()
        connections.connectionsPerHost = 3
        let transport = AsyncHTTPClientTransport(connections)
        let bench = bench(try RoutingTransport(transport, routes: [:]))
        #expect(try await facts(bench, "Transport")["connections per host"] == "3")
    }
    #endif

    @Test func aSessionShowsWhoAndUntilWhenAndNeverAToken() async throws {
        let bench = InspectorBench(StubTransport { _ in .json("{}") })
        var configuration = ClientConfiguration(transport: StubTransport { _ in .json("{}") }, cache: nil)
        configuration.time = bench.clock.time
        let session = AuthenticationSession(Keys(), configuration)
        configuration.authentication = .session(session)
        configuration.plugins.append(bench.inspector.plugin("mine"))
        let client = Client(Shop(), configuration)
        bench.inspector.watch(client, named: "mine")
        #expect(try await facts(bench, "Session", of: "mine")["signed in"] == "nobody")
        try await session.signIn("canary-of-the-token", account: "ann")
        _ = try await client.value(for: request)
        let signedIn = try await facts(bench, "Session", of: "mine")
        #expect(signedIn["signed in"] == "ann")
        let end = bench.clock.date.addingTimeInterval(3_600).ISO8601Format()
        #expect(signedIn["token"] == "until \(end)")
        for path in ["state", "state.json", "calls.json", ""] {
            #expect(!(await bench.text(path)).contains("canary-of-the-token"))
        }
    }

    @Test func anInterceptorOfTheAppDescribesItself() async throws {
        let bench = bench(StubTransport { _ in .json("{}") }) { $0.attemptInterceptors.append(Budget()) }
        #expect(try await facts(bench, "Budget") == ["today": "7 of 100"])
    }

    private struct Budget: Interceptor, Inspectable {
        var inspectedPart: InspectedPart { InspectedPart("Budget", [("today", "7 of 100"), ("unknown", nil)]) }

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            try await next(request)
        }
    }

    #if SQLite
    private static let like = DurableWrite<Shop, Int, Void>("like") {
        Request("posts/\($0)/like", method: .put, reading: .nothing)
    }
    .scoped { _ in "likes" }

    @Test func anOutboxShowsWhatWaitsIsInDoubtAndIsHeld() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bench = bench(StubTransport { _ in .status(400) })
        var writes = OutboxWrites()
        try writes.register(Self.like, with: bench.client)
        let outbox = try Outbox(
            file: folder.appending(path: "outbox.sqlite"), writes: writes, time: bench.clock.time)
        bench.inspector.show(outbox, named: "writes")
        bench.inspector.network.settings.isOffline = true
        let first = try await outbox.enqueue(Self.like, 1)
        let second = try await outbox.enqueue(Self.like, 2)
        let facts = try await facts(bench, "Outbox", of: "writes")
        #expect(facts["waiting"] == "2")
        #expect(facts["in doubt"] == "0")
        #expect(try #require(facts["\(first.id)"]).hasPrefix("like, "))
        #expect(facts["\(second.id)"] == "like, waiting, requests: 0")
        #expect(await bench.text("state").contains("\(second.id)"))
        await outbox.close()
    }
    #endif
}
