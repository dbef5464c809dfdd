import FreshetCore
import HTTPTypes

/// A session as the stages of its calls see it, independent of the type of its tokens.
protocol CallSession: AccountSession, ClientPlugin {
    /// Whether a request carries a token, by its origin and by the rules of the authenticator.
    func covers(_ request: OutgoingRequest) -> Bool

    /// Begins a renewal of the token where it has to be renewed, and a wait where the call needs the outcome.
    ///
    /// - Returns: `nil` if a token is there: most calls do not wait, and those that do not are not suspended.
    func prepareToken(
        for account: CallAccount, _ request: OutgoingRequest, _ call: Call
    ) throws(FetchError) -> TokenWait?

    func wait(_ wait: TokenWait, for account: CallAccount, _ call: Call) async throws(FetchError)

    /// Puts the present token on an attempt, without waiting.
    ///
    /// - Parameter now: The time at which the token must not have ended; `nil` where that was just checked.
    func putToken(
        on request: inout OutgoingRequest, of account: CallAccount, unlessEndedAt now: Duration?
    ) -> TokenPlacement

    /// Decides whether a response refuses the token of its attempt, and whether the request is sent again.
    ///
    /// - Parameter began: The last token that was issued when the call began to need one.
    func verdict(
        on response: IncomingResponse, to token: SentToken, of account: CallAccount, began: UInt64
    ) -> TokenVerdict
}

/// A call that waits for a token.
struct TokenWait: Sendable {
    let id: UInt64
    let waiter = Pending<Result<Void, FetchError>>()
}

/// Whether an attempt carries a token, or the reason why it does not.
enum TokenPlacement {
    case sent(SentToken)
    /// The request carries credentials of its own instead.
    case notNeeded
    /// It was refused or has ended, or its renewal is under way: the attempt has to wait outside the rate limit.
    case mustWait
    /// Another account has signed in, or no account is signed in any more.
    case accountChanged
}

/// The token with which an attempt was sent, as a note on its response.
struct SentToken: NoteKey {
    typealias Note = SentToken

    /// The number of the token in its session. A later one has a higher number.
    let number: UInt64
    let fields: [HTTPField.Name]
    /// The texts that were put on the request.
    let secrets: [String]
}

enum TokenVerdict: Equatable {
    /// The token was accepted, or the response is not about it.
    case accepted
    case sendAgain
    /// The token was refused, although it was issued after the call had begun: another one would be refused, too.
    case refused
    /// Another account has signed in, or no account is signed in any more.
    case accountChanged
}
