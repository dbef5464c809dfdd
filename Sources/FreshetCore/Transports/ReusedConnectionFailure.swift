/// The error for a reused connection that ended before the first byte of a response.
///
/// The server most likely closed it while the request was being sent. A transport throws a
/// ``FetchError`` with this error as ``FetchError/underlying``. The client then sends the request
/// again if it may be repeated: at once, once per call, on a fresh connection, and without a charge
/// to the ``RetryBudget`` (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
public struct ReusedConnectionFailure: Error, CustomStringConvertible {
    /// The error that ended the connection.
    public let underlying: any Error
    /// Whether the request must be sent again on a fresh connection.
    ///
    /// This isn't necessary for HTTP/2: the transport knows that the connection has ended, and one
    /// new connection serves all of its requests.
    public let needsFreshConnection: Bool

    /// Makes the error for a connection that ended with an underlying error.
    public init(_ underlying: any Error, needsFreshConnection: Bool = true) {
        self.underlying = underlying
        self.needsFreshConnection = needsFreshConnection
    }

    /// A text for logs.
    public var description: String { "a reused connection ended without a response: \(underlying)" }
}
