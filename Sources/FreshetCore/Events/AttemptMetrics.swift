/// What a transport has measured of one attempt. What it does not know is `nil`, never zero.
///
/// URLSession reports all of it on Apple's platforms. AsyncHTTPClient does not separate connecting from waiting.
public struct AttemptMetrics: Sendable, Hashable {
    /// The version of HTTP: `1.1`, `2` or `3`.
    public var protocolVersion: String?
    /// Whether the connection had been used before.
    public var isConnectionReused: Bool?
    /// The address of the server, or of the proxy, as numbers: `192.0.2.1:443`.
    public var remoteAddress: String?
    /// The time until the request had its connection: waiting for a free one, or looking up the name, connecting and
    /// the handshake of TLS.
    public var connectionTime: Duration?
    /// The part of ``connectionTime`` in which a new connection was made, with its handshake of TLS.
    public var connectTime: Duration?
    /// The part of ``connectTime`` that the handshake of TLS took.
    public var handshakeTime: Duration?
    /// The time in which the body of the request was sent.
    public var sendTime: Duration?
    /// The time from sending the request to the first byte of its final response's head.
    public var timeToFirstByte: Duration?
    /// The bytes of the request's body that were sent, encoded.
    public var sentBytes: Int?
    /// The bytes of the response's body that were received, before they were decoded.
    public var receivedBytes: Int?
    /// Whether a tape has responded instead of a server.
    package var isReplayed = false

    /// Makes metrics of which nothing is known.
    public init() {}
}

/// The number of the attempt that a transport is about to send, and what it reports of it; `nil` where nobody observes
/// the call.
package enum AttemptKey: RequestOptionKey {
    package static let defaultValue: Attempt? = nil
    package static let sharing = OptionSharing<Attempt?>.always
}

/// An attempt of an observed call, as a transport around the client's own sees it.
package struct Attempt: Sendable {
    /// The number of the attempt, unique in the process (``FetchEvent/attempt``).
    package let id: UInt64
    /// The number of the call that began the in-flight request.
    package let call: UInt64
    /// How many requests of the call went to the transport, with this one.
    package let number: Int
    /// The request as events show it, with the address of this attempt.
    package let request: FetchError.Request
    /// Whether it goes to the origin of the service, and no redirect has led elsewhere before.
    package let isToService: Bool
    /// The reason why the client gives the attempt up.
    package let failure: AttemptFailure
    private let outgoing: OutgoingRequest

    init(id: UInt64, number: Int, _ outgoing: OutgoingRequest, of call: Call) {
        self.id = id
        self.call = call.id
        self.number = number
        self.outgoing = outgoing
        request = outgoing.summary
        isToService = outgoing.isForService
        failure = AttemptFailure { [weak call] in call?.cancellation.reason }
    }

    /// The address as it is sent, with its fragment and without secrets.
    package var url: String { outgoing.sentURL }
}

/// The reason why a client gives an attempt up. Its transport only learns of a cancellation, or of nothing.
package final class AttemptFailure: Sendable {
    private let own = Lock<FetchError?>(nil)
    private let reasonOfCall: @Sendable () -> FetchError?

    init(reasonOfCall: @escaping @Sendable () -> FetchError?) {
        self.reasonOfCall = reasonOfCall
    }

    func note(_ error: FetchError) {
        own.withLock { $0 = error }
    }

    /// Returns the failure of an attempt that has ended; `nil` for a success.
    ///
    /// - Parameter error: The failure of its exchange.
    package func failure(after error: FetchError?) -> FetchError? {
        if let own = own.withLock({ $0 }) { return own }
        return error?.isCancellation == true ? reasonOfCall() ?? error : error
    }
}
