// Signing in: tokens that are renewed automatically, and the requests of an account.

import Freshet

/// The authenticator of the help desk, which renews tokens by their refresh token.
struct DeskTokens: Authenticator {
    struct Token: Codable, Sendable {
        let access: String
        let refresh: String
        /// The lifetime of the access token in seconds.
        let lifetime: Int
    }

    struct Login: Codable {
        var user: String?
        var password: String?
        var refresh: String?
    }

    let desk: HelpDesk

    /// Returns whether a request needs the token. All other requests carry none, and their responses are shared by
    /// all accounts.
    func applies(to request: OutgoingRequest) -> Bool { request.path == "/mine" }

    func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] { [.bearer(token.access)] }

    func lifetime(of token: Token) -> Duration? { .seconds(token.lifetime) }

    func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
        try await renewal.client(for: desk).value(for: .token(Login(refresh: token.refresh)))
    }
}

extension AuthenticationSession<DeskTokens> {
    func signIn(_ user: String, _ password: String) async throws(FetchError) {
        let login = DeskTokens.Login(user: user, password: password)
        let token = try await client(for: authenticator.desk).value(for: .token(login))
        try await signIn(token, account: "desk/\(user)")
    }
}

extension Request where API == HelpDesk, Value == DeskTokens.Token {
    static func token(_ login: DeskTokens.Login) -> Self { Request("token", method: .post, body: .json(login)) }
}

extension Request where API == HelpDesk, Value == [Int] {
    /// The tickets that the account has taken. Nothing is sent while no account is signed in.
    static var mine: Self { Request("mine").access(.private) }

    static func take(_ id: Int) -> Self { Request("mine", method: .post, body: .json(id)).access(.private) }
}
