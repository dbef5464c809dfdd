import Foundation
import Freshet
import FreshetTesting
import Testing

/// Calls that are tried again over real connections.
@Suite(.timeLimit(.minutes(5)))
struct RetryOnTheWireTests {
    private static let broken = LoopbackResponse([
        .head(status: 200, headers: [("Content-Length", "100")]), .bytes(Data("half".utf8)), .close,
    ])

    private let policy = RetryPolicy(attempts: 5, base: .zero)

    @Test("Resets, broken bodies and refusals are survived", arguments: Carrier.allCases)
    func troubled(carrier: Carrier) async throws {
        // URLSession on Linux reports a connection that is closed before the head differently.
        let lost = carrier == .asyncHTTPClient ? LoopbackResponse([.close]) : Self.broken
        let troubles = Lock([
            lost, .text("busy", status: 503, headers: [("Retry-After", "0")]), Self.broken,
            .text("slow down", status: 429),
        ])
        try await withServer { _ in
            troubles.withLock { $0.isEmpty ? .text("at last") : $0.removeFirst() }
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = carrier.client(for: Loopback(server), retry: policy, observers: [events])
            let response = try await client.response(for: .text("/"))
            #expect(response.value == "at last")
            #expect(response.metrics.attempts == 5)
            #expect(server.counts.exchanges == 5)
            let failures = events.events.compactMap {
                if case .retry(let retry) = $0.step { retry.failure } else { nil }
            }
            #expect(failures == ["connection_lost", "status.503", "connection_lost", "status.429"])
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    @Test("A post that may have been read is sent once", arguments: Carrier.allCases)
    func post(carrier: Carrier) async throws {
        try await withServer { _ in
            Self.broken
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server), retry: policy)
            let error = await failure { () async throws(FetchError) in
                try await client.value(for: .text("/", method: .post, body: .json(["a": 1])))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.isRetryable == false)
            #expect(server.counts.exchanges == 1)
        }
    }

    @Test("Cancelling the wait sends nothing more", arguments: Carrier.allCases)
    func cancelled(carrier: Carrier) async throws {
        try await withServer { _ in
            .status(503, headers: [("Retry-After", "5")])
        } test: { (server) async throws in
            let clock = ManualClock()
            let events = EventRecorder()
            let client = carrier.client(for: Loopback(server), retry: policy, observers: [events], time: clock.time)
            let task = Task { await failure { () async throws(FetchError) in try await client.value(for: .text("/")) } }
            try await events.waitForEvents { if case .retry = $0.step { true } else { false } }
            task.cancel()
            #expect(await task.value?.isCancellation == true)
            clock.advance(by: .seconds(5))
            try await server.wait { $0.openExchanges == 0 }
            #expect(server.counts.exchanges == 1)
        }
    }
}
