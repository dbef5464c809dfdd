import FreshetCore
import HTTPTypes

/// The part of a session that the stages of its calls use, independent of the token type.
protocol CallSession: AccountSession, ClientPlugin {
    /// Returns whether a request carries a token, according to its origin and the authenticator's
    /// rules.
    func covers(_ request: OutgoingRequest) -> Bool

    /// Starts a renewal if the token needs one, and a wait if the call needs the result.
    ///
    /// - Returns: `nil` if a token is available. Most calls don't wait, and those calls aren't
    ///   suspended.
    func prepareToken(
        for account: CallAccount, _ request: OutgoingRequest, _ call: Call
    ) throws(FetchError) -> TokenWait?

    func wait(_ wait: TokenWait, for account: CallAccount, _ call: Call) async throws(FetchError)

    /// Adds the current token to an attempt, without waiting.
    ///
    /// - Parameter now: The time at which the token must not have expired; `nil` if that was just
    ///   checked.
    func putToken(
        on request: inout OutgoingRequest, of account: CallAccount, unlessEndedAt now: Duration?
    ) -> TokenPlacement

    /// Decides whether a response refuses the token of its attempt, and whether the request is sent again.
    ///
    /// - Parameter began: The number of the latest token when the call first needed one.
    func verdict(
        on response: IncomingResponse, to token: SentToken, of account: CallAccount, began: UInt64
    ) -> TokenVerdict
}

/// A call that waits for a token.
struct TokenWait: Sendable {
    let id: UInt64
    let waiter = Pending<Result<Void, FetchError>>()
}

/// Whether an attempt carries a token, and if not, why.
enum TokenPlacement {
    case sent(SentToken)
    /// The request has its own credentials instead.
    case notNeeded
    /// The token was refused, has expired or is being renewed, so the attempt has to wait before it
    /// enters the rate limit.
    case mustWait
    /// Another account has signed in, or no account is signed in now.
    case accountChanged
}

/// The token with which an attempt was sent, noted on its response.
struct SentToken: NoteKey {
    typealias Note = SentToken

    /// The number of the token in its session. A later one has a higher number.
    let number: UInt64
    let fields: [HTTPField.Name]
    /// The secret texts that were added to the request.
    let secrets: [String]
}

enum TokenVerdict: Equatable {
    /// The token was accepted, or the response isn't about it.
    case accepted
    case sendAgain
    /// The token was refused although it was issued after the call began, so another one would be
    /// refused as well.
    case refused
    /// Another account has signed in, or no account is signed in now.
    case accountChanged
}
