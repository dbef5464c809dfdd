import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

/// No secret is in any line of a wire log. Every secret of these tests begins with `hush-`.
@Suite(.timeLimit(.minutes(5)))
struct WireLogSecretTests {
    struct Bank: Service {
        let baseURL = "https://bank.example/v1"
        var credentials: Credentials? { .query("pin", "hush-query-credential") }
        var privateCredentials: Credentials? { .path("hush-path credential") }
        var secretNames: SecretNames { .standard.adding("iban", "X-Customer").removing("pageToken") }
    }

    private let lines = LoggedLines()

    private func configuration(
        _ style: WireLog.Style, _ respond: @escaping @Sendable (TransportRequest) -> StubTransport.Response
    ) -> (ClientConfiguration, StubTransport) {
        let stub = StubTransport { respond($0) }
        let log = WireLog(around: stub, style: style) { [lines] in lines.add($0) }
        var configuration = ClientConfiguration(transport: log, cache: nil)
        configuration.retry = .never
        return (configuration, stub)
    }

    private static func text(of body: TransportRequest.Body?) -> String {
        if case .bytes(let data)? = body { String(decoding: data, as: UTF8.self) } else { "" }
    }

    /// Everything that was sent, as one text.
    private static func wire(_ stub: StubTransport) -> String {
        stub.requests.map { request in
            "\(request.head.path ?? "") \(request.head.headerFields.map(\.value)) \(text(of: request.body))"
        }.joined(separator: "\n")
    }

    @Test("Every kind of secret of a request and its response", arguments: [WireLog.Style.exchange, .curl])
    func everyKind(style: WireLog.Style) async throws {
        let jar = CookieJar()
        await jar.set(Cookie(name: "theme", value: "hush-cookie", domain: "bank.example"))
        var (configuration, stub) = configuration(style) { request in
            if request.head.path?.contains("/old") == true {
                return .redirect(
                    307, to: "https://bank.example/v1/new?access_token=hush-location&pin=hush-1")
            }
            let path = request.head.path ?? ""
            return .json(
                """
                {"refresh_token": "hush-response", "nested": "{\\"password\\": \\"hush-nested\\"}", "iban": 4711,
                "echo": "\(path)", "next": "https://bank.example/v1/items?sig=hush-link&page=2", "pageToken": "shown"}
                """,
                headers: [
                    .setCookie: "session=hush-set-cookie; Path=/", HTTPField.Name("X-Customer")!: "hush-customer",
                    .contentLocation: "https://ann:hush-user@bank.example/v1",
                    HTTPField.Name("Link")!: "<https://bank.example/v1?token=hush-link-field>; rel=\"next\"",
                ])
        }
        configuration.cookies = jar
        let client = Client(Bank(), configuration)
        let json =
            #"{"password":"hush-json","tokens":["hush-a","hush-b"],"key":{"a":"hush-object"},"pageToken":"shown"}"#
        let body = RequestBody.bytes(Data(json.utf8), contentType: "application/json")
        let query: Query = ["apiKey": "hush-item", "to": "https://a.example/?token=hush-nested-item", "page": "1"]
        let request = Request<Bank, Data>("old", method: .post, query: query, body: body)
            .access(.private)
            .header(.authorization, "Bearer hush-bearer")
            .header(HTTPField.Name("X-Api-Key")!, "hush-field")
            .header(HTTPField.Name("X-Customer")!, "hush-customer")
            .header(HTTPField.Name("Referer")!, "https://bank.example/?session_id=hush-referer")
        _ = try await client.value(for: request)
        #expect(stub.requests.count == 2)
        for secret in [
            "hush-query-credential", "hush-path%20credential", "hush-cookie", "hush-item", "hush-nested-item",
            "hush-json",
            "hush-bearer", "hush-field", "hush-customer", "hush-referer", "hush-location",
        ] {
            #expect(Self.wire(stub).contains(secret), "\(secret) was not sent")
        }
        #expect(!lines.text.contains("hush"), "\(lines.text)")
        #expect(!lines.text.contains("4711"))
        #expect(lines.text.contains(style == .curl ? "$AUTHORIZATION" : "Authorization: REDACTED"))
        #expect(lines.text.contains("shown") && lines.text.contains("page=1"))
        #expect(lines.all.count { $0.contains("bank.example/v1/") } >= 2)
    }

