#if NIO
import FreshetCore
import NIOConcurrencyHelpers
import NIOCore

/// A meter that measures an exchange, and reports the measurements once.
final class ExchangeMeter: Sendable {
    private struct State {
        var metrics = AttemptMetrics()
        var written: NIODeadline?
        var report: (@Sendable (AttemptMetrics) -> Void)?
    }

    private let start = NIODeadline.now()
    private let state: NIOLockedValueBox<State>

    /// Makes a meter; `nil` if nothing receives its report.
    init?(_ report: (@Sendable (AttemptMetrics) -> Void)?) {
        guard let report else { return nil }
        state = NIOLockedValueBox(State(report: report))
    }

    /// Notes that the request is being written on a connection.
    func begin(_ connection: ResponseEvents.Connection) {
        let now = NIODeadline.now()
        state.withLockedValue { state in
            state.metrics.isConnectionReused = connection.isReused
            state.metrics.protocolVersion = connection.protocolVersion
            state.metrics.remoteAddress = connection.remoteAddress
            state.metrics.connectionTime = Duration(now - start)
            // A repetition on another connection starts its body from the beginning.
            state.metrics.sentBytes = 0
            state.written = now
        }
    }

    func countSent(_ bytes: Int) {
        let now = NIODeadline.now()
        state.withLockedValue { state in
            state.metrics.sentBytes = (state.metrics.sentBytes ?? 0) + bytes
            state.metrics.sendTime = state.written.map { Duration(now - $0) }
        }
    }

    /// Notes that the head of the final response was received.
    func receiveHead() {
        let now = NIODeadline.now()
        state.withLockedValue { state in
            state.metrics.timeToFirstByte = state.written.map { Duration(now - $0) }
        }
    }

    /// Reports the measurements of an exchange that has ended. Only the first call has an effect.
    ///
    /// - Parameter received: The number of bytes of the response body; `nil` if there was no
    ///   response.
    func end(received: Int?) {
        let (report, metrics) = state.withLockedValue { state in
            state.metrics.receivedBytes = received
            return (state.report.take(), state.metrics)
        }
        // After the lock is released, since the caller provides this function.
        report?(metrics)
    }
}

extension Duration {
    fileprivate init(_ amount: TimeAmount) { self = .nanoseconds(amount.nanoseconds) }
}
#endif
