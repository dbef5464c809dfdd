/// Whether a request carries its service's private credentials.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestAccess: Sendable, Hashable {
    /// The request is public: only ``Service/credentials`` are sent.
    case open
    /// ``Service/privateCredentials`` are sent, too.
    case `private`
}