    @Test("The requests of a session", arguments: [WireLog.Style.exchange, .curl], [true, false])
    func session(style: WireLog.Style, isSecretInBody: Bool) async throws {
        let (configuration, stub) = configuration(style) { request in
            request.head.authority == "login.example"
                ? .json(#"{"access_token":"hush-access","refresh_token":"hush-refresh-2","token_type":"bearer"}"#)
                : request.head.headerFields[.authorization] == "Bearer hush-access" ? .json("[]") : .status(401)
        }
        let client = OAuth.Client.confidential(id: "app", secret: "hush-client", inBody: isSecretInBody)
        let session = AuthenticationSession(
            OAuth(OAuth.Server(token: "https://login.example/token"), client: client), configuration)
        try await session.signIn(
            OAuth.Token(accessToken: "hush-old", refreshToken: "hush-refresh-1"), account: "ann")
        var signedIn = configuration
        signedIn.authentication = .session(session)
        _ = try await Client(Loopback(baseURL: "https://tickets.example"), signedIn)
            .value(for: Request<Loopback, [Int]>("items"))
        #expect(stub.requests.map(\.head.authority) == ["tickets.example", "login.example", "tickets.example"])
        let wire = Self.wire(stub)
        #expect(wire.contains("hush-old") && wire.contains("hush-refresh-1") && wire.contains("hush-access"))
        #expect(wire.contains("hush-client") == isSecretInBody)
        #expect(!lines.text.contains("hush"), "\(lines.text)")
        // The secret in Authorization is in Base64.
        #expect(!lines.text.contains(Data("app:hush-client".utf8).base64EncodedString()))
        #expect(lines.text.contains("https://login.example/token") && lines.text.contains("grant_type=refresh_token"))
    }

    @Test("A secret that no name shows is known as the credential of the service or a token", arguments: [true, false])
    func unnamed(isOfSession: Bool) async throws {
        struct Tickets: Authenticator {
            struct Token: Codable, Sendable { let text: String }

            func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] {
                [.header(HTTPField.Name("X-Ticket")!, token.text)]
            }

            func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token { token }
        }
        var (configuration, stub) = configuration(.exchange) { request in
            let ticket = request.head.headerFields[HTTPField.Name("X-Ticket")!] ?? ""
            return .text("You came with \(ticket), the ticket.")
        }
        let credential: Credentials? = isOfSession ? nil : .header(HTTPField.Name("X-Ticket")!, "hush-ticket")
        if isOfSession {
            let session = AuthenticationSession(Tickets(), configuration)
            try await session.signIn(Tickets.Token(text: "hush-ticket"), account: "ann")
            configuration.authentication = .session(session)
        }
        var service = Loopback(baseURL: "https://tickets.example")
        service.credentials = credential
        _ = try await Client(service, configuration).value(for: .text("items"))
        #expect(Self.wire(stub).contains("hush-ticket"))
        #expect(!lines.text.contains("hush"), "\(lines.text)")
        #expect(lines.text.contains("You came with REDACTED, the ticket."))
    }

    struct Body: Sendable, CustomTestStringConvertible {
        let type: String
        let text: String
        let shown: String

        init(_ type: String, _ text: String, _ shown: String) {
            (self.type, self.text, self.shown) = (type, text, shown)
        }

        var testDescription: String { text }

