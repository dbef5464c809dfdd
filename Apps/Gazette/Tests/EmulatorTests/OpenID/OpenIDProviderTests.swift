import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Emulator

/// The provider of OpenID Connect: what it refuses, as a real one does.
struct OpenIDProviderTests {
    /// The verifier of RFC 7636, appendix B, and its challenge.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let redirect = "http%3A%2F%2Flocalhost%2Fback"

    private static func path(challenge: String = challenge, name: String? = "ann") -> String {
        "/openid/authorize?response_type=code&client_id=app&redirect_uri=\(redirect)&state=s&nonce=n"
            + "&code_challenge=\(challenge)&code_challenge_method=S256\(name.map { "&name=\($0)" } ?? "")"
    }

    /// Runs a body with a function that sends requests to one emulator.
    private static func with(
        _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await InProcess.application(InProcess.configuration()).test(.router) { try await body($0) }
    }

    private static func code(_ client: any TestClientProtocol) async throws -> String {
        let response = try await client.execute(uri: path(), method: .get)
        let location = try #require(response.headers[.location])
        #expect(response.status == .found && location.hasPrefix("http://localhost/back?code="))
        #expect(location.contains("&state=s&iss=http"))
        return String(location.dropFirst("http://localhost/back?code=".count).prefix { $0 != "&" })
            .removingPercentEncoding ?? ""
    }

    private static func issue(
        _ client: any TestClientProtocol, _ code: String, verifier: String = verifier, id: String = "app",
        redirect: String = redirect
    ) async throws -> TestResponse {
        try await client.execute(
            uri: "/openid/token", method: .post,
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: ByteBuffer(
                string: "grant_type=authorization_code&code=\(code)&code_verifier=\(verifier)&client_id=\(id)"
                    + "&redirect_uri=\(redirect)"))
    }

    @Test func aCodeIsWorthOneToken() async throws {
        try await Self.with { client in
            let code = try await Self.code(client)
            let token = try await Self.issue(client, code)
            #expect(token.status == .ok && String(buffer: token.body).contains("\"id_token\""))
            #expect(try await Self.issue(client, code).status == .badRequest)
        }
    }

    @Test(
        "What gets no token",
        arguments: [
            (String(repeating: "x", count: 43), "app", redirect), (verifier, "other", redirect),
            (verifier, "app", "http%3A%2F%2Fevil%2Fback"),
        ])
    func refused(verifier: String, id: String, redirect: String) async throws {
        try await Self.with { client in
            let code = try await Self.code(client)
            let response = try await Self.issue(client, code, verifier: verifier, id: id, redirect: redirect)
            #expect(response.status == .badRequest && String(buffer: response.body).contains("invalid_grant"))
        }
    }

    @Test func aNameIsAskedFor() async throws {
        try await Self.with { client in
            let form = try await client.execute(
                uri: Self.path(challenge: "%22%3E%3Cscript%3E", name: nil), method: .get)
            let text = String(buffer: form.body)
            #expect(form.status == .ok && text.contains("name=\"name\"") && !text.contains("<script>"))
            let plain = try await client.execute(uri: "/openid/authorize?response_type=token", method: .get)
            #expect(plain.status == .badRequest)
        }
    }
}
