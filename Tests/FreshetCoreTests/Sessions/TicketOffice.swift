import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes

/// A shop with accounts: its server accepts the tokens of one login server, whose responses a test scripts.
final class TicketOffice: Sendable {
    /// A token as the login server issues it.
    struct Token: Codable, Sendable, Hashable {
        let account: String
        let number: Int
        var seconds: Int?

        var text: String { "token-of-\(account)-\(number)" }
    }

    /// The server that issues tokens.
    struct Login: Service {
        var baseURL = "https://login.example"
    }

    struct Tokens: Authenticator {
        var obtains = false
        var scheme: String? = "Bearer"
        var origins: [String] = []
        var credential: @Sendable (String) -> Credentials = { .bearer($0) }
        var isCovered: @Sendable (OutgoingRequest) -> Bool = { _ in true }
        let revoked = Lock<[Token]>([])

        func applies(to request: OutgoingRequest) -> Bool { isCovered(request) }

        func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] { [credential(token.text)] }

        func lifetime(of token: Token) -> Duration? { token.seconds.map { .seconds($0) } }

        func obtain(in renewal: Renewal) async throws(FetchError) -> Token {
            guard obtains else { throw FetchError(.authentication(.signedOut)) }
            return try await renew(Token(account: renewal.account, number: 0), in: renewal)
        }

        func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
            try await renewal.client(for: Login()).value(
                for: Request("token", method: .post, body: .json(token, encoder: JSONEncoder.freshet)))
        }

        func revoke(_ token: Token, in renewal: Renewal) async {
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

    typealias Script = @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response?

    let clock = ManualClock()
    let events = EventRecorder()
    let loginServer: StubTransport
    let shopServer: StubTransport
    private let state: Lock<State>

    /// Makes an office.
    ///
    /// - Parameters:
    ///   - seconds: The lifetime of the tokens that it issues.
    ///   - login: Responds instead of the login server; `nil` to let that one respond.
    ///   - shop: Responds instead of the shop; `nil` to let that one respond.
    init(
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
    func onLogin(_ script: @escaping Script) { state.withLock { $0.login = script } }

    /// Sets what responds instead of the shop.
    func onShop(_ script: @escaping Script) { state.withLock { $0.shop = script } }

    /// The lifetime of the tokens that are issued from now on.
    func issueTokens(for seconds: Int?) { state.withLock { $0.seconds = seconds } }

    // MARK: - Tokens

    /// Issues a token that the shop accepts from now on, instead of all earlier ones of the account.
    @discardableResult
    func issue(_ account: String = "ann") -> Token { Self.issue(account, in: state) }

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
    func refuseAll() { state.withLock { $0.accepted = [] } }

    // MARK: - Responses

    static func json(_ token: Token) -> StubTransport.Response {
        let body = (try? JSONEncoder().encode(token)) ?? Data()
        return StubTransport.Response(headers: [.contentType: "application/json"], chunks: [body])
    }

    /// Names the account of the token; refuses other tokens.
    func response(to request: TransportRequest, headers: HTTPFields = [:]) -> StubTransport.Response {
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

    static func refusal(_ challenge: String = #"Bearer error="invalid_token""#) -> StubTransport.Response {
        .status(401, headers: [.wwwAuthenticate: challenge])
    }

    // MARK: - Clients

    func session(
        _ tokens: Tokens = Tokens(), account: String? = nil,
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60)
    ) -> AuthenticationSession<Tokens> {
        var configuration = ClientConfiguration(transport: loginServer, cache: nil)
        configuration.time = clock.time
        return AuthenticationSession(tokens, configuration, account: account, store: store, leeway: leeway)
    }

    func client(
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
    var sentTokens: [String?] {
        shopServer.requests.map { $0.head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) } }
    }

    /// How often the login server was asked.
    var renewals: Int { loginServer.requests.count }

    /// What sessions did for calls.
    var steps: [AuthenticationStep] {
        events.events.compactMap { if case .authentication(let step) = $0.step { step } else { nil } }
    }

    /// Waits until calls wait for a token.
    func waitForWaiting(count: Int = 1) async {
        while steps.count(where: { $0.action == .waiting }) < count { await Task.yield() }
    }
}

extension Request where API == Shop, Value == Shop.Item {
    /// A request that no other call joins.
    static func own(_ name: String = "tea") -> Self { .item(name).sharing(.never) }
}

extension FetchError {
    /// What is wrong with the sign-in, if that is what failed.
    var authentication: AuthenticationFailure? {
        if case .authentication(let failure) = kind { failure } else { nil }
    }
}
