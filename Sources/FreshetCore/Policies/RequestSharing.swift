public import HTTPTypes

/// Whether a call may share an in-flight request with identical calls.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestSharing: Sendable, Hashable {
    /// A safe call joins an identical request that is in flight, and lets later calls join its own.
    /// A call is safe by its method (RFC 9110 §9.2.1) or by ``Request/readingOnly()``.
    ///
    /// Calls are identical if their method, URL, header fields, body, credentials and options are.
    /// Streams, downloads and requests with their own attempt interceptors never share a request.
    case inFlight
    /// The call always sends its own request.
    case never
}

extension Set where Element == HTTPField.Name {
    /// The header fields that identify a call for tracing: `traceparent` and `tracestate` (W3C
    /// Trace Context) and `X-Request-ID`.
    ///
    /// Calls that differ only in these fields share an in-flight request, which carries the fields
    /// of the call that started it.
    public static var tracing: Set<HTTPField.Name> {
        [HTTPField.Name("traceparent")!, HTTPField.Name("tracestate")!, HTTPField.Name("X-Request-ID")!]
    }
}
