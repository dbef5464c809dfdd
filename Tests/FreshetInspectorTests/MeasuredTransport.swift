import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes

/// A transport whose exchanges take time on a manual clock, and which measures all parts of them.
///
/// Each takes 10 ms for a free connection, 15 to connect, 5 for TLS, 10 to send, 60 until the head and 50 for the body.
struct MeasuredTransport: Transport {
    let clock: ManualClock
    let respond: @Sendable (TransportRequest) -> (status: Int, fields: HTTPFields)

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        var metrics = AttemptMetrics()
        metrics.isConnectionReused = false
        metrics.connectionTime = .milliseconds(30)
        metrics.connectTime = .milliseconds(20)
        metrics.handshakeTime = .milliseconds(5)
        metrics.sendTime = .milliseconds(10)
        metrics.timeToFirstByte = .milliseconds(70)
        clock.advance(by: .milliseconds(100))
        let (status, fields) = respond(request)
        let head = HTTPResponse(status: .init(code: status), headerFields: fields)
        return TransportResponse(
            head: head, body: MeasuredBody(clock) { [onMetrics = request.onMetrics, metrics] in onMetrics?(metrics) })
    }
}

private final class MeasuredBody: TransportBody {
    private let clock: ManualClock
    private let end: @Sendable () -> Void
    private let isRead = Lock(false)

    init(_ clock: ManualClock, end: @escaping @Sendable () -> Void) {
        (self.clock, self.end) = (clock, end)
    }

    func next() async throws(FetchError) -> Data? {
        let wasRead = isRead.withLock { isRead in
            defer { isRead = true }
            return isRead
        }
        guard !wasRead else {
            end()
            return nil
        }
        clock.advance(by: .milliseconds(50))
        return Data("{}".utf8)
    }

    func cancel() {}
}
