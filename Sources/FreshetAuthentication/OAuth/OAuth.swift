public import Foundation
public import FreshetCore
public import HTTPTypes

/// An authenticator for OAuth 2 that obtains, renews and revokes tokens.
///
/// It obtains tokens with a person's consent or for the program itself, following RFC 6749.
///
/// ```swift
/// let oauth = OAuth(
///     OAuth.Server(
///         authorization: "https://login.example/authorize", token: "https://login.example/token",
///         issuer: "https://login.example"),
///     client: .public(id: "tickets-app"))
/// let session = AuthenticationSession(oauth, .platform)
///
/// let authorization = try oauth.authorization(redirect: "com.example.tickets:/signed-in", scopes: ["tickets"])
/// let callback = await open(authorization.url)  // in a browser, which ends at the redirect
/// try await session.signIn(callback: callback, of: authorization) { _ in "tickets/ann" }
/// ```
public struct OAuth: Authenticator {
    /// The addresses of a server.
    public struct Server: Sendable, Hashable {
        /// The authorization endpoint, where people consent; `nil` if the program doesn't need it.
        public var authorization: String?
        /// The token endpoint, which issues tokens.
        public var token: String
        /// The revocation endpoint (RFC 7009); `nil` if the server has none.
        public var revocation: String?
        /// The device authorization endpoint (RFC 8628), for devices without a browser; `nil` if the server has none.
        public var device: String?
        /// The issuer identifier, which the server sends in `iss` (RFC 9207); `nil` if it sends
        /// none.
        public var issuer: String?

        /// Makes the addresses of a server.
        public init(
            authorization: String? = nil, token: String, revocation: String? = nil, device: String? = nil,
            issuer: String? = nil
        ) {
            self.authorization = authorization
            self.token = token
            self.revocation = revocation
            self.device = device
            self.issuer = issuer
        }
    }

    /// The program as registered with the server.
    public struct Client: Sendable {
        /// The identifier that the server has assigned to the program (`client_id`).
        public let id: String
        let secret: String?
        let sendsSecretInBody: Bool

        /// Makes a client for a program that can't keep a secret, such as an app.
        ///
        /// See RFC 8252 §8.5.
        public static func `public`(id: String) -> Client {
            Client(id: id, secret: nil, sendsSecretInBody: false)
        }

        /// Makes a client for a program that can keep a secret, such as a server.
        ///
        /// ```swift
        /// let program = OAuth.Client.confidential(id: "nightly-report", secret: secret)
        /// let oauth = OAuth(
        ///     OAuth.Server(token: "https://login.example/token"), client: program, ownScopes: ["tickets.read"])
        /// let session = AuthenticationSession(oauth, .platform, account: "tickets/nightly-report")
        /// ```
        ///
        /// - Parameters:
        ///   - id: The identifier that the server has assigned to the program (`client_id`).
        ///   - secret: The secret of the program.
        ///   - inBody: Whether the secret is sent in the form. By default, it is sent in
        ///     `Authorization` (RFC 6749 §2.3.1).
        public static func confidential(id: String, secret: String, inBody: Bool = false) -> Client {
            Client(id: id, secret: secret, sendsSecretInBody: inBody)
        }
    }

    /// The addresses of the server.
    public let server: Server
    /// The program.
    public let client: Client
    /// The scopes that a program requests for itself, without a person; `nil` if a person has to
    /// consent.
    public let ownScopes: [String]?
    /// The origins to which tokens are sent; if empty, only the origin of the service's base URL.
    public let origins: [String]

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - server: The addresses of the server.
    ///   - client: The program.
    ///   - ownScopes: The scopes of a program that obtains tokens for itself (RFC 6749 §4.4). Give
    ///     its session a name as `account`. `nil`, the default, if a person has to consent.
    ///   - origins: The origins to which tokens are sent. By default empty, which means only the
    ///     origin of the service's base URL.
    public init(_ server: Server, client: Client, ownScopes: [String]? = nil, origins: [String] = []) {
        self.server = server
        self.client = client
        self.ownScopes = ownScopes
        self.origins = origins
    }

    // MARK: - Authenticator