        static let json: [Body] = [
            Body("application/json", #"{"a":1,"access_token":"hush"}"#, #"{"a":1,"access_token":"REDACTED"}"#),
            Body("application/json", #"{"password" : 12.5e3, "b": 2}"#, #"{"password" : REDACTED, "b": 2}"#),
            Body("application/json", #"{"pass\u0077ord":"hush"}"#, #"{"pass\u0077ord":"REDACTED"}"#),
            Body("application/json", #"{"secret":"a\"hush\\","b":"\\"}"#, #"{"secret":"REDACTED","b":"\\"}"#),
            Body("application/json", #"{"tokens":["hush",{"a":"]hush"}],"b":2}"#, #"{"tokens":REDACTED,"b":2}"#),
            Body("application/json", #"{"secret":"hu"#, #"{"secret":"REDACTED"#),
            Body("application/json", #"{"secret":{"a":["hu"#, #"{"secret":REDACTED"#),
            Body(
                "application/json", #"{"body":"{\"password\":\"hush\\\"hush\",\"b\":1}"}"#,
                #"{"body":"{\"password\":\"REDACTED\",\"b\":1}"}"#),
            Body(
                "application/json", #"{"url":"https://a.example/?api_key=hush&b=1"}"#,
                #"{"url":"https://a.example/?api_key=REDACTED&b=1"}"#),
            Body(
                "application/json", #"{"url":"https://ann:hush@a.example/b","mail":"ann@a.example"}"#,
                #"{"url":"https://REDACTED@a.example/b","mail":"ann@a.example"}"#),
            Body(
                "application/json", #"{"to":"/?next=https%3A%2F%2Fa.example%2F%3Ftoken%3Dhush&b=1"}"#,
                #"{"to":"/?next=REDACTED&b=1"}"#),
            Body(
                "application/problem+json", #"{"keyword":"tea","author":"ann"}"#, #"{"keyword":"tea","author":"ann"}"#),
            Body("application/json", #"{"Authorization":["Bearer hush"]}"#, #"{"Authorization":REDACTED}"#),
        ]

        static let others: [Body] = [
            Body(
                "application/x-www-form-urlencoded", "a=1&client_secret=hush?b;c#d,e f&b=2",
                "a=1&client_secret=REDACTED&b=2"),
            Body("application/x-www-form-urlencoded", "user%5Bpassword%5D=hush", "user%5Bpassword%5D=REDACTED"),
            Body(
                "application/x-www-form-urlencoded", "to=%2F%3Ftoken%3Dhush%2520hush&b=2", "to=REDACTED&b=2"),
            Body("application/x-www-form-urlencoded", "p=%7B%22pin_token%22%3A1%7D&b=2", "p=REDACTED&b=2"),
            Body("text/plain", "Authorization: Bearer hush", "Authorization: REDACTED"),
            Body("text/plain", "password = hush and more", "password = REDACTED and more"),
            Body("text/plain", "token='hu sh' b=1", "token='REDACTED' b=1"),
            Body("text/plain", "authorization=Bearer hush", "authorization=REDACTED"),
            Body("text/plain", "Don't say 'password: hush", "Don't say 'password: REDACTED"),
            Body("text/plain", "see https://a.example/key://b", "see https://a.example/key://b"),
            Body(
                "text/xml", "<a:password x=\"1\">hush</a:password><b/>", "<a:password x=\"1\">REDACTED</a:password><b/>"
            ),
            Body("text/xml", "<secret><![CDATA[hu<sh]]></secret>", "<secret>REDACTED</secret>"),
            Body("text/xml", "<login password='hush' name=\"ann\"/>", "<login password='REDACTED' name=\"ann\"/>"),
            Body(
                "text/html", #"<input type="hidden" name="csrf_token" value="hush"><input name="q" value="tea">"#,
                #"<input type="hidden" name="csrf_token" value="REDACTED"><input name="q" value="tea">"#),
            Body(
                "text/html", #"<meta content='hu>sh' name=csrf-token><p>"#,
                "<meta content='REDACTED' name=csrf-token><p>"),
            Body("text/event-stream", #"data: {"token":"hush"}"#, #"data: {"token":"REDACTED"}"#),
            Body("text/javascript", "session_id=\"hush\";", "session_id=\"REDACTED\";"),
            Body("application/yaml", "api-key: hush", "api-key: REDACTED"),
        ]
    }

    @Test("Secrets in bodies", arguments: Body.json + Body.others)
    func bodies(body: Body) async throws {
        #expect(try await shownLines(of: body.text, type: body.type) == [body.shown])
    }

    /// Whatever the limit cuts off, and wherever a text is damaged, no secret shows.
    @Test func noCutShowsASecret() async throws {
        let bodies = (Body.json + Body.others).filter { $0.text.contains("hu") }
        #expect(bodies.count > 20)
        for body in bodies {
            for limit in 1...body.text.utf8.count {
                let shown = try await shownLines(of: body.text, type: body.type, limit: limit).joined()
                #expect(!shown.contains("hu"), "\(body.text) with limit \(limit): \(shown)")
            }
        }
    }

    @Test func theAddressInDigestIsNoSecret() async throws {
        let stub = StubTransport { _ in .text("hush-response came to /v1/accounts") }
        let log = WireLog(around: stub) { [lines] in lines.add($0) }
        let value = #"Digest username="ann-the-first", uri="/v1/accounts", response="hush-response""#
        let request = TransportRequest(.get, "/v1/accounts", fields: [.authorization: value])
        _ = try await log.send(request).body.chunks()
        #expect(lines.all.first == "#1 > GET https://films.example/v1/accounts")
        #expect(lines.all.contains("#1 < REDACTED came to /v1/accounts") && !lines.text.contains("ann"))
    }

    @Test func aRepeatedSecretIsRemovedAlsoWhereTheLimitCutsIt() async throws {
        let stub = StubTransport { _ in .text("Your way in was hush-bearer, on time.") }
        for limit in 1...40 {
            let lines = LoggedLines()
            let log = WireLog(around: stub, bodyLimit: limit) { lines.add($0) }
            let request = TransportRequest(fields: [.authorization: "Bearer hush-bearer"])
            _ = try await log.send(request).body.chunks()
            #expect(!lines.text.contains("hush-"), "\(lines.text)")
        }
    }
}
