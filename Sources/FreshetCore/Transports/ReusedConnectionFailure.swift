/// A connection that had been used before brought no response to the request that was sent on it.
///
/// The server has most likely closed it when the request was on its way. A transport throws a ``FetchError`` with this error
/// beneath (``FetchError/underlying``), and the client sends the request again, once, if it may be repeated: at once, on a fresh
/// connection, and without touching the ``RetryBudget`` (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
public struct ReusedConnectionFailure: Error, CustomStringConvertible {
    /// How the connection has ended.
    public let underlying: any Error

    public init(_ underlying: any Error) {
        self.underlying = underlying
    }

    public var description: String { "a connection that was used before brought no response: \(underlying)" }
}