    /// Returns the access token as a bearer token in `Authorization`, following RFC 6750 §2.1.
    public func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] {
        [.bearer(token.accessToken)]
    }

    /// Returns the lifetime from `expires_in` in the token response, or `nil` if it has none.
    public func lifetime(of token: Token) -> Duration? { token.expiresIn.map { .seconds($0) } }

    /// Obtains a token for the program itself.
    ///
    /// - Throws: `FetchError`.
    public func obtain(in renewal: Renewal) async throws(FetchError) -> Token {
        guard let ownScopes else { throw FetchError(.authentication(.signedOut)) }
        return try await token(Self.scope(ownScopes), grant: "client_credentials", renewal.client(for: endpoint))
    }

    /// Renews a token with its refresh token.
    ///
    /// The refresh token stays the same unless the server issues a new one (RFC 6749 §6).
    ///
    /// - Throws: `FetchError`.
    public func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
        guard let refreshToken = token.refreshToken else { return try await obtain(in: renewal) }
        var new = try await self.token(
            ["refresh_token": refreshToken], grant: "refresh_token", renewal.client(for: endpoint))
        if new.refreshToken == nil { new.refreshToken = refreshToken }
        return new
    }

    /// Revokes the refresh token, or else the access token.
    ///
    /// It does nothing if the server has no revocation endpoint (RFC 7009 §2.1). Errors are
    /// ignored.
    public func revoke(_ token: Token, in renewal: Renewal) async {
        guard let address = server.revocation else { return }
        let hint = token.refreshToken == nil ? "access_token" : "refresh_token"
        let fields: Query = ["token": token.refreshToken ?? token.accessToken, "token_type_hint": hint]
        // A failure is ignored because nothing can be done about it.
        _ = try? await renewal.client(for: endpoint).value(for: post(fields, to: address, reading: .nothing))
    }
}

// MARK: - Requests

extension OAuth {
    /// The authorization server as a service, for the clients that obtain tokens:
    /// `session.client(for: oauth.endpoint)`.
    public struct Endpoint: Service {
        /// The address of the token endpoint.
        public let baseURL: String
        /// The identifier and the secret of the program.
        public let credentials: Credentials?

        /// Reads `error` and `error_description` from a body, following RFC 6749 §5.2.
        public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
            try? decoder.decode(TokenEndpointError.self, from: body).serviceError
        }

        /// Decodes a value, or throws the error that the body contains instead. Some servers, such
        /// as GitHub's, send errors with status 200.
        ///
        /// - Throws: `ServiceError` if the body is an error; otherwise, the decoder's error.
        public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
            do { return try decoder.decode(type, from: body) } catch {
                throw (try? decoder.decode(TokenEndpointError.self, from: body).serviceError) ?? error
            }
        }
    }

    /// The server as a service.
    public var endpoint: Endpoint {
        Endpoint(baseURL: server.token, credentials: client.basicCredentials)
    }

    func token(
        _ fields: Query, grant: String, _ client: FreshetCore.Client<Endpoint>
    ) async throws(FetchError) -> Token {
        var all: Query = ["grant_type": grant]
        all.append(fields)
        return try await client.value(for: post(all, to: server.token, reading: Self.issuedToken))
    }

    /// Returns the scope parameter (RFC 6749 §3.3), or nothing if there are no scopes, so that the
    /// server chooses.
    static func scope(_ scopes: [String]) -> Query {
        scopes.isEmpty ? [:] : ["scope": scopes.joined(separator: " ")]
    }

    /// Reads a usable token (RFC 6749 §5.1, §7.1). Its errors reveal nothing of the body, which
    /// contains secrets.
    private static let issuedToken = ResponseReading<Endpoint, Token> { response, service in
        do {
            return try service.decode(IssuedToken.self, from: response.value).token
        } catch {
            let kind: FetchError.Kind =
                if let error = error as? ServiceError { .service(error) } else {
                    .decoding(DecodingFailure(error, body: Data()))
                }
            throw FetchError(kind, response: FetchError.Response(head: response.head))
        }
    }

    /// Returns a request that sends a form with the program's identifier (RFC 6749 §3.2.1).
    func post<Value>(
        _ fields: Query, to address: String, reading: ResponseReading<Endpoint, Value>
    ) -> Request<Endpoint, Value> {
        var fields = fields
        if client.basicCredentials == nil || address == server.device { fields.append(["client_id": client.id]) }
        if client.sendsSecretInBody, let secret = client.secret { fields.append(["client_secret": secret]) }
        return Request(.absolute(address), method: .post, body: .form(fields), reading: reading)
    }
}

extension OAuth.Client {
    /// The identifier and the secret for `Authorization`, each form-encoded (RFC 6749 §2.3.1).
    fileprivate var basicCredentials: Credentials? {
        guard let secret, !sendsSecretInBody else { return nil }
        return .basic(user: Self.formEncoded(id), password: Self.formEncoded(secret))
    }

    private static func formEncoded(_ text: String) -> String {
        let pair: Query = ["": text]
        return String((pair.encoded ?? "=").dropFirst())
    }
}
