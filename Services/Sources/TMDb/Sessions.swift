import Foundation
public import Freshet

extension TMDb {
    /// Signs people in to their TMDb accounts, so that an account's requests carry the id of its
    /// session.
    ///
    /// ```swift
    /// let session = AuthenticationSession(TMDb.Sessions(TMDb(.token(token))), .platform)
    /// var configuration = ClientConfiguration.platform
    /// configuration.authentication = .session(session)
    /// let movies = Client(TMDb(.token(token)), configuration)
    ///
    /// try await session.signIn(user: name, password: password)
    /// try await movies.value(for: .rate(10007, 8.5))
    /// ```
    ///
    /// The service's sessions have no known lifetime and can't be renewed. When the service has
    /// ended a session, another one is made with the stored login; without one, the person has to
    /// sign in again. Requests that aren't about an account carry no session, and all accounts
    /// share their responses.
    public struct Sessions: Authenticator {
        /// A session of the service.
        public typealias Token = Session

        /// The prefix before the id in an account's name.
        static let prefix = "tmdb/"

        fileprivate let service: TMDb
        private let basePath: String

        /// Makes an authenticator for the accounts of a service.
        public init(_ service: TMDb) {
            self.service = service
            basePath = AddressText.url(service.baseURL)?.path(percentEncoded: true) ?? ""
        }

        /// The authentication scheme, which is `nil` because the service sends no challenges.
        public var scheme: String? { nil }

        /// Returns whether a request needs an account's session.
        public func applies(to request: OutgoingRequest) -> Bool {
            var path = request.path.prefix { $0 != "?" }
            if path.hasPrefix(basePath) { path = path.dropFirst(basePath.count) }
            let pieces = path.split(separator: "/")
            return switch pieces.first {
            case "account": true
            case "movie": pieces.count == 3 && (pieces[2] == "rating" || pieces[2] == "account_states")
            default: false
            }
        }

        /// Returns the session id as a query item.
        public func credentials(for token: Session, on request: OutgoingRequest) -> [Credentials] {
            [.query("session_id", token.id)]
        }

        /// Returns whether the service refused the session rather than the key. Both have status
        /// 401.
        public func isRefusal(_ response: IncomingResponse) -> Bool {
            guard response.head.status == .unauthorized, let body = response.data,
                let code = service.serviceError(in: body, of: response.head)?.code
            else { return false }
            return code == "3" || code == "17"
        }

        /// Makes another session with the stored login.
        ///
        /// - Throws: `FetchError`, which is `signedOut` if no login is stored.
        public func renew(_ token: Session, in renewal: Renewal) async throws(FetchError) -> Session {
            guard let login = token.login else { throw FetchError(.authentication(.signedOut)) }
            return try await renewal.client(for: service).session(login)
        }

        /// Ends the session on the service.
        public func revoke(_ token: Session, in renewal: Renewal) async {
            // The error is ignored, because no caller waits for the revocation and nothing can be done about a failure.
            _ = try? await renewal.client(for: service).value(for: .end(token))
        }
    }
}

extension AuthenticationSession where A == TMDb.Sessions {
    /// Signs in with a name and a password.
    ///
    /// - Parameters:
    ///   - user: The name.
    ///   - password: The password.
    ///   - remembers: Whether the login is stored with the session, so that another session can be
    ///     made when the service ends it. `true` by default.
    /// - Throws: `FetchError`, with the code `TMDb.ErrorCode.invalidLogin` if the name or the
    ///   password is wrong.
    public func signIn(user: String, password: String, remembers: Bool = true) async throws(FetchError) {
        let login = TMDb.Session.Login(user: user, password: password)
        let client = client(for: authenticator.service)
        let made = try await client.session(login)
        try await signIn(remembers ? made : TMDb.Session(id: made.id), client)
    }

    /// Signs in with a token that the person has approved in a browser.
    ///
    /// ```swift
    /// let token = try await movies.value(for: .requestToken)
    /// // … open token.approvalURL() …
    /// try await session.signIn(approved: token)
    /// ```
    ///
    /// - Throws: `FetchError`, with the code `TMDb.ErrorCode.tokenNotApproved` if the person hasn't
    ///   approved the token.
    public func signIn(approved token: TMDb.RequestToken) async throws(FetchError) {
        let client = client(for: authenticator.service)
        let id = try await client.value(for: .session(for: token)).id
        try await signIn(TMDb.Session(id: id), client)
    }

    private func signIn(_ session: TMDb.Session, _ client: Client<TMDb>) async throws(FetchError) {
        let account = try await client.value(for: .account(of: session))
        try await signIn(session, account: "\(TMDb.Sessions.prefix)\(account.id)")
    }
}

extension Client<TMDb> {
    /// Makes a session with a name and a password.
    fileprivate func session(_ login: TMDb.Session.Login) async throws(FetchError) -> TMDb.Session {
        let token = try await value(for: .requestToken)
        let approved = try await value(for: .approve(token, login))
        return TMDb.Session(id: try await value(for: .session(for: approved)).id, login: login)
    }
}
