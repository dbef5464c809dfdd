/// Whether a request carries its service's private credentials.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestAccess: Sendable, Hashable {
    /// Anyone may ask: only ``Service/credentials`` are sent.
    case open
    /// ``Service/privateCredentials`` sign the request, too.
    case `private`
}
