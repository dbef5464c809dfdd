import Foundation
import FreshetCore
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetInspector

/// What the log knows of calls, and why they happened.
@Suite(.timeLimit(.minutes(1)))
struct CallLogTests {
    private func steps(_ call: LoggedCall) -> [String] {
        call.steps.map { [$0.name, $0.detail].compactMap(\.self).joined(separator: ": ") }
    }

    @Test func aCallHasItsStatusSourceDurationAndSize() async throws {
        let bench = InspectorBench(StubTransport { _ in .json(#"{"a":1}"#) })
        _ = try await bench.client.value(for: Request<Shop, Data>("products/\(7)", reading: .data))
        let call = try #require(bench.inspector.calls.first)
        #expect(call.method == "GET")
        #expect(call.client == "shop")
        #expect(call.url == "https://shop.example/v1/products/7")
        #expect(call.status == 200)
        #expect(call.source == .network)
        #expect(call.end == .succeeded)
        #expect(call.bytes == 7)
        #expect(call.attempts == 1)
        #expect(call.start == bench.clock.date)
    }

    @Test func eachAttemptNamesItsCause() async throws {
        let turn = Lock(0)
        let stub = StubTransport { _ throws(FetchError) in
            let number = turn.withLock { turn in
                turn += 1
                return turn
            }
            switch number {
            case 1: return .redirect(302, to: "https://shop.example/v1/other")
            case 2: return .status(503, headers: [.retryAfter: "1"])
            default: return .json("{}")
            }
        }
        let bench = InspectorBench(stub) { $0.retry = RetryPolicy(attempts: 3) }
        async let value = bench.client.value(for: Request<Shop, Data>("products", reading: .data))
        try await bench.passTimeUntilTheEnd()
        _ = try await value
        let call = try #require(bench.inspector.calls.first)
        let attempts = call.steps.filter { $0.name.hasPrefix("attempt") }.map(\.detail)
        #expect(attempts == ["the first request", "redirect 302", "retry after status.503"])
        #expect(steps(call).contains { $0.contains("the server has asked for it (Retry-After)") })
    }

    @Test(arguments: ["0", "120", "9223372036854775807", "99999999999999999999999999", "-1", "soon"])
    func whateverAServerAsksForHasAText(_ wait: String) async throws {
        let bench = InspectorBench(StubTransport { _ in .status(503, headers: [.retryAfter: wait]) }) { configuration in
            configuration.retry = RetryPolicy(attempts: 2, cap: .seconds(1), budget: nil)
        }
        let call = Task { try await bench.client.value(for: Request<Shop, Data>("products", reading: .data)) }
        try await bench.passTimeUntilTheEnd()
        _ = await call.result
        #expect(bench.inspector.calls.first?.end == .failed)
        #expect(await bench.get("").status == 200)
        bench.inspector.network.settings.latency = .seconds(Int64.max)
        #expect(await bench.get("").status == 200)
    }

    @Test func aDecisionOfTheCacheNamesItsSectionAndAStaleResponseItsPermission() async throws {
        let turn = Lock(0)
        let stub = StubTransport { _ throws(FetchError) in
            let isFirst = turn.withLock { turn in
                turn += 1
                return turn == 1
            }
            guard isFirst else { throw FetchError(.connectionLost) }
            return .json("{}", headers: [.cacheControl: "max-age=60, stale-if-error=600", .eTag: "\"a\""])
        }
        let bench = InspectorBench(stub) { configuration in
            configuration.cache = HTTPCache(store: MemoryCacheStore())
            configuration.retry = .never
        }
        let request = Request<Shop, Data>("products", reading: .data)
        for wait in [0, 10, 120] {
            bench.clock.advance(by: .seconds(wait))
            _ = try await bench.client.value(for: request)
        }
        let calls = bench.inspector.calls
        #expect(calls.map(\.source) == [.network, .memory, .stale])
        let fresh = try #require(calls[1].steps.first { $0.name == "cache: served fresh" })
        #expect(fresh.rule == "RFC 9111 §4.2")
        #expect(fresh.detail?.contains("age 10 s") == true)
        let stale = try #require(calls[2].steps.first { $0.name == "cache: served stale" })
        #expect(stale.rule == "RFC 9111 §4.2.4")
        #expect(stale.detail?.isEmpty == false)
        let attempt = calls[2].steps.first { $0.name.hasPrefix("attempt") }
        #expect(attempt?.detail?.hasPrefix("revalidation") == true)
    }

    @Test func aCallThatSharesARequestNamesTheOther() async throws {
        let stub = StubTransport()
        let bench = InspectorBench(stub)
        let request = Request<Shop, Data>("products", reading: .data)
        async let first = bench.client.value(for: request)
        let held = try await stub.nextRequest()
        async let second = bench.client.value(for: request)
        try await eventually { bench.inspector.calls.last?.leader != nil }
        held.respond(with: .json("{}"))
        _ = try await (first, second)
        let calls = bench.inspector.calls
        #expect(calls[1].source == .joined)
        #expect(calls[1].leader == calls[0].id)
        let details = try await bench.decoded("calls/\(calls[1].id).json", as: CallDetails.self)
        #expect(details.exchanges.count == 1)
    }

    @Test func theOldestCallsAreRemovedAndCounted() async throws {
        var limits = Inspector.Limits()
        limits.calls = 10
        let bench = InspectorBench(StubTransport { _ in .json("{}") }, limits: limits)
        for id in 0..<64 {
            _ = try await bench.client.value(for: Request<Shop, Data>("products/\(id)", reading: .data))
        }
        let changes = bench.inspector.log.changes()
        #expect(changes.calls.count == 10)
        #expect(changes.removed == 54)
        #expect(changes.calls.last?.url.hasSuffix("/63") == true)
        #expect(bench.inspector.tape().entries.count <= 20)
        #expect(await bench.text("").contains("54 older ones are not shown"))
    }

    @Test func theBytesOfTheLogAreBounded() async throws {
        var limits = Inspector.Limits()
        limits.bytes = 20_000
        limits.exchangeBytes = 50_000
        let body = String(repeating: "x", count: 10_000)
        let bench = InspectorBench(StubTransport { _ in .text(body) }, limits: limits)
        for id in 0..<128 {
            _ = try await bench.client.value(for: Request<Shop, Data>("products/\(id)", reading: .data))
        }
        #expect(bench.inspector.calls.reduce(0) { $0 + $1.cost } <= 20_000)
        #expect(bench.inspector.tape().entries.count <= 70)
    }

    @Test func withoutBytesForExchangesTheLogAloneIsThere() async throws {
        var limits = Inspector.Limits()
        limits.exchangeBytes = 0
        let bench = InspectorBench(StubTransport { _ in .json("{}") }, limits: limits)
        _ = try await bench.client.value(for: Request<Shop, Data>("products", reading: .data))
        #expect(bench.inspector.calls.map(\.end) == [.succeeded])
        #expect(bench.inspector.tape().entries.isEmpty)
    }

    @Test func aReaderGetsWhatHasChangedSinceItsLastReading() async throws {
        let stub = StubTransport()
        let bench = InspectorBench(stub)
        async let value = bench.client.value(for: Request<Shop, Data>("products", reading: .data))
        let held = try await stub.nextRequest()
        let first = bench.inspector.log.changes()
        #expect(first.calls.map(\.end) == [nil])
        #expect(bench.inspector.log.changes(since: first.version).calls.isEmpty)
        held.respond(with: .json("{}"))
        _ = try await value
        #expect(bench.inspector.log.changes(since: first.version).calls.map(\.end) == [.succeeded])
    }

    @Test func aFailedCallHasItsErrorAndACancelledOneNone() async throws {
        let stub = StubTransport()
        let bench = InspectorBench(stub) { $0.retry = .never }
        let request = Request<Shop, Data>("products", reading: .data)
        async let failing: Void = { _ = try? await bench.client.value(for: request) }()
        try await stub.nextRequest().respond(with: .status(404))
        await failing
        let task = Task { try await bench.client.value(for: request) }
        _ = try await stub.nextRequest()
        task.cancel()
        _ = try? await task.value
        let calls = bench.inspector.calls
        #expect(calls.map(\.end) == [.failed, .cancelled])
        #expect(calls[0].failure?.hasPrefix("status.404") == true)
        #expect(calls[1].failure == nil)
    }
}
