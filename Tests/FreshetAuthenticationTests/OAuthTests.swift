import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetAuthentication

/// OAuth 2, against a server of a few lines.
@Suite(.timeLimit(.minutes(1)))
struct OAuthTests {
    private struct Tickets: Service {
        let baseURL = "https://tickets.example/v1"
    }

    private typealias Form = [String: String]

    private let clock = ManualClock()
    /// When requests reached the login server.
    private let times = Lock<[Duration]>([])

    private static let server = OAuth.Server(
        authorization: "https://login.example/authorize", token: "https://login.example/token",
        revocation: "https://login.example/revoke", device: "https://login.example/device",
        issuer: "https://login.example")

    private func oauth(_ client: OAuth.Client = .public(id: "app"), ownScopes: [String]? = nil) -> OAuth {
        OAuth(Self.server, client: client, ownScopes: ownScopes)
    }

    /// The items of a form or a query.
    private static func form(_ text: String) -> Form {
        let items = URLComponents(string: "?\(text)")?.queryItems ?? []
        return Form(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    private static func form(of request: TransportRequest) -> Form {
        guard case .bytes(let body) = request.body else { return [:] }
        return form(String(decoding: body, as: UTF8.self))
    }

    /// A session whose server responds by a script of texts, the last of which it repeats.
    private func session(
        _ oauth: OAuth, account: String? = nil, responses: [(Int, String)]
    ) -> (AuthenticationSession<OAuth>, StubTransport) {
        let (left, times, clock) = (Lock(responses), times, clock)
        let stub = StubTransport { _ in
            times.withLock { $0.append(clock.now.offset) }
            let (status, text) = left.withLock { left in left.count > 1 ? left.removeFirst() : left[0] }
            return .json(text, status: status)
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.time = clock.time
        return (AuthenticationSession(oauth, configuration, account: account), stub)
    }

    /// A client of the tickets that refuses tokens by their texts.
    private func client(
        _ session: AuthenticationSession<OAuth>, refusing refused: Set<String> = []
    ) -> (Client<Tickets>, StubTransport) {
        let stub = StubTransport { request in
            let token = request.head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) } ?? ""
            return refused.contains(token) ? .status(401) : .text(token)
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.authentication = .session(session)
        configuration.retry = .never
        configuration.time = clock.time
        return (Client(Tickets(), configuration), stub)
    }

    private let tickets = Request<Tickets, String>("tickets", reading: .text).sharing(.never)

    private func failure<Value>(_ body: () async throws(FetchError) -> Value) async -> FetchError? {
        do throws(FetchError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: - A person's consent

    @Test func theChallengeIsThatOfTheRFC() {
        // RFC 7636, appendix B.
        #expect(
            OAuth.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func aConsentIsExchangedForAToken() async throws {
        let (session, stub) = session(
            oauth(),
            responses: [(200, #"{"access_token":"a","refresh_token":"r","expires_in":"600","token_type":"Bearer"}"#)])
        let authorization = try session.authenticator.authorization(
            redirect: "http://127.0.0.1:4321/", scopes: ["read", "write"], parameters: ["prompt": "login"])
        let asked = Self.form(String(authorization.url.split(separator: "?")[1]))
        #expect(authorization.url.hasPrefix("https://login.example/authorize?"))
        #expect(asked["response_type"] == "code" && asked["client_id"] == "app" && asked["scope"] == "read write")
        #expect(asked["redirect_uri"] == "http://127.0.0.1:4321/" && asked["prompt"] == "login")
        #expect(asked["code_challenge_method"] == "S256")
        let state = try #require(asked["state"])
        #expect(state.count == 43 && authorization.verifier.count == 43 && state != authorization.verifier)

        try await session.signIn(
            callback: "http://127.0.0.1:4321/?code=c%2Fd&state=\(state)&iss=https%3A%2F%2Flogin.example",
            of: authorization
        ) { token in "tickets/\(token.accessToken)" }
        #expect(session.current == .signedIn(account: "tickets/a"))
        let request = try #require(stub.requests.first)
        let form = Self.form(of: request)
        #expect(request.head.authority == "login.example" && request.head.path == "/token")
        #expect(form["grant_type"] == "authorization_code" && form["code"] == "c/d" && form["client_id"] == "app")
        #expect(form["redirect_uri"] == "http://127.0.0.1:4321/" && form["code_verifier"] == authorization.verifier)
        #expect(OAuth.challenge(of: authorization.verifier) == asked["code_challenge"])
        #expect(!"\(authorization)".contains(state) && !"\(authorization)".contains(authorization.verifier))
    }

    @Test(
        "Callbacks that are not believed",
        arguments: [
            ("code=c&iss=https://login.example", "another sign-in"),
            ("code=c&state=other&iss=https://login.example", "another sign-in"),
            ("code=c&state=STATE", "not from"), ("code=c&state=STATE&iss=https://evil.example", "not from"),
            ("code=c&state=STATE&iss=https://login.example/", "not from"),
            ("state=STATE&iss=https://login.example", "no code"),
            ("code=&state=STATE&iss=https://login.example", "no code"),
            ("code=c&code=d&state=STATE&iss=https://login.example", "twice"),
            ("error=access_denied&error_description=No.&state=STATE&iss=https://login.example", "No."),
            ("error=access_denied&state=other", "another sign-in"), ("", "another sign-in"),
            // The query is encoded as a form (RFC 6749 §4.1.2).
            (
                "error=access_denied&error_description=The+user+said%20no%21&state=STATE&iss=https://login.example",
                "The user said no!"
            ),
            ("error=a%zz+b&state=STATE&iss=https://login.example", "%zz b"),
            ("?state=STATE", "another sign-in"), ("&&=&state&state=STATE", "twice"),
        ] as [(String, String)])
    func callbacks(query: String, reason: String) throws {
        let oauth = oauth()
        let authorization = try oauth.authorization(redirect: "app:/in")
        let callback = "app:/in?" + query.replacingOccurrences(of: "STATE", with: authorization.state)
        let error = #expect(throws: FetchError.self) { try oauth.code(in: callback, of: authorization) }
        #expect(error?.localizedDescription.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func aServerWithoutAnIssuerIsBelievedByItsState() throws {
        let oauth = OAuth(
            OAuth.Server(authorization: "https://a.example/?x=1", token: "https://a.example/t"),
            client: .public(id: "app"))
        let authorization = try oauth.authorization(redirect: "app:/in")
        #expect(authorization.url.hasPrefix("https://a.example/?x=1&response_type=code&"))
        #expect(try oauth.code(in: "app:/in?code=c&state=\(authorization.state)", of: authorization) == "c")
    }

    // MARK: - Renewals

    @Test func aRenewalKeepsTheRefreshTokenUntilThereIsAnother() async throws {
        let (session, stub) = session(
            oauth(),
            responses: [
                (200, #"{"access_token":"b"}"#), (200, #"{"access_token":"c","refresh_token":"r2"}"#),
                (200, #"{"access_token":"d"}"#),
            ])
        try await session.signIn(OAuth.Token(accessToken: "a", refreshToken: "r1"), account: "ann")
        let (client, _) = client(session, refusing: ["a", "b", "c"])
        _ = await failure { () async throws(FetchError) in try await client.value(for: tickets) }
        _ = await failure { () async throws(FetchError) in try await client.value(for: tickets) }
        #expect(try await client.value(for: tickets) == "d")
        #expect(stub.requests.map { Self.form(of: $0)["refresh_token"] } == ["r1", "r1", "r2"])
        #expect(stub.requests.map { Self.form(of: $0)["grant_type"] } == Array(repeating: "refresh_token", count: 3))
    }

    @Test(
        arguments: [
            ("", nil), (#","expires_in":90"#, .seconds(90)), (#","expires_in":"90""#, .seconds(90)),
            (#","expires_in":null"#, nil), (#","expires_in":3599.5"#, .seconds(3599)),
            (#","expires_in":"3600.0""#, .seconds(3600)), (#","expires_in":0.5"#, .seconds(1)),
            (#","expires_in":1e300"#, .seconds(1_000_000_000_000_000)),
            (#","expires_in":99999999999999999999"#, .seconds(1_000_000_000_000_000)),
            (#","expires_in":"inf""#, .seconds(1_000_000_000_000_000)), (#","expires_in":"nan""#, nil),
            (#","expires_in":0"#, nil), (#","expires_in":-5"#, nil), (#","expires_in":"-1e300""#, nil),
            (#","expires_in":"soon""#, nil), (#","expires_in":true"#, nil), (#","expires_in":[1]"#, nil),
        ] as [(String, Duration?)])
    func lifetimes(field: String, expected: Duration?) throws {
        let token = try JSONDecoder().decode(OAuth.Token.self, from: Data(#"{"access_token":"a"\#(field)}"#.utf8))
        #expect(oauth().lifetime(of: token) == expected)
    }

    @Test(
        "No other field loses a refresh token that is valid once",
        arguments: [
            #""expires_in":3599.5"#, #""expires_in":"3600""#, #""expires_in":-1"#, #""expires_in":1e300"#,
            #""expires_in":{}"#, #""scope":["read","write"]"#, #""scope":1"#, #""id_token":7"#,
        ])
    func rotation(field: String) async throws {
        let (session, stub) = session(
            oauth(),
            responses: [
                (200, #"{"access_token":"b","refresh_token":"r2",\#(field)}"#),
                (200, #"{"access_token":"c","refresh_token":""}"#), (200, #"{"access_token":"d"}"#),
            ])
        try await session.signIn(OAuth.Token(accessToken: "a", refreshToken: "r1"), account: "ann")
        let (client, _) = client(session, refusing: ["a", "b", "c"])
        _ = await failure { () async throws(FetchError) in try await client.value(for: tickets) }
        _ = await failure { () async throws(FetchError) in try await client.value(for: tickets) }
        #expect(try await client.value(for: tickets) == "d")
        #expect(stub.requests.map { Self.form(of: $0)["refresh_token"] } == ["r1", "r2", "r2"])
    }

    @Test func aListOfScopesIsOneText() throws {
        let text = #"{"access_token":"a","scope":["read","write"]}"#
        let token = try JSONDecoder().decode(OAuth.Token.self, from: Data(text.utf8))
        #expect(token.scope == "read write")
    }

    @Test(
        "Tokens that can't be used are errors, which show nothing of them (RFC 6749 A.12, §7.1)",
        arguments: [
            (#"{"access_token":"","refresh_token":"hush","token_type":"Bearer"}"#, "access_token"),
            (#"{"access_token":"hush","token_type":"DPoP"}"#, "token_type"),
            (#"{"access_token":"hush","token_type":"mac"}"#, "token_type"),
            (#"{"access_token":"hush","token_type":7}"#, "token_type"), (#"{"refresh_token":"hush"}"#, "access_token"),
            (#"{"access_token":7,"refresh_token":"hush"}"#, "access_token"),
        ])
    func unusableTokens(response: String, path: String) async throws {
        let (session, _) = session(oauth(ownScopes: []), account: "machine", responses: [(200, response)])
        let (client, stub) = client(session)
        let error = await failure { () async throws(FetchError) in try await client.value(for: tickets) }
        guard case .authentication(.renewalFailed(let reason)) = error?.kind, case .decoding(let failure) = reason.kind
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.codingPath == path && failure.excerpt.isEmpty && stub.requests.isEmpty)
        #expect(!String(reflecting: error).contains("hush") && reason.response?.text == "")
    }

    @Test("The type of a token has no case", arguments: ["Bearer", "bearer", "BEARER"])
    func types(type: String) async throws {
        let response = #"{"access_token":"a","token_type":"\#(type)"}"#
        let (session, _) = session(oauth(ownScopes: []), account: "machine", responses: [(200, response)])
        #expect(try await client(session).0.value(for: tickets) == "a")
    }

    @Test func aRefusedRefreshTokenSignsOut() async throws {
        let (session, _) = session(
            oauth(), responses: [(400, #"{"error":"invalid_grant","error_description":"Spent."}"#)])
        try await session.signIn(OAuth.Token(accessToken: "a", refreshToken: "r1"), account: "ann")
        let error = await failure { () async throws(FetchError) in
            try await client(session, refusing: ["a"]).0.value(for: tickets)
        }
        #expect(error?.kind == .authentication(.signedOut) && session.current == .needsSignIn(account: "ann"))
        let spent = ServiceError(code: "invalid_grant", message: "Spent.")
        #expect((error?.underlying as? FetchError)?.kind == .service(spent) && error?.serviceError == spent)
    }

    @Test func aRefusalWithStatus200IsOneInEachGrant() async throws {
        let text = #"{"error":"bad_refresh_token","error_description":"Spent."}"#
        let spent = ServiceError(code: "bad_refresh_token", message: "Spent.")
        let (renewed, _) = session(oauth(), responses: [(200, text)])
        try await renewed.signIn(OAuth.Token(accessToken: "a", refreshToken: "r1"), account: "ann")
        let renewal = await failure { () async throws(FetchError) in
            try await client(renewed, refusing: ["a"]).0.value(for: tickets)
        }
        #expect(renewal?.kind == .authentication(.signedOut) && renewal?.serviceError == spent)
        #expect(renewed.current == .needsSignIn(account: "ann"))

        let (program, _) = session(oauth(ownScopes: []), account: "machine", responses: [(200, text)])
        let obtained = await failure { () async throws(FetchError) in
            try await client(program).0.value(for: tickets)
        }
        #expect(obtained?.kind == .authentication(.signedOut) && obtained?.serviceError == spent)

        let (person, _) = session(oauth(), responses: [(200, text)])
        let authorization = try person.authenticator.authorization(redirect: "app:/in")
        let callback = "app:/in?code=c&iss=https://login.example&state=\(authorization.state)"
        let consent = await failure { () async throws(FetchError) in
            try await person.signIn(callback: callback, of: authorization) { _ throws(FetchError) in "ann" }
        }
        #expect(consent?.kind == .service(spent) && consent?.status == .ok && person.current == .signedOut)

        let (device, _) = session(oauth(), responses: [(200, text)])
        let code = await failure { () async throws(FetchError) in
            try await oauth().deviceCode(with: device.client(for: oauth().endpoint))
        }
        #expect(code?.kind == .service(spent))
    }

    @Test(
        "A renewal that may succeed later keeps the sign-in",
        arguments: [
            (400, "<html>Bad Gateway</html>", nil), (400, #"{"error":"invalid_request"}"#, "invalid_request"),
            (400, #"{"error":"temporarily_unavailable"}"#, "temporarily_unavailable"),
            (401, #"{"error":"invalid_client"}"#, "invalid_client"), (503, "", nil),
            (200, #"{"error":"temporarily_unavailable"}"#, "temporarily_unavailable"),
        ] as [(Int, String, String?)])
    func passingRefusals(status: Int, text: String, code: String?) async throws {
        let (session, stub) = session(oauth(), responses: [(status, text), (200, #"{"access_token":"b"}"#)])
        try await session.signIn(OAuth.Token(accessToken: "a", refreshToken: "r1"), account: "ann")
        let client = client(session, refusing: ["a"]).0
        let error = await failure { () async throws(FetchError) in try await client.value(for: tickets) }
        guard case .authentication(.renewalFailed(let reason)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.status?.code == status && error?.serviceError?.code == code)
        #expect(session.current == .signedIn(account: "ann"))
        clock.advance(by: .seconds(1))
        #expect(try await client.value(for: tickets) == "b" && stub.requests.count == 2)
    }

    @Test func withoutARefreshTokenAPersonSignsInAgain() async throws {
        let (session, stub) = session(oauth(), responses: [(200, "{}")])
        try await session.signIn(OAuth.Token(accessToken: "a"), account: "ann")
        let error = await failure { () async throws(FetchError) in
            try await client(session, refusing: ["a"]).0.value(for: tickets)
        }
        #expect(error?.kind == .authentication(.signedOut) && stub.requests.isEmpty)
    }

    // MARK: - Programs

    @Test(
        "How a program proves itself",
        arguments: [
            (.confidential(id: "my app", secret: "s:e c"), "Basic bXklMjBhcHA6cyUzQWUlMjBj", nil, nil),
            (.confidential(id: "app", secret: "s", inBody: true), nil, "app", "s"),
            (.public(id: "app"), nil, "app", nil),
        ] as [(OAuth.Client, String?, String?, String?)])
    func programs(program: OAuth.Client, field: String?, id: String?, secret: String?) async throws {
        let (session, stub) = session(
            oauth(program, ownScopes: ["all"]), account: "machine", responses: [(200, #"{"access_token":"a"}"#)])
        #expect(try await client(session).0.value(for: tickets) == "a")
        let request = try #require(stub.requests.first)
        let form = Self.form(of: request)
        #expect(request.head.headerFields[.authorization] == field)
        #expect(form["grant_type"] == "client_credentials" && form["scope"] == "all")
        #expect(form["client_id"] == id && form["client_secret"] == secret)
    }

    @Test func theSignOutRevokesTheRefreshToken() async throws {
        let (session, stub) = session(oauth(), responses: [(200, "{}")])
        try await session.signIn(OAuth.Token(accessToken: "a", refreshToken: "r1"), account: "ann")
        try await session.signOut()
        try await stub.waitForRequests(count: 1)
        let form = Self.form(of: stub.requests[0])
        #expect(stub.requests[0].head.path == "/revoke")
        #expect(form == ["token": "r1", "token_type_hint": "refresh_token", "client_id": "app"])
    }

    // MARK: - Devices

    private static let code =
        #"{"device_code":"d","user_code":"WDJB-MJHT","verification_uri":"https://login.example/go","expires_in":60}"#

    private func deviceSignIn(
        _ responses: [(Int, String)]
    ) -> (AuthenticationSession<OAuth>, StubTransport, Task<FetchError?, Never>) {
        let (session, stub) = session(oauth(), responses: [(200, Self.code)] + responses)
        let task = Task {
            await failure { () async throws(FetchError) in
                try await session.signInOnAnotherDevice(scopes: ["read"]) { code in
                    #expect(code.userCode == "WDJB-MJHT" && code.verificationAddress == "https://login.example/go")
                } account: { _ throws(FetchError) in
                    "ann"
                }
            }
        }
        return (session, stub, task)
    }

    /// Lets time pass, from one wait between two questions to the next, until a task has ended.
    private func pass(until task: Task<FetchError?, Never>) async throws -> FetchError? {
        let isEnded = Lock(false)
        let watcher = Task {
            let error = await task.value
            isEnded.withLock { $0 = true }
            return error
        }
        try await clock.run { isEnded.withLock { $0 } }
        return await watcher.value
    }

    @Test("A device waits as the server wants, with any status of its errors", arguments: [400, 200, 428])
    func waitingDevices(status: Int) async throws {
        let (session, stub, task) = deviceSignIn([
            (status, #"{"error":"authorization_pending"}"#), (status, #"{"error":"slow_down"}"#),
            (status, #"{"error":"authorization_pending"}"#), (200, #"{"access_token":"a"}"#),
        ])
        #expect(try await pass(until: task) == nil)
        #expect(session.current == .signedIn(account: "ann"))
        let times = times.withLock { $0 }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.count == 4 && zip(gaps, [5, 5, 10, 10]).allSatisfy { $0 >= .seconds($1) }, "\(gaps)")
        #expect(Self.form(of: stub.requests[0]) == ["client_id": "app", "scope": "read"])
        #expect(
            Self.form(of: stub.requests[4]) == [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "d", "client_id": "app",
            ])
    }

    @Test func aDeviceOutlastsAnOverloadOfTheServer() async throws {
        let (session, _, task) = deviceSignIn([
            (503, ""), (400, #"{"error":"temporarily_unavailable"}"#), (200, #"{"access_token":"a"}"#),
        ])
        #expect(try await pass(until: task) == nil && session.current == .signedIn(account: "ann"))
        let times = times.withLock { $0 }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.count == 3 && zip(gaps, [5, 10, 20]).allSatisfy { $0 >= .seconds($1) }, "\(gaps)")
    }

    @Test(
        "A device that is refused ends",
        arguments: [(400, "expired_token"), (400, "access_denied"), (200, "access_denied")])
    func refusedDevices(status: Int, code: String) async throws {
        let (session, stub, task) = deviceSignIn([(status, #"{"error":"\#(code)"}"#)])
        guard case .service(let reason)? = try await pass(until: task)?.kind else {
            Issue.record("it goes on")
            return
        }
        #expect(reason.code == code && session.current == .signedOut && stub.requests.count == 2)
    }

    @Test(
        "The numbers of a device's code",
        arguments: [
            (#""expires_in":60.5,"interval":"7""#, 60, 7),
            (#""expires_in":"1e300","interval":-1"#, 1_000_000_000_000_000, nil),
            (#""expires_in":0"#, nil, nil), (#""interval":5"#, nil, nil),
        ] as [(String, Int?, Int?)])
    func deviceCodes(fields: String, expiresIn: Int?, interval: Int?) {
        let text = #"{"device_code":"d","user_code":"u","verification_uri":"https://login.example/go",\#(fields)}"#
        let code = try? JSONDecoder().decode(OAuth.DeviceCode.self, from: Data(text.utf8))
        #expect(code?.expiresIn == expiresIn && code?.interval == interval)
    }

    @Test(
        "Addresses have the names of the RFC or Google's",
        arguments: [
            (#""verification_uri":"https://a.example/","verification_uri_complete":"https://a.example/c""#, true),
            (#""verification_url":"https://a.example/","verification_url_complete":"https://a.example/c""#, true),
            (#""verification_url":"https://a.example/""#, false),
            (#""verification_url":"https://b.example/","verification_uri":"https://a.example/""#, false),
        ])
    func deviceAddresses(fields: String, isComplete: Bool) throws {
        let text = #"{"device_code":"d","user_code":"u","expires_in":60,\#(fields)}"#
        let code = try JSONDecoder().decode(OAuth.DeviceCode.self, from: Data(text.utf8))
        #expect(code.verificationAddress == "https://a.example/")
        #expect(code.completeAddress == (isComplete ? "https://a.example/c" : nil))
    }

    @Test func aCodeThatNobodyTypesRunsOut() async throws {
        let (_, stub, task) = deviceSignIn([(400, #"{"error":"authorization_pending"}"#)])
        guard case .service(let reason)? = try await pass(until: task)?.kind else {
            Issue.record("it goes on")
            return
        }
        #expect(reason.code == "expired_token" && (2...12).contains(stub.requests.count))
    }

    // MARK: - Secrets

    @Test func aTokenPrintsNoSecret() {
        let token = OAuth.Token(accessToken: "hush", refreshToken: "hush", scope: "read", idToken: "hush")
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(dumped) \(String(reflecting: token))".contains("hush"))
    }
}
