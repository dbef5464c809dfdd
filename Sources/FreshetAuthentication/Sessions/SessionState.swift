import FreshetCore

/// The state of an ``AuthenticationSession``: whether an account is signed in, and which.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SessionState: Sendable, Hashable {
    /// No account is signed in.
    case signedOut
    /// An account is signed in.
    case signedIn(account: String)
    /// The server no longer renews the token of an account. What is stored of the account can still be read.
    case needsSignIn(account: String)

    /// The name of the account; `nil` where no account is signed in.
    public var account: String? {
        switch self {
        case .signedOut: nil
        case .signedIn(let account), .needsSignIn(let account): account
        }
    }
}
