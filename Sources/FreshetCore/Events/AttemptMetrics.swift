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
