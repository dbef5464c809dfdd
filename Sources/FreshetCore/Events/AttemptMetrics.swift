/// The measurements that a transport took of one attempt.
///
/// A value that the transport can't measure is `nil`, never zero.
///
/// URLSession reports all values on Apple's platforms. AsyncHTTPClient doesn't separate connecting
/// from waiting.
public struct AttemptMetrics: Sendable, Hashable {
    /// The HTTP version: `1.1`, `2` or `3`.
    public var protocolVersion: String?
    /// Whether the connection had been used before.
    public var isConnectionReused: Bool?
    /// The numeric address of the server, or of the proxy, such as `192.0.2.1:443`.
    public var remoteAddress: String?
    /// The time until the request had a connection: either the wait for a free one, or the name
    /// lookup, the connect and the TLS handshake.
    public var connectionTime: Duration?
    /// The part of ``connectionTime`` that opening a new connection took, including its TLS
    /// handshake.
    public var connectTime: Duration?
    /// The part of ``connectTime`` that the TLS handshake took.
    public var handshakeTime: Duration?
    /// The time that sending the request body took.
    public var sendTime: Duration?
    /// The time from sending the request to the first byte of the final response's head.
    public var timeToFirstByte: Duration?
    /// The number of bytes of the request body that were sent, after encoding.
    public var sentBytes: Int?
    /// The number of bytes of the response body that were received, before decoding.
    public var receivedBytes: Int?
    /// Whether a tape responded instead of a server.
    package var isReplayed = false

    /// Makes metrics without any measurements.
    public init() {}
}
