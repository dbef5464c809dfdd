public import FreshetCore
import HTTPTypes

/// Defines a service's tokens: how requests carry them, how long they last, and how to obtain and
/// renew them.
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
/// An ``AuthenticationSession`` decides when to call it. At most one ``obtain(in:)`` or
/// ``renew(_:in:)`` runs at a time; the other methods may be called concurrently. An authenticator
/// needs no state of its own. For a key that never changes, use `Credentials` without a session.
public protocol Authenticator<Token>: Sendable {
    /// A token, with everything that is needed to renew it.
    associatedtype Token: Sendable

    /// The authentication scheme of the challenges that concern the token: `Bearer` by default, or
    /// `nil` for every scheme.
    var scheme: String? { get }

    /// The origins to which tokens are sent, such as `https://api.example`. By default empty, which
    /// means only the origin of the service's base URL.
    var origins: [String] { get }

    /// Returns whether a request carries a token. By default, all of the service's requests do.
    ///
    /// All accounts share the stored responses to requests without a token. Return quickly.
    func applies(to request: OutgoingRequest) -> Bool

    /// Returns how an attempt carries a token. It is called for each attempt, so return quickly.
    ///
    /// Return an empty array if the server has to send a challenge first. Its refusal then leads to
    /// ``renew(_:in:)``, as if it had refused a token.
    func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials]

    /// Returns how long a token lasts, counted from when it was requested, or `nil`, the default,
    /// if that is unknown.
    func lifetime(of token: Token) -> Duration?

    /// Returns whether a response refuses the token with which its request was sent.
    ///
    /// By default, status 401 is a refusal, unless all of its challenges have another ``scheme``,
    /// or it reports that another token wouldn't help: `insufficient_scope` and `invalid_request`
    /// (RFC 6750 §3.1).
    func isRefusal(_ response: IncomingResponse) -> Bool

    /// Obtains a token for an account that has none, such as the account of a program that runs
    /// without a user.
    ///
    /// - Throws: `FetchError`. By default `FetchError/AuthenticationFailure/signedOut`, since a
    ///   person has to sign in.
    func obtain(in renewal: Renewal) async throws(FetchError) -> Token

    /// Renews a token. By default, it obtains another one.
    ///
    /// It runs in its own task, once for all waiting calls. A failed renewal is never retried
    /// automatically: the server may have invalidated the old token although its response was lost.
    ///
    /// - Parameters:
    ///   - token: The current token, which another process may have stored.
    ///   - renewal: Makes the client that sends the request.
    /// - Throws: `FetchError`. An error for which ``endsSignIn(_:)`` returns `true`, or
    ///   `FetchError/AuthenticationFailure/signedOut`, means that the account has to sign in again.
    ///   After any other error the session keeps the token and tries again later.
    func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token

    /// Returns whether the error of a renewal means that the account has to sign in again.
    ///
    /// By default, the code of `FetchError/serviceError` decides, whatever the status.
    /// `invalid_grant` and the codes that servers use in its place, such as `bad_refresh_token`,
    /// return `true`. The other codes of RFC 6749 §5.2 return `false`, since they may be temporary
    /// or concern the program. With a code of the service's own, or none, status 401 returns
    /// `true`, unless its body is a gateway's HTML page. If neither the service nor the token
    /// decoding has read an error, it is read from `error` in the body.
    ///
    /// - Parameter error: The error that ``renew(_:in:)`` or ``obtain(in:)`` has thrown.
    func endsSignIn(_ error: FetchError) -> Bool

    /// Informs the server that a token is no longer needed. Does nothing by default.
    ///
    /// It is called after a sign-out, and for a token that arrived after it. No call waits for it,
    /// and the sign-out waits only on request
    /// (``AuthenticationSession/signOut(awaitingRevocation:)``).
    func revoke(_ token: Token, in renewal: Renewal) async
}

extension Authenticator {
    /// `Bearer`, the default.
    public var scheme: String? { "Bearer" }

    /// An empty array, the default: only the origin of the service's base URL.
    public var origins: [String] { [] }

    /// Returns `true`, the default.
    public func applies(to request: OutgoingRequest) -> Bool { true }

    /// Returns `nil`, the default.
    public func lifetime(of token: Token) -> Duration? { nil }

    /// Returns whether the status is 401 and the challenges concern the token. This is the default.
    public func isRefusal(_ response: IncomingResponse) -> Bool {
        guard response.head.status == .unauthorized else { return false }
        let challenges = Challenge.list(in: response.head.headerFields)
        guard let scheme = scheme?.lowercased(), !challenges.isEmpty else { return true }
        return challenges.contains { challenge in
            let error = challenge.parameters["error"]
            return challenge.scheme == scheme && error != "insufficient_scope" && error != "invalid_request"
        }
    }

    /// Throws an error because a person has to sign in. This is the default.
    ///
    /// - Throws: `FetchError/AuthenticationFailure/signedOut`.
    public func obtain(in renewal: Renewal) async throws(FetchError) -> Token {
        throw FetchError(.authentication(.signedOut))
    }

    /// Obtains another token. This is the default.
    ///
    /// - Throws: The error of ``obtain(in:)``.
    public func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
        try await obtain(in: renewal)
    }

    /// Returns whether a code or status 401 rejects the token for good. This is the default.
    public func endsSignIn(_ error: FetchError) -> Bool {
        error.serviceError?.code.flatMap { TokenEndpointError.requiresSignIn($0) }
            ?? (error.status == .unauthorized && !error.hasPage)
    }

    /// Does nothing. This is the default.
    public func revoke(_ token: Token, in renewal: Renewal) async {}
}
