import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetAuthentication

/// OpenID Connect: the addresses of a provider, and the claims of its ID tokens.
@Suite(.timeLimit(.minutes(1)))
struct OpenIDTests {
    private static let issuer = "https://login.example"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let provider = OpenIDProvider(
        issuer: issuer, server: OAuth.Server(token: "https://login.example/token"))

    private static func discover(_ issuer: String, _ json: String) async throws -> (OpenIDProvider, [String]) {
        let stub = StubTransport { _ in .json(json) }
        let provider = try await OpenIDProvider.discover(
            issuer, ClientConfiguration(transport: stub, cache: nil))
        return (provider, stub.requests.map { $0.head.path ?? "" })
    }

    private static func document(
        issuer: String = issuer, token: String = "https://login.example/token", more: String = ""
    ) -> String {
        """
        {"issuer":"\(issuer)","authorization_endpoint":"https://login.example/authorize","token_endpoint":"\(token)"\(more)}
        """
    }

    @Test func theAddressesOfAProviderAreRead() async throws {
        let more =
            #","revocation_endpoint":"https://login.example/revoke","device_authorization_endpoint":"https://x.example/d""#
        let (provider, paths) = try await Self.discover(Self.issuer, Self.document(more: more))
        #expect(paths == ["/.well-known/openid-configuration"])
        #expect(
            provider.server
                == OAuth.Server(
                    authorization: "https://login.example/authorize", token: "https://login.example/token",
                    revocation: "https://login.example/revoke", device: "https://x.example/d"))
        // A provider that sends its issuer with each callback has to.
        let sending = #","authorization_response_iss_parameter_supported":true"#
        #expect(try await Self.discover(Self.issuer, Self.document(more: sending)).0.server.issuer == Self.issuer)
    }

    @Test func theIssuerMayHaveAPath() async throws {
        for issuer in ["https://login.example/realms/one", "http://127.0.0.1:4444/openid"] {
            let (provider, paths) = try await Self.discover(issuer, Self.document(issuer: issuer))
            #expect(provider.issuer == issuer && paths.first?.hasSuffix("/.well-known/openid-configuration") == true)
        }
    }

    @Test(
        "Providers that are not used",
        arguments: [
            (issuer, document(issuer: "https://evil.example")), (issuer, document(issuer: issuer + "/")),
            (issuer, document(token: "http://login.example/token")), (issuer, document(token: "")), (issuer, "{}"),
            ("http://login.example", document(issuer: "http://login.example")), ("login.example", document()),
            ("https://user@login.example", document(issuer: "https://user@login.example")),
        ])
    func refused(issuer: String, document: String) async {
        await #expect(throws: FetchError.self) { try await Self.discover(issuer, document) }
    }

    /// A token in the compact form, with claims.
    private static func token(_ claims: String) -> OAuth.Token {
        let payload = Data(claims.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return OAuth.Token(accessToken: "a", idToken: "eyJhbGciOiJub25lIn0.\(payload).c2ln")
    }

    private static func identity(_ token: OAuth.Token) throws -> OpenIDIdentity {
        try provider.identity(in: token, client: .public(id: "app"), nonce: "n", now: now)
    }

    @Test func thePersonIsNamedByTheToken() throws {
        let person = try Self.identity(
            Self.token(
                """
                {"iss":"https://login.example","aud":"app","exp":1800000010,"nonce":"n","sub":"7","name":"Ann Ż",
                "preferred_username":"ann","email":"ann@example.org","email_verified":true}
                """))
        #expect(person.subject == "7" && person.name == "Ann Ż" && person.preferredUserName == "ann")
        #expect(person.email == "ann@example.org")
    }

    @Test(
        "ID tokens that are accepted",
        arguments: [
            #"{"iss":"https://login.example","aud":["app"],"exp":1800000010,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":["b","app"],"azp":"app","exp":1800000010.5,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":"app","exp":1799999950,"nonce":"n","sub":"7","name":7}"#,
        ])
    func accepted(claims: String) throws {
        #expect(try Self.identity(Self.token(claims)).subject == "7")
    }

    @Test(
        "ID tokens that are refused",
        arguments: [
            #"{"iss":"https://evil.example","aud":"app","exp":1800000010,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example/","aud":"app","exp":1800000010,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":"other","exp":1800000010,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":["app","b"],"exp":1800000010,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":["app"],"azp":"b","exp":1800000010,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":"app","exp":1799999940,"nonce":"n","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":"app","exp":1800000010,"nonce":"m","sub":"7"}"#,
            #"{"iss":"https://login.example","aud":"app","exp":1800000010,"sub":"7"}"#,
            #"{"iss":"https://login.example","aud":"app","exp":1800000010,"nonce":"n","sub":""}"#,
            #"{"iss":"https://login.example","aud":"app","exp":1800000010,"nonce":"n"}"#,
            #"{"iss":"https://login.example","aud":"app","nonce":"n","sub":"7"}"#, "[]", "",
        ])
    func refused(claims: String) {
        #expect(throws: FetchError.self) { try Self.identity(Self.token(claims)) }
    }

    @Test("Texts that are no ID token", arguments: [nil, "", "a.b", "a.b.c.d", "..", "a.!.c"] as [String?])
    func unreadable(text: String?) {
        #expect(throws: FetchError.self) {
            try Self.identity(OAuth.Token(accessToken: "a", idToken: text))
        }
    }
}
