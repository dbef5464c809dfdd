import Foundation
import FreshetCore

/// A session's measurements of one exchange: the properties of `URLSessionTaskTransactionMetrics`
/// that are reported.
protocol TransactionMetrics {
    var networkProtocolName: String? { get }
    var isReusedConnection: Bool { get }
    var remoteAddress: String? { get }
    var remotePort: Int? { get }
    var fetchStartDate: Date? { get }
    var domainLookupStartDate: Date? { get }
    var connectStartDate: Date? { get }
    var secureConnectionStartDate: Date? { get }
    var secureConnectionEndDate: Date? { get }
    var connectEndDate: Date? { get }
    var requestStartDate: Date? { get }
    var requestEndDate: Date? { get }
    var responseStartDate: Date? { get }
    var countOfRequestBodyBytesSent: Int64 { get }
    var countOfResponseBodyBytesReceived: Int64 { get }
}

#if canImport(Darwin)
extension URLSessionTaskTransactionMetrics: TransactionMetrics {}
#endif

extension AttemptMetrics {
    init(_ metrics: some TransactionMetrics) {
        func time(_ start: Date?, _ end: Date?) -> Duration? {
            guard let start, let end else { return nil }
            return .seconds(max(0, end.timeIntervalSince(start)))
        }
        self.init()
        protocolVersion = metrics.networkProtocolName.map { name in
            name.hasPrefix("http/") ? String(name.dropFirst(5)) : name.hasPrefix("h") ? String(name.dropFirst()) : name
        }
        isConnectionReused = metrics.isReusedConnection
        remoteAddress = metrics.remoteAddress.map { address in
            let host = address.contains(":") ? "[\(address)]" : address
            return metrics.remotePort.map { "\(host):\($0)" } ?? host
        }
        connectionTime = time(metrics.fetchStartDate, metrics.requestStartDate)
        connectTime = time(metrics.domainLookupStartDate ?? metrics.connectStartDate, metrics.connectEndDate)
        handshakeTime = time(metrics.secureConnectionStartDate, metrics.secureConnectionEndDate)
        if metrics.countOfRequestBodyBytesSent > 0 {
            sendTime = time(metrics.requestStartDate, metrics.requestEndDate)
        }
        timeToFirstByte = time(metrics.requestStartDate, metrics.responseStartDate)
        sentBytes = Int(metrics.countOfRequestBodyBytesSent)
        receivedBytes = Int(metrics.countOfResponseBodyBytesReceived)
    }
}
