/// Whether a request carries the private credentials of its service.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestAccess: Sendable, Hashable {
    /// The request is public: only ``Service/credentials`` are sent.
    case open
    /// The request is private: ``Service/privateCredentials`` are sent as well.
    case `private`
}
