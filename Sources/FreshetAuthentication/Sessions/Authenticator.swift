public import FreshetCore
import HTTPTypes

/// Defines the tokens of a service: how a request carries one, how long it lasts, how it is obtained and renewed.
///
/// ```swift
/// struct TicketTokens: Authenticator {
///     struct Token: Codable, Sendable {
///         let access: String
///         let refresh: String
///         let expiresIn: Int
///     }
///
///     func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] { [.bearer(token.access)] }
///
///     func lifetime(of token: Token) -> Duration? { .seconds(token.expiresIn) }
///
///     func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
///         try await renewal.client(for: Tickets()).value(for: .refresh(token.refresh))
///     }
/// }
/// ```
///
/// An ``AuthenticationSession`` decides when to call it, one call at a time. An authenticator has no state of its own.
/// `Credentials` without a session suffice for a key that never changes.
public protocol Authenticator<Token>: Sendable {
    /// A token with all that is needed to renew it.
    associatedtype Token: Sendable

    /// The scheme of the challenges that concern the token. `Bearer` by default; `nil` for every scheme.
    var scheme: String? { get }

    /// The origins that get tokens, such as `https://api.example`. Empty, the default, for that of the service's base
    /// URL.
    var origins: [String] { get }

    /// Returns whether a request carries a token. All requests of the service do by default.
    ///
    /// Responses to requests without one are shared by all accounts. Return quickly.
    func applies(to request: OutgoingRequest) -> Bool

    /// Returns how an attempt carries a token. Called again for each attempt; return quickly.
    ///
    /// None, where the server has to respond with a challenge first. Its refusal then leads to ``renew(_:in:)`` like
    /// that of a token.
    func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials]

    /// Returns how long a token lasts from the moment at which it was requested; `nil`, the default, where that is
    /// unknown.
    func lifetime(of token: Token) -> Duration?

    /// Returns whether a response refuses the token with which its request was sent.
    ///
    /// By default a status of 401, unless its challenges are all of another ``scheme``, or it says that another token
    /// would not help: `insufficient_scope` and `invalid_request` (RFC 6750 §3.1).
    func isRefusal(_ response: IncomingResponse) -> Bool

    /// Obtains a token for an account that has none, such as that of a program which needs no user.
    ///
    /// - Throws: `FetchError`. By default `FetchError/AuthenticationFailure/signedOut`: a person has to sign in.
    func obtain(in renewal: Renewal) async throws(FetchError) -> Token

    /// Renews a token. By default, another one is obtained.
    ///
    /// It is called in a task of its own, once for all calls that wait. A renewal is never repeated by itself: the
    /// server may have spent the old token although its response was lost.
    ///
    /// - Parameters:
    ///   - token: The current token, perhaps one that another process has stored.
    ///   - renewal: Makes the client to send the request with.
    /// - Throws: `FetchError`. One that ``endsSignIn(_:)``, or of `FetchError/AuthenticationFailure/signedOut`, means
    ///   that the account has to sign in again. After all others the token is kept, and the renewal is tried again
    ///   later.
    func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token

    /// Returns whether the error of a renewal means that the account has to sign in again.
    ///
    /// By default the code of `FetchError/serviceError` decides, with any status: `invalid_grant` and the codes that
    /// servers use in its place, such as `bad_refresh_token`, do; the other codes of RFC 6749 §5.2 don't, since they
    /// may pass or are about the program. With a code of the service's own, or none, status 401 does, unless its body
    /// is a page of a gateway. Where neither the service nor the reading of the token has read an error, it is read
    /// from `error` in the body.
    ///
    /// - Parameter error: The error that ``renew(_:in:)`` or ``obtain(in:)`` has thrown.
    func endsSignIn(_ error: FetchError) -> Bool

    /// Informs the server that a token is no longer needed. Does nothing by default.
    ///
    /// Called after a sign-out, and for a token that came too late. No call waits for it, and the sign-out only if
    /// asked to (``AuthenticationSession/signOut(awaitingRevocation:)``).
    func revoke(_ token: Token, in renewal: Renewal) async
}

extension Authenticator {
    /// `Bearer`, the default.
    public var scheme: String? { "Bearer" }

    /// No further origins, the default.
    public var origins: [String] { [] }

    /// Returns `true`, the default.
    public func applies(to request: OutgoingRequest) -> Bool { true }

    /// Returns `nil`, the default.
    public func lifetime(of token: Token) -> Duration? { nil }

    /// Returns whether the status is 401 and the challenges concern the token, the default.
    public func isRefusal(_ response: IncomingResponse) -> Bool {
        guard response.head.status == .unauthorized else { return false }
        let challenges = Challenge.list(in: response.head.headerFields)
        guard let scheme = scheme?.lowercased(), !challenges.isEmpty else { return true }
        return challenges.contains { challenge in
            let error = challenge.parameters["error"]
            return challenge.scheme == scheme && error != "insufficient_scope" && error != "invalid_request"
        }
    }

    /// Throws that a person has to sign in, the default.
    ///
    /// - Throws: `FetchError/AuthenticationFailure/signedOut`.
    public func obtain(in renewal: Renewal) async throws(FetchError) -> Token {
        throw FetchError(.authentication(.signedOut))
    }

    /// Obtains another token, the default.
    ///
    /// - Throws: The error of ``obtain(in:)``.
    public func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
        try await obtain(in: renewal)
    }

    /// Returns whether a code or status 401 refuses the token, the default.
    public func endsSignIn(_ error: FetchError) -> Bool {
        error.serviceError?.code.flatMap { TokenEndpointError.requiresSignIn($0) }
            ?? (error.status == .unauthorized && !error.hasPage)
    }

    /// Does nothing, the default.
    public func revoke(_ token: Token, in renewal: Renewal) async {}
}
