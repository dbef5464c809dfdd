import Foundation
import FreshetCore
import Testing

@testable import FreshetURLSession

/// What becomes of a session's own measurements.
struct TransactionMetricsTests {
    /// An exchange of which the session has measured nothing.
    private struct Measured: TransactionMetrics {
        var networkProtocolName: String?
        var isReusedConnection = false
        var remoteAddress: String?
        var remotePort: Int?
        var fetchStartDate: Date?
        var domainLookupStartDate: Date?
        var connectStartDate: Date?
        var secureConnectionStartDate: Date?
        var secureConnectionEndDate: Date?
        var connectEndDate: Date?
        var requestStartDate: Date?
        var requestEndDate: Date?
        var responseStartDate: Date?
        var countOfRequestBodyBytesSent: Int64 = 0
        var countOfResponseBodyBytesReceived: Int64 = 0
    }

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    /// The first exchange of a connection with TLS.
    private var first: Measured {
        Measured(
            fetchStartDate: Self.date(1), domainLookupStartDate: Self.date(2), connectStartDate: Self.date(4),
            secureConnectionStartDate: Self.date(8), secureConnectionEndDate: Self.date(16),
            connectEndDate: Self.date(32), requestStartDate: Self.date(64), requestEndDate: Self.date(128),
            responseStartDate: Self.date(256), countOfRequestBodyBytesSent: 10, countOfResponseBodyBytesReceived: 20)
    }

    @Test func theTimesOfANewConnection() {
        let metrics = AttemptMetrics(first)
        #expect(metrics.isConnectionReused == false)
        #expect(metrics.connectionTime == .seconds(63))
        #expect(metrics.connectTime == .seconds(30))
        #expect(metrics.handshakeTime == .seconds(8))
        #expect(metrics.sendTime == .seconds(64))
        #expect(metrics.timeToFirstByte == .seconds(192))
        #expect(metrics.sentBytes == 10)
        #expect(metrics.receivedBytes == 20)
    }

    @Test func aReusedConnectionHasNoTimeOfConnecting() {
        let metrics = AttemptMetrics(
            Measured(
                isReusedConnection: true, fetchStartDate: Self.date(1), requestStartDate: Self.date(2),
                requestEndDate: Self.date(3), responseStartDate: Self.date(5)))
        #expect(metrics.isConnectionReused == true)
        #expect(metrics.connectionTime == .seconds(1))
        #expect(metrics.connectTime == nil)
        #expect(metrics.handshakeTime == nil)
        #expect(metrics.timeToFirstByte == .seconds(3))
    }

    @Test func withoutALookupConnectingBeginsWithTheConnection() {
        var measured = first
        measured.domainLookupStartDate = nil
        #expect(AttemptMetrics(measured).connectTime == .seconds(28))
    }

    @Test func aRequestWithoutABodyHasNoTimeOfSending() {
        var measured = first
        measured.countOfRequestBodyBytesSent = 0
        let metrics = AttemptMetrics(measured)
        #expect(metrics.sendTime == nil)
        #expect(metrics.sentBytes == 0)
    }

    @Test func whatIsMissingStaysUnknown() {
        var expected = AttemptMetrics()
        expected.isConnectionReused = false
        (expected.sentBytes, expected.receivedBytes) = (0, 0)
        #expect(AttemptMetrics(Measured()) == expected)
    }

    @Test func noTimeIsNegative() {
        // The clock of the device was set back.
        let metrics = AttemptMetrics(Measured(requestStartDate: Self.date(5), responseStartDate: Self.date(4)))
        #expect(metrics.timeToFirstByte == .zero)
    }

    @Test(
        "Versions of HTTP",
        arguments: [("http/1.0", "1.0"), ("http/1.1", "1.1"), ("h2", "2"), ("h3", "3"), ("spdy/3", "spdy/3")])
    func versions(name: String, expected: String) {
        #expect(AttemptMetrics(Measured(networkProtocolName: name)).protocolVersion == expected)
    }

    @Test(
        "Addresses",
        arguments: [
            ("192.0.2.1", 443, "192.0.2.1:443"), ("2001:db8::1", 443, "[2001:db8::1]:443"),
            ("fe80::1%en0", 80, "[fe80::1%en0]:80"), ("192.0.2.1", nil, "192.0.2.1"),
            ("2001:db8::1", nil, "[2001:db8::1]"), (nil, 443, nil),
        ] as [(String?, Int?, String?)])
    func addresses(address: String?, port: Int?, expected: String?) {
        let metrics = AttemptMetrics(Measured(remoteAddress: address, remotePort: port))
        #expect(metrics.remoteAddress == expected)
    }
}
