import Foundation
import Freshet
import FreshetTesting
import Testing

/// What the transport on AsyncHTTPClient measures of an attempt.
@Suite(.timeLimit(.minutes(2)))
struct AttemptMetricsTests {
    private func metrics(_ recorder: EventRecorder) -> [AttemptMetrics] {
        recorder.events.compactMap { event in
            if case .measured(let metrics) = event.step { metrics } else { nil }
        }
    }

    @Test("Connection, version, address and bytes are known", arguments: [false, true])
    func measured(isHTTP2: Bool) async throws {
        let recorder = EventRecorder()
        try await withServer(tls: isHTTP2 ? .trusted : nil, http2: isHTTP2) { _ in
            .text("0123456789")
        } test: { server in
            let transport = isHTTP2 ? try TLSTests.trustingTransport() : AsyncHTTPClientTransport()
            let client = Client(
                Loopback(server), transport: transport, cache: nil, retry: .never, observers: [recorder])
            for _ in 0..<2 {
                _ = try await client.value(for: .text("/things", method: .post, body: .bytes(Data("abc".utf8))))
            }
        }
        let all = metrics(recorder)
        #expect(all.count == 2)
        #expect(all.map(\.isConnectionReused) == [false, true])
        for one in all {
            #expect(one.protocolVersion == (isHTTP2 ? "2" : "1.1"))
            #expect(one.remoteAddress?.hasPrefix("127.0.0.1:") == true)
            #expect(one.sentBytes == 3 && one.receivedBytes == 10)
            #expect(one.connectionTime ?? .zero > .zero && one.timeToFirstByte ?? .zero > .zero)
            #expect(one.connectTime == nil && one.handshakeTime == nil)
            #expect(try #require(one.sendTime) <= #require(one.timeToFirstByte))
        }
        let ends = recorder.events.compactMap { event in
            if case .finished(let metrics) = event.step { metrics.lastAttempt } else { nil }
        }
        #expect(ends == all)
        let ids = recorder.events.compactMap(\.attempt)
        #expect(Set(ids).count == 2)
    }
}
