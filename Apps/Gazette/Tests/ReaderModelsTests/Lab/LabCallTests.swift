import Foundation
import Freshet
import FreshetInspector
import FreshetTesting
import NIOConcurrencyHelpers
import Testing

@testable import ReaderModels

@Suite(.timeLimit(.minutes(1)))
struct LabCallTests {
    /// The calls of a client, by the events that it reports.
    private final class Calls: FetchObserver {
        private let calls = NIOLockedValueBox<[LabCall]>([])

        var all: [LabCall] { calls.withLockedValue { $0 } }

        func observe(_ event: FetchEvent) {
            calls.withLockedValue { calls in
                let index = calls.firstIndex { $0.id == event.call } ?? calls.count
                if index == calls.count {
                    let start = Duration.seconds(calls.count) + event.elapsed
                    calls.append(LabCall(event, number: index + 1, at: start, date: Date()))
                }
                calls[index].add(event)
            }
        }
    }

    private let calls = Calls()
    private let clock = ManualClock()
    private let request = Request<LabService, String>("a", reading: .text)

    private func client(_ transport: any Transport, cache: HTTPCache? = nil) -> Client<LabService> {
        Client(
            LabService(), transport: transport, cache: cache, retry: RetryPolicy(jitter: { 1 }), observers: [calls],
            time: clock.time)
    }

    @Test func aRetryIsADelayBetweenTwoRequests() async throws {
        let turn = NIOLockedValueBox(0)
        let stub = StubTransport { _ in
            let isFirst = turn.withLockedValue { turn in
                turn += 1
                return turn == 1
            }
            return isFirst ? .status(503) : .text("Hello")
        }
        let client = client(stub)
        async let value = client.value(for: request)
        try await clock.run { calls.all.first?.outcome != nil }
        _ = try await value
        let call = try #require(calls.all.first)
        #expect(call.log.waterfall.rows.map(\.title) == ["Request 1", "Request 2"])
        #expect(call.log.waterfall.rows[1].parts.first?.phase == .delay)
        #expect(call.outcome == "succeeded")
        #expect(call.lines { _ in nil }.contains { $0.text.hasPrefix("retry: status.503, again in") })
    }

    @Test func aCallThatJoinsNamesTheOtherAndStartsLater() async throws {
        let stub = StubTransport()
        let client = client(stub)
        let first = Task { try await client.value(for: request) }
        let held = try await stub.nextRequest()
        let second = Task { try await client.value(for: request) }
        try await eventually { calls.all.last?.log.leader != nil }
        second.cancel()
        _ = await second.result
        held.respond(with: .text("Hello"))
        _ = try await first.value
        let (leader, joined) = (calls.all[0], calls.all[1])
        let lines = joined.lines { $0 == leader.id ? "call 1" : nil }
        #expect(lines.map(\.text) == ["joined: the in-flight request of call 1", "cancelled"])
        #expect(lines.allSatisfy { $0.time >= .seconds(1) })
        #expect(joined.outcome == "cancelled")
    }

    @Test func aFreshResponseIsServedFromTheCache() async throws {
        let client = client(
            StubTransport { _ in .json("{}", headers: [.cacheControl: "max-age=60"]) }, cache: HTTPCache())
        for _ in 0..<2 { _ = try await client.value(for: Request<LabService, Data>("a", reading: .data)) }
        #expect(calls.all.map(\.log.source) == [.network, .memory])
        #expect(calls.all[1].log.waterfall.rows.map(\.title) == ["Cache"])
    }

    @Test func aFailedCallHasItsCode() async {
        let client = client(StubTransport { _ in .status(404) })
        _ = try? await client.value(for: request)
        #expect(calls.all.first?.outcome == "failed: status.404")
    }
}
