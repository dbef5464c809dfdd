import Foundation
public import FreshetCore
import FreshetDigests

extension OAuth {
    /// A request for a person's consent, which the server shows in a browser.
    ///
    /// The request follows RFC 6749 §4.1 and RFC 7636. It contains secrets that belong to this one
    /// sign-in. If the app may be terminated while the browser is open, store the request.
    public struct Authorization: Codable, Sendable, Hashable {
        /// The address to open in the person's browser (RFC 8252 §4), not in a view of the app.
        public let url: String
        /// The address to which the server redirects the browser after the person has consented.
        public let redirect: String
        let state: String
        let verifier: String
    }

    /// Makes a request for a person's consent.
    ///
    /// - Parameters:
    ///   - redirect: The address to which the server redirects the browser. It has the app's own
    ///     scheme, is claimed by the app, or is on this machine, such as `http://127.0.0.1:4321/`
    ///     (RFC 8252 §7).
    ///   - scopes: The scopes that the app requests.
    ///   - parameters: Further query items that the server supports, such as `prompt`.
    /// - Throws: `FetchError.Kind.invalidRequest` if the server has no authorization endpoint.
    public func authorization(
        redirect: String, scopes: [String] = [], parameters: Query = [:]
    ) throws(FetchError) -> Authorization {
        guard let address = server.authorization else {
            throw FetchError(.invalidRequest("the server has no authorization endpoint"))
        }
        let (state, verifier) = (Self.randomText(), Self.randomText())
        var query: Query = [
            "response_type": "code", "client_id": client.id, "redirect_uri": redirect, "state": state,
            "code_challenge": Self.challenge(of: verifier), "code_challenge_method": "S256",
        ]
        query.append(Self.scope(scopes))
        query.append(parameters)
        let mark = address.contains("?") ? "&" : "?"
        return Authorization(
            url: "\(address)\(mark)\(query.encoded ?? "")", redirect: redirect, state: state, verifier: verifier)
    }

    /// Exchanges a person's consent for a token.
    ///
    /// - Parameters:
    ///   - callback: The address to which the server has redirected the browser, including its
    ///     query.
    ///   - authorization: The request for consent to which the callback belongs.
    ///   - client: A client without a token: `session.client(for: oauth.endpoint)`.
    /// - Throws: `FetchError`: of `FetchError.Kind.service` where the person or the server refused,
    ///   of `FetchError.Kind.invalidRequest` if the callback doesn't belong to the request for
    ///   consent.
    public func token(
        for callback: String, of authorization: Authorization, with client: FreshetCore.Client<Endpoint>
    ) async throws(FetchError) -> Token {
        let code = try code(in: callback, of: authorization)
        return try await token(
            ["code": code, "redirect_uri": authorization.redirect, "code_verifier": authorization.verifier],
            grant: "authorization_code", client)
    }

    /// Returns the code in a callback, after the checks of RFC 6749 §10.12 and RFC 9207 §2.4.
    func code(in callback: String, of authorization: Authorization) throws(FetchError) -> String {
        let items = Self.fields(of: callback)
        func value(_ name: String) throws(FetchError) -> String? {
            let values = items.filter { $0.name == name }
            guard values.count <= 1 else {
                throw FetchError(.invalidRequest("the callback names its \(name) twice"))
            }
            return values.first?.value
        }
        guard try value("state") == authorization.state else {
            throw FetchError(.invalidRequest("the callback belongs to another sign-in"))
        }
        if let issuer = server.issuer, try value("iss") != issuer {
            throw FetchError(.invalidRequest("the callback is not from \(issuer)"))
        }
        if let error = try value("error") {
            let message = try value("error_description") ?? error
            throw FetchError(.service(ServiceError(code: error, message: message)))
        }
        guard let code = try value("code"), !code.isEmpty else {
            throw FetchError(.invalidRequest("the callback has no code"))
        }
        return code
    }

    /// Returns the fields in the query of a callback, which is encoded as a form (RFC 6749 §4.1.2, appendix B).
    private static func fields(of callback: String) -> [(name: String, value: String)] {
        let parts = callback.prefix { $0 != "#" }.split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return [] }
        return parts[1].split(separator: "&").map { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
                let text = text.replacingOccurrences(of: "+", with: " ")
                return text.removingPercentEncoding ?? text
            }
            return (pair[0], pair.count > 1 ? pair[1] : "")
        }
    }

    /// Returns 32 random bytes in URL-safe characters, the 256 bits of entropy that RFC 7636 §7.1
    /// asks for.
    private static func randomText() -> String {
        var random = SystemRandomNumberGenerator()
        return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// Returns the challenge for a verifier, with the method `S256` (RFC 7636 §4.2).
    static func challenge(of verifier: String) -> String { base64URL(SHA256.digest(of: verifier.utf8)) }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}

extension OAuth.Authorization: CustomStringConvertible {
    /// A description with the redirect only, without secrets.
    public var description: String { "OAuth.Authorization(redirect: \(redirect))" }
}

extension AuthenticationSession where A == OAuth {
    /// Signs in the person who has consented.
    ///
    /// - Parameters:
    ///   - callback: The address to which the server has redirected the browser, including its
    ///     query.
    ///   - authorization: The request for consent to which the callback belongs.
    ///   - account: Returns the name of the account, such as the one that the service returns for the owner of the
    ///     token.
    /// - Throws: `FetchError`.
    public func signIn(
        callback: String, of authorization: OAuth.Authorization,
        account: (OAuth.Token) async throws(FetchError) -> String
    ) async throws(FetchError) {
        let oauth = authenticator
        let token = try await oauth.token(for: callback, of: authorization, with: client(for: oauth.endpoint))
        try await signIn(token, account: account(token))
    }
}
