/// Whether a call may share the exchange of an identical one.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestSharing: Sendable, Hashable {
    /// A safe call (RFC 9110 §9.2.1) joins an identical one that is in flight, and lets later ones join.
    ///
    /// Identical are method, address, fields, body and credentials. Streams and downloads never share.
    case inFlight
    /// The call has an exchange of its own.
    case never
}
