import Foundation
import Freshet
import FreshetAuthentication
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide "Authentication: OAuth 2, tokens and API keys".

struct TimetableAPI: Service {
    let baseURL = "https://trains.example/v1"
    let key: String
    var credentials: Credentials? { .header(HTTPField.Name("X-API-Key")!, key) }
}

struct Tickets: Service {
    let baseURL = "https://tickets.example/v1"
}

struct BookedSeat: Codable, Sendable {
    let title: String
}

struct SavedAccount {
    let name: String
    let token: TicketTokens.Token
}

extension Request where API == Tickets, Value == [BookedSeat] {
    static var mine: Self { Request("tickets").access(.private) }
}

extension Request where API == Tickets, Value == TicketTokens.Token {
    static func token(name: String, password: String) -> Self {
        Request("token", method: .post, body: .form(["name": name, "password": password]))
    }

    static func refresh(_ token: String) -> Self {
        Request("token", method: .post, body: .form(["refresh_token": token]))
    }
}

struct TicketTokens: Authenticator {
    struct Token: Codable, Sendable {
        let access: String
        let refresh: String
        let expiresIn: Int
    }

    func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] { [.bearer(token.access)] }

    func lifetime(of token: Token) -> Duration? { .seconds(token.expiresIn) }

    func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
        try await renewal.client(for: Tickets()).value(for: .refresh(token.refresh))
    }
}

func ticketClient(_ session: AuthenticationSession<TicketTokens>) -> Client<Tickets> {
    var configuration = ClientConfiguration.platform
    configuration.authentication = .session(session)
    return Client(Tickets(), configuration)
}

func signIn(_ name: String, _ password: String, to session: AuthenticationSession<TicketTokens>) async throws {
    let token = try await session.client(for: Tickets()).value(for: .token(name: name, password: password))
    try await session.signIn(token, account: "tickets/\(name)")
}

func signOut(of session: AuthenticationSession<TicketTokens>) async throws {
    try await session.signOut()
}

func names(of session: AuthenticationSession<TicketTokens>, show: (String) -> Void) async {
    for await state in session.states {
        switch state {
        case .signedIn(let account): show(account)
        case .needsSignIn(let account): show("\(account) has to sign in again")
        default: show("Nobody is signed in")
        }
    }
}

func change(to account: SavedAccount, in session: AuthenticationSession<TicketTokens>) async throws {
    try await session.signIn(account.token, account: account.name)
}

func storedTickets(_ tickets: Client<Tickets>) async throws -> [BookedSeat] {
    try await tickets.caching(.cacheOnly).value(for: .mine)
}

func oauthSession(in folder: URL) -> AuthenticationSession<OAuth> {
    let server = OAuth.Server(
        authorization: "https://login.example/authorize", token: "https://login.example/token",
        revocation: "https://login.example/revoke", issuer: "https://login.example")
    return AuthenticationSession(
        OAuth(server, client: .public(id: "tickets-app")), .platform,
        store: FileTokenStore<OAuth.Token>(file: folder.appending(path: "session.json")))
}

func signIn(
    to session: AuthenticationSession<OAuth>, open: (String) async -> String
) async throws(FetchError) {
    let authorization = try session.authenticator.authorization(
        redirect: "com.example.tickets:/signed-in", scopes: ["tickets"])
    let callback = await open(authorization.url)
    try await session.signIn(callback: callback, of: authorization) { token throws(FetchError) in
        try await accountName(of: token)
    }
}

func signInOnTelevision(_ session: AuthenticationSession<OAuth>) async throws(FetchError) {
    try await session.signInOnAnotherDevice(scopes: ["tickets"]) { code in
        print("Open \(code.verificationAddress) and enter \(code.userCode).")
    } account: { token throws(FetchError) in
        try await accountName(of: token)
    }
}

func endSession(_ session: AuthenticationSession<OAuth>) async throws {
    try await session.signOut(awaitingRevocation: true)
}

func mustSignInAgain(after error: FetchError) -> Bool {
    error.kind == .authentication(.signedOut)
}

func accountName(of token: OAuth.Token) async throws(FetchError) -> String {
    "tickets/\(token.scope ?? "all")"
}

func programSession(secret: String) -> AuthenticationSession<OAuth> {
    let server = OAuth.Server(token: "https://login.example/token")
    let program = OAuth.Client.confidential(id: "nightly-report", secret: secret)
    let oauth = OAuth(server, client: program, ownScopes: ["tickets.read"])
    return AuthenticationSession(oauth, .platform, account: "tickets/nightly-report")
}

func printerSession(
    _ user: String, _ password: String
) async throws(FetchError) -> AuthenticationSession<DigestAuthentication> {
    let session = AuthenticationSession(DigestAuthentication(), .platform)
    try await session.signIn(DigestAuthentication.Password(user: user, password: password), account: "printer/\(user)")
    return session
}

