public import HTTPTypes

/// Whether a call may share the in-flight request of an identical one.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestSharing: Sendable, Hashable {
    /// A safe call joins an identical one that is in flight, and lets later ones join: by its method (RFC 9110 §9.2.1),
    /// or by ``Request/readingOnly()``.
    ///
    /// Calls are identical if method, address, fields, body, credentials and options are. Streams, downloads and
    /// requests with attempt interceptors of their own never share.
    case inFlight
    /// The call sends a request of its own.
    case never
}

extension Set where Element == HTTPField.Name {
    /// The fields that identify a call for tracing: `traceparent` and `tracestate` (W3C Trace Context) and
    /// `X-Request-ID`.
    ///
    /// Calls that only differ in them share an in-flight request, which carries those of the call that began it.
    public static var tracing: Set<HTTPField.Name> {
        [HTTPField.Name("traceparent")!, HTTPField.Name("tracestate")!, HTTPField.Name("X-Request-ID")!]
    }
}
