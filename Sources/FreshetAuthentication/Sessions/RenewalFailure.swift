import FreshetCore

/// What follows from a failed renewal.
enum RenewalFailure: Equatable {
    /// The account has to sign in again.
    case signedOut
    /// The renewal may succeed later. The server may request a wait.
    case passing(wait: Duration?)
    case storeIsLocked
    case tooMany
    case cancelled

    /// Classifies an error.
    ///
    /// - Parameters:
    ///   - error: The error of the renewal.
    ///   - endsSignIn: Whether, according to the authenticator, the error requires signing in
    ///     again.
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
