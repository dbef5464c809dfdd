import FreshetCore

/// The state of a session: whether an account is signed in, and which one.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SessionState: Sendable, Hashable {
    /// No account is signed in.
    case signedOut
    /// An account is signed in.
    case signedIn(account: String)
    /// The server no longer renews the account's token. The account's stored data can still be
    /// read.
    case needsSignIn(account: String)

    /// The name of the account; `nil` if no account is signed in.
    public var account: String? {
        switch self {
        case .signedOut: nil
        case .signedIn(let account), .needsSignIn(let account): account
        }
    }
}
