import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What the stages of a call do with one another: sharing, the cache, further attempts.
@Suite(.timeLimit(.minutes(5)))
struct StageOrderTests {
    private let clock = ManualClock()
    private let events = EventRecorder()
    private let isDown = Lock(false)
    private let gate = Gate()
    private let stub: StubTransport
    private let client: Client<Shop>

    init() {
        let (clock, isDown, gate) = (clock, isDown, gate)
        stub = StubTransport { _ async throws(FetchError) in
            await gate.wait()
            if isDown.withLock({ $0 }) { return .status(503) }
            return StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: "max-age=60, stale-if-error=600"],
                chunks: [Data(#"{"name":"tea"}"#.utf8)])
        }
        client = Client(
            Shop(), transport: stub, cache: HTTPCache(), retry: RetryPolicy(base: .zero),
            observers: [events], time: clock.time)
    }

    @Test func aStaleResponseStandsInOnlyWhenAllAttemptsHaveFailed() async throws {
        gate.open()
        _ = try await client.value(for: .item("tea"))
        clock.advance(by: .seconds(61))
        isDown.withLock { $0 = true }
        let response = try await client.response(for: .item("tea"))
        #expect(response.source.failure?.kind == .status(.serviceUnavailable))
        #expect(response.metrics.attempts == 3)
        #expect(stub.requests.count == 4)
    }

    @Test func aResponseOutOfTheCacheTakesNoAttempt() async throws {
        gate.open()
        let first = try await client.response(for: .item("tea"))
        let second = try await client.response(for: .item("tea"))
        #expect(first.metrics.attempts == 1)
        #expect(second.metrics.attempts == 0)
        #expect(second.source == .fresh(age: .zero))
    }

    @Test func whoSharesAnExchangeSharesWhatTheCacheDoesWithIt() async throws {
        let tasks = (0..<10).map { _ in Task { [client] in try await client.response(for: .item("tea")).source } }
        try await events.waitForEvents(count: 9) { if case .joined = $0.step { true } else { false } }
        gate.open()
        for task in tasks { #expect(try await task.value == .network) }
        #expect(stub.requests.count == 1)
        let stored = events.events.count { event in
            if case .cache(let step) = event.step { step.action == .stored } else { false }
        }
        #expect(stored == 1)
    }
}
