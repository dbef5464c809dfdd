import Foundation
package import FreshetAuthentication
package import FreshetCore
package import FreshetTesting
package import HTTPTypes

/// A shop with accounts: its server accepts the tokens of one login server, whose responses a test scripts.
package final class TicketOffice: Sendable {
    /// A token as the login server issues it.
    package struct Token: Codable, Sendable, Hashable {
        package let account: String
        package let number: Int
        package var seconds: Int?

        package init(account: String, number: Int, seconds: Int? = nil) {
            self.account = account
            self.number = number
            self.seconds = seconds
        }

        package var text: String { "token-of-\(account)-\(number)" }
    }

    /// The server that issues tokens.
    package struct Login: Service {
        package var baseURL = "https://login.example"

        package init() {}
    }

    package struct Tokens: Authenticator {
        package var obtains: Bool
        package var scheme: String?
        package var origins: [String]
        package var credential: @Sendable (String) -> Credentials
        package var isCovered: @Sendable (OutgoingRequest) -> Bool
        package let revoked = Lock<[Token]>([])

        package init(
            obtains: Bool = false, scheme: String? = "Bearer", origins: [String] = [],
            credential: @escaping @Sendable (String) -> Credentials = { .bearer($0) },
            isCovered: @escaping @Sendable (OutgoingRequest) -> Bool = { _ in true }
        ) {
            self.obtains = obtains
            self.scheme = scheme
            self.origins = origins
            self.credential = credential
            self.isCovered = isCovered
        }

        package func applies(to request: OutgoingRequest) -> Bool { isCovered(request) }

        package func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] {
            [credential(token.text)]
        }

        package func lifetime(of token: Token) -> Duration? { token.seconds.map { .seconds($0) } }

        package func obtain(in renewal: Renewal) async throws(FetchError) -> Token {
            guard obtains else { throw FetchError(.authentication(.signedOut)) }
            return try await renew(Token(account: renewal.account, number: 0), in: renewal)
        }

        package func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
            try await renewal.client(for: Login()).value(
                for: Request("token", method: .post, body: .json(token, encoder: JSONEncoder.freshet)))
        }

        package func revoke(_ token: Token, in renewal: Renewal) async {
            revoked.withLock { $0.append(token) }
        }
    }

    /// What the servers know.
    private struct State {
        var accepted: Set<String> = []
        var lastNumber = 1
        /// The lifetime of the tokens that are issued.
        var seconds: Int?
        var login: Script
        var shop: Script
    }

    package typealias Script = @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response?

    package let clock = ManualClock()
    package let events = EventRecorder()
    package let loginServer: StubTransport
    package let shopServer: StubTransport
    private let state: Lock<State>

    /// Makes an office.
    ///
    /// - Parameters:
    ///   - seconds: The lifetime of the tokens that it issues.
    ///   - login: Responds instead of the login server; `nil` to let that one respond.
    ///   - shop: Responds instead of the shop; `nil` to let that one respond.
    package init(
        seconds: Int? = nil, login: @escaping Script = { _ in nil }, shop: @escaping Script = { _ in nil }
    ) {
        let state = Lock(State(seconds: seconds, login: login, shop: shop))
        self.state = state
        loginServer = StubTransport { request async throws(FetchError) in
            if let response = try await state.withLock({ $0.login })(request) { return response }
            guard case .bytes(let body) = request.body, let old = try? JSONDecoder().decode(Token.self, from: body)
            else { return .status(400) }
            return Self.json(Self.issue(old.account, in: state))
        }
        shopServer = StubTransport { request async throws(FetchError) in
            if let response = try await state.withLock({ $0.shop })(request) { return response }
            return Self.response(to: request, in: state)
        }
    }

    /// Sets what responds instead of the login server.
    package func onLogin(_ script: @escaping Script) { state.withLock { $0.login = script } }

    /// Sets what responds instead of the shop.
    package func onShop(_ script: @escaping Script) { state.withLock { $0.shop = script } }

    /// The lifetime of the tokens that are issued from now on.
    package func issueTokens(for seconds: Int?) { state.withLock { $0.seconds = seconds } }

    // MARK: - Tokens

    /// Issues a token that the shop accepts from now on, instead of all earlier ones of the account.
    @discardableResult
    package func issue(_ account: String = "ann") -> Token { Self.issue(account, in: state) }

    private static func issue(_ account: String, in state: Lock<State>) -> Token {
        state.withLock { state in
            state.lastNumber += 1
            state.accepted = state.accepted.filter { !$0.hasPrefix("token-of-\(account)-") }
            let token = Token(account: account, number: state.lastNumber, seconds: state.seconds)
            state.accepted.insert(token.text)
            return token
        }
    }

    /// Lets the shop refuse all tokens that were issued so far.
    package func refuseAll() { state.withLock { $0.accepted = [] } }

    // MARK: - Responses

    package static func json(_ token: Token) -> StubTransport.Response {
        let body = (try? JSONEncoder().encode(token)) ?? Data()
        return StubTransport.Response(headers: [.contentType: "application/json"], chunks: [body])
    }

    /// Names the account of the token; refuses other tokens.
    package func response(to request: TransportRequest, headers: HTTPFields = [:]) -> StubTransport.Response {
        Self.response(to: request, headers: headers, in: state)
    }

    private static func response(
        to request: TransportRequest, headers: HTTPFields = [:], in state: Lock<State>
    ) -> StubTransport.Response {
        var headers = headers
        headers[.contentType] = "application/json"
        var name: Substring = "nobody"
        if let field = request.head.headerFields[.authorization] {
            let token = String(field.dropFirst("Bearer ".count))
            guard state.withLock({ $0.accepted.contains(token) }) else { return refusal() }
            name = token.split(separator: "-")[2]
        }
        return StubTransport.Response(headers: headers, chunks: [Data(#"{"name":"\#(name)"}"#.utf8)])
    }

    package static func refusal(_ challenge: String = #"Bearer error="invalid_token""#) -> StubTransport.Response {
        .status(401, headers: [.wwwAuthenticate: challenge])
    }

    // MARK: - Clients

    package func session(
        _ tokens: Tokens = Tokens(), account: String? = nil,
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60)
    ) -> AuthenticationSession<Tokens> {
        var configuration = ClientConfiguration(transport: loginServer, cache: nil)
        configuration.time = clock.time
        return AuthenticationSession(tokens, configuration, account: account, store: store, leeway: leeway)
    }

    package func client(
        _ session: AuthenticationSession<Tokens>, _ shop: Shop = Shop(), cache: HTTPCache? = nil,
        _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> Client<Shop> {
        var configuration = ClientConfiguration(transport: shopServer, cache: cache)
        configuration.authentication = .session(session)
        configuration.retry = .never
        configuration.observers = [events]
        configuration.time = clock.time
        change(&configuration)
        return Client(shop, configuration)
    }

    /// The tokens with which requests reached the shop.
    package var sentTokens: [String?] {
        shopServer.requests.map { $0.head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) } }
    }

    /// How often the login server was asked.
    package var renewals: Int { loginServer.requests.count }

    /// What sessions did for calls.
    package var steps: [AuthenticationStep] {
        events.events.compactMap { if case .authentication(let step) = $0.step { step } else { nil } }
    }

    /// Waits until calls wait for a token.
    package func waitForWaiting(count: Int = 1) async throws {
        try await eventually { steps.count(where: { $0.action == .waiting }) >= count }
    }
}

extension Request where API == Shop, Value == Shop.Item {
    /// A request that no other call joins.
    package static func own(_ name: String = "tea") -> Self { .item(name).sharing(.never) }
}

extension FetchError {
    /// What is wrong with the sign-in, if that is what failed.
    package var authentication: AuthenticationFailure? {
        if case .authentication(let failure) = kind { failure } else { nil }
    }
}
