import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetInspector

/// The course of a call in time.
@Suite(.timeLimit(.minutes(1)))
struct WaterfallTests {
    private let request = Request<Shop, Data>("products", reading: .data)

    /// The parts of a row in milliseconds: `wait 40-100`.
    private func parts(_ row: Waterfall.Row) -> [String] {
        func text(_ seconds: Double) -> String { "\(Int((seconds * 1_000).rounded()))" }
        return row.parts.map { "\($0.phase.text) \(text($0.start))-\($0.end.map(text) ?? "")" }
    }

    private static let first = [
        "queue 0-10", "connect 10-25", "TLS 25-30", "send 30-40", "wait 40-100", "body 100-150", "decode 150-150",
    ]

    @Test func anAttemptHasAllPartsThatTheTransportMeasures() async throws {
        let bench = InspectorBench { MeasuredTransport(clock: $0) { _ in (200, [:]) } }
        _ = try await bench.client.value(for: request)
        let waterfall = try #require(bench.inspector.calls.first).waterfall
        #expect(waterfall.rows.map(\.title) == ["Request 1"])
        #expect(waterfall.rows.map(parts) == [Self.first])
        #expect(abs(waterfall.duration - 0.15) < 0.001)
    }

    @Test func whatTheTransportDoesNotMeasureIsMissing() async throws {
        let bench = InspectorBench(StubTransport { _ in .json("{}") })
        _ = try await bench.client.value(for: request)
        let phases = try #require(bench.inspector.calls.first?.waterfall.rows.first).parts.map(\.phase)
        #expect(phases == [.wait, .body, .decode])
    }

    @Test func attemptsHaveTheirCausesAndTheDelayBetweenThem() async throws {
        let turn = Lock(0)
        let stub = StubTransport { _ in
            let number = turn.withLock { turn in
                turn += 1
                return turn
            }
            return number == 1 ? .redirect(to: "/v1/other") : number == 2 ? .status(503) : .json("{}")
        }
        let bench = InspectorBench(stub) {
            $0.retry = RetryPolicy(attempts: 3, base: .seconds(1), jitter: { 1 })
        }
        async let value = bench.client.value(for: request)
        try await bench.passTimeUntilTheEnd()
        _ = try await value
        let id = try #require(bench.inspector.calls.first?.id)
        let details = try await bench.decoded("calls/\(id).json", as: CallDetails.self)
        let rows = details.waterfall.rows
        #expect(rows.map(\.title) == ["Request 1", "Request 2", "Request 3"])
        #expect(rows.map(\.cause) == ["the first request", "redirect 302", "retry after status.503"])
        let delay = try #require(rows[2].parts.first)
        #expect(delay.phase == .delay)
        #expect(abs(try #require(delay.end) - delay.start - 1) < 0.001)
        #expect(details.redirects.map(\.url) == ["https://shop.example/v1/other"])
        let page = await bench.text("calls/\(id)")
        #expect(page.contains("<strong>redirect 302</strong> to https://shop.example/v1/other"))
        #expect(page.contains("<span class=\"phase-delay\">delay 1.0 s</span>"))
    }

    @Test func theBarsAreToScaleAndTheirTextsHaveAllThatTheyShow() async throws {
        let bench = InspectorBench { MeasuredTransport(clock: $0) { _ in (200, [:]) } }
        _ = try await bench.client.value(for: request)
        let call = try #require(bench.inspector.calls.first)
        let page = await bench.text("calls/\(call.id)")
        #expect(page.contains("<rect class=\"phase-wait\" x=\"2667\" y=\"0\" width=\"4000\" height=\"12\"/>"))
        for text in ["queue 10.0 ms", "connect 15.0 ms", "TLS 5.0 ms", "send 10.0 ms", "wait 60.0 ms", "body 50.0 ms"] {
            #expect(page.contains(">\(text)</span>"))
        }
    }

    @Test func aCallThatIsServedFromTheCacheOrSharesARequestHasARowToo() async throws {
        let stub = StubTransport()
        let bench = InspectorBench(stub) { $0.cache = HTTPCache(store: MemoryCacheStore()) }
        async let first = bench.client.value(for: request)
        let held = try await stub.nextRequest()
        async let second = bench.client.value(for: request)
        try await eventually { bench.inspector.calls.last?.leader != nil }
        #expect(bench.inspector.calls.last?.waterfall.rows.last?.parts.last?.end == nil)
        held.respond(with: .json("{}", headers: [.cacheControl: "max-age=60"]))
        _ = try await (first, second)
        _ = try await bench.client.value(for: request)
        let rows = bench.inspector.calls.map { $0.waterfall.rows.map(\.title) }
        #expect(rows == [["Request 1"], ["Shared request"], ["Cache"]])
        #expect(bench.inspector.calls[2].waterfall.rows[0].parts.first?.phase == .cache)
    }

    @Test func timeBeforeTheRateLimitAdmitsIsDrawn() async throws {
        let bench = InspectorBench(StubTransport { _ in .json("{}") }) { $0.rateLimit = RateLimit(callsPerSecond: 1) }
        _ = try await bench.client.value(for: request)
        async let value = bench.client.value(for: request)
        try await bench.clock.run { bench.inspector.calls.count == 2 && bench.inspector.calls.last?.end != nil }
        _ = try await value
        let part = try #require(bench.inspector.calls.last?.waterfall.rows.first?.parts.first)
        #expect(part.phase == .queue)
        #expect(try #require(part.end) - part.start > 0.5)
    }

    @Test(arguments: [0, -1, Double.infinity, .nan])
    func noScaleTraps(_ scale: Double) {
        let part = Waterfall.Part(phase: .wait, start: scale, end: nil)
        let waterfall = Waterfall(rows: [.init(title: "Request 1", cause: nil, parts: [part])], duration: scale)
        #expect(waterfall.html.first?.text.contains("Request 1") == true)
    }
}
