import FreshetCore

/// The consequence of a failed renewal.
enum RenewalFailure: Equatable {
    /// The account has to sign in again.
    case signedOut
    /// The renewal may succeed later; the server may ask for a wait.
    case passing(wait: Duration?)
    case storeIsLocked
    case tooMany
    case cancelled

    /// Classifies an error.
    ///
    /// - Parameters:
    ///   - error: The error of the renewal.
    ///   - endsSignIn: Whether the authenticator takes it for one that another sign-in has to follow.
    init(_ error: FetchError, endsSignIn: Bool) {
        switch error.kind {
        case .authentication(.signedOut): self = .signedOut
        case .authentication(.tooManyRenewals): self = .tooMany
        case .cancelled: self = .cancelled
        case .file: self = .storeIsLocked
        default: self = endsSignIn ? .signedOut : .passing(wait: error.retryAfter)
        }
    }
}