func storedSession(in folder: URL) -> AuthenticationSession<TicketTokens> {
    let store = FileTokenStore<TicketTokens.Token>(file: folder.appending(path: "tickets.json"))
    return AuthenticationSession(TicketTokens(), .platform, store: store)
}

func scriptedTickets() -> StubTransport {
    StubTransport { request in
        switch request.head.headerFields[.authorization] {
        case "Bearer second": .json(#"[{"title":"Opera"}]"#)
        case nil: .json(#"{"access":"second","refresh":"r2","expiresIn":600}"#)
        default: .status(401)
        }
    }
}

func testClient(_ server: StubTransport) async throws -> Client<Tickets> {
    let session = AuthenticationSession(TicketTokens(), ClientConfiguration(transport: server, cache: nil))
    try await session.signIn(TicketTokens.Token(access: "first", refresh: "r1", expiresIn: 600), account: "tickets/ann")
    return Client(Tickets(), transport: server, cache: nil, authentication: .session(session))
}

@Suite
struct SigningInSnippetTests {
    private let stub = scriptedTickets()
    private let cache = HTTPCache()

    private func session() -> AuthenticationSession<TicketTokens> {
        AuthenticationSession(TicketTokens(), ClientConfiguration(transport: stub, cache: nil))
    }

    private func client(_ session: AuthenticationSession<TicketTokens>) -> Client<Tickets> {
        var configuration = ticketClient(session).configuration
        configuration.transport = stub
        configuration.cache = cache
        return Client(Tickets(), configuration)
    }

    @Test func aRefusedTokenIsRenewed() async throws {
        let session = session()
        let first = TicketTokens.Token(access: "first", refresh: "r1", expiresIn: 600)
        try await change(to: SavedAccount(name: "tickets/ann", token: first), in: session)
        #expect(try await client(session).value(for: .mine).map(\.title) == ["Opera"])
        #expect(stub.requests.map(\.head.path) == ["/v1/tickets", "/v1/token", "/v1/tickets"])
        #expect(try await storedTickets(client(session)).count == 1)
    }

    @Test func aStubActsAsTheServer() async throws {
        let client = try await testClient(stub)
        #expect(try await client.value(for: .mine).map(\.title) == ["Opera"])
        #expect(stub.requests.map(\.head.path) == ["/v1/tickets", "/v1/token", "/v1/tickets"])
    }

    @Test func aSpentRefreshTokenIsNamed() async throws {
        let spent = StubTransport { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
        let server = OAuth.Server(token: "https://login.example/token", revocation: "https://login.example/revoke")
        let session = AuthenticationSession(
            OAuth(server, client: .public(id: "app")), ClientConfiguration(transport: spent, cache: nil))
        try await session.signIn(OAuth.Token(accessToken: "a", refreshToken: "r"), account: "tickets/ann")
        let refusing = StubTransport { _ in .status(401) }
        let client = Client(Tickets(), transport: refusing, cache: nil, authentication: .session(session))
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .mine) }
        #expect(error.map(mustSignInAgain) == true && error?.serviceError?.code == "invalid_grant")
        try await endSession(session)
        #expect(spent.requests.map(\.head.path) == ["/token", "/revoke"])
    }

    @Test func aCallbackOfAnotherSignInIsRefused() async throws {
        let session = oauthSession(in: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        await #expect(throws: FetchError.self) {
            try await signIn(to: session) { _ in "com.example.tickets:/signed-in?code=c&state=other" }
        }
        #expect(session.current == .signedOut)
    }

    @Test func aProgramHasAnAccount() async {
        let session = programSession(secret: "s")
        let state = await session.states.first { _ in true }
        #expect(state == .signedIn(account: "tickets/nightly-report"))
        #expect(session.authenticator.ownScopes == ["tickets.read"])
    }

    @Test func aPasswordSignsIn() async throws {
        #expect(try await printerSession("ann", "hush").current == .signedIn(account: "printer/ann"))
    }

    @Test func theTokenIsThereInTheNextProcess() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = TicketTokens.Token(access: "first", refresh: "r1", expiresIn: 600)
        try await storedSession(in: folder).signIn(token, account: "tickets/ann")
        #expect(storedSession(in: folder).current == .signedIn(account: "tickets/ann"))
    }

    @Test func peopleSignInAndOut() async throws {
        let session = session()
        try await signIn("ann", "secret", to: session)
        #expect(session.current == .signedIn(account: "tickets/ann"))
        #expect(try await client(session).value(for: .mine).count == 1)
        try await signOut(of: session)
        let shown = Lines()
        let task = Task { await names(of: session) { shown.add($0) } }
        try await eventually { !shown.texts.isEmpty }
        task.cancel()
        #expect(shown.texts == ["Nobody is signed in"])
        #expect(TimetableAPI(key: "k").credentials != nil)
    }
}

/// Lines that are added from anywhere.
private final class Lines: @unchecked Sendable {
    // The lock guards the texts.
    private let lock = NSLock()
    private var all: [String] = []

    var texts: [String] { lock.withLock { all } }

    func add(_ text: String) { lock.withLock { all.append(text) } }
}
