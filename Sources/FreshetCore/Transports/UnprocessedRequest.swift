/// The error for a request that the server ended without processing it.
///
/// Over HTTP/2, these are requests on streams above the last one that GOAWAY names, and on refused
/// streams (RFC 9113 §8.7). A transport throws a ``FetchError`` with this error as
/// ``FetchError/underlying``. The client then sends the request again whatever its method: at once,
/// once per call, and without a charge to the ``RetryBudget``. It doesn't if ``RetryRule/never``
/// forbids it or if the body can't be read twice.
public struct UnprocessedRequest: Error, CustomStringConvertible {
    /// The error that ended the request.
    public let underlying: any Error
    /// Whether the server requires HTTP/1.1 for the request (`HTTP_1_1_REQUIRED`, RFC 9113 §7). The
    /// request is then sent over HTTP/1.1 even with ``RetryRule/never``.
    public let needsHTTP1: Bool

    /// Makes the error for a request that ended with an underlying error.
    public init(_ underlying: any Error, needsHTTP1: Bool = false) {
        self.underlying = underlying
        self.needsHTTP1 = needsHTTP1
    }

    /// A text for logs.
    public var description: String { "the server has not processed the request: \(underlying)" }
}
