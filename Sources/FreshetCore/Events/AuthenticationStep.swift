/// An action of an authentication session for a call, with its reason.
///
/// It never contains a token.
public struct AuthenticationStep: Sendable, Hashable, CustomStringConvertible {
    /// The action of the session.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        /// The call waits until a token is obtained or renewed.
        case waiting = "waiting"
        /// The token that the call waited for is available.
        case ready = "ready"
        /// The server refused the token of an attempt.
        case refused = "refused"
        /// The request is sent again with another token. The next
        /// ``FetchEvent/Step/attempt(number:)`` reports it.
        case sendingAgain = "sending again"
        /// No token is available, and the call fails.
        case failed = "failed"
        /// The account of the call signed out, so the call is cancelled.
        case accountChanged = "account changed"
    }

    /// The action of the session.
    public let action: Action
    /// The reason as text.
    public let reason: String

    /// Makes a step.
    public init(_ action: Action, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    /// The action and the reason, as they appear in logs.
    public var description: String { "\(action.rawValue): \(reason)" }
}
