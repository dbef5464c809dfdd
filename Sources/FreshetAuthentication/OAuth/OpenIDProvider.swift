public import Foundation
public import FreshetCore

/// An OpenID Connect provider, which identifies the person at the end of an OAuth sign-in.
///
/// ```swift
/// let provider = try await OpenIDProvider.discover("https://login.example", .platform)
/// let oauth = OAuth(provider.server, client: .public(id: "tickets-app"))
/// let nonce = UUID().uuidString
/// let authorization = try oauth.authorization(
///     redirect: "com.example.tickets:/signed-in", scopes: ["openid", "profile"], parameters: ["nonce": nonce])
/// let callback = await open(authorization.url)  // in a browser, which ends at the redirect
/// let token = try await oauth.token(for: callback, of: authorization, with: Client(oauth.endpoint, .platform))
/// let person = try provider.identity(in: token, client: oauth.client, nonce: nonce)
/// ```
///
/// The claims of the ID token are checked, but not its signature: the token comes from the token
/// endpoint over TLS, which authenticates the provider (OpenID Connect Core §3.1.3.7, item 6).
/// Don't use it for tokens from elsewhere. See also ``OAuth``.
public struct OpenIDProvider: Sendable, Hashable {
    /// The issuer identifier, which names the provider.
    public let issuer: String
    /// The addresses of the provider.
    public let server: OAuth.Server

    /// Makes a provider with known addresses.
    public init(issuer: String, server: OAuth.Server) {
        self.issuer = issuer
        self.server = server
    }

    /// Reads the addresses of a provider from its discovery document.
    ///
    /// It follows OpenID Connect Discovery §4.
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier, with the scheme https, or http on this machine only.
    ///   - configuration: The configuration of the client that reads the addresses.
    /// - Throws: `FetchError`, of the kind `FetchError.Kind.validation` if the provider has another
    ///   issuer identifier, or addresses that aren't protected by TLS.
    public static func discover(
        _ issuer: String, _ configuration: ClientConfiguration
    ) async throws(FetchError) -> OpenIDProvider {
        guard isProtected(issuer) else {
            throw FetchError(.invalidRequest("the issuer must be an https address"))
        }
        var rest = issuer[...]
        while rest.last == "/" { rest.removeLast() }
        let client = Client(Discovery(baseURL: String(rest)), configuration)
        let found = try await client.value(for: Request<Discovery, Document>(".well-known/openid-configuration"))
        guard found.issuer == issuer else {
            throw FetchError(.validation("the provider has another issuer identifier: \(found.issuer)"))
        }
        let addresses = [found.authorization_endpoint, found.token_endpoint]
        guard addresses.allSatisfy(isProtected) else {
            throw FetchError(.validation("the provider has addresses without https"))
        }
        let sendsIssuer = found.authorization_response_iss_parameter_supported == true
        return OpenIDProvider(
            issuer: issuer,
            server: OAuth.Server(
                authorization: found.authorization_endpoint, token: found.token_endpoint,
                revocation: found.revocation_endpoint, device: found.device_authorization_endpoint,
                issuer: sendsIssuer ? issuer : nil))
    }

    /// Returns the person named by a token's ID token, after checking the token's claims.
    ///
    /// - Parameters:
    ///   - token: The token as issued by the token endpoint.
    ///   - client: The program for which it was issued.
    ///   - nonce: The nonce of the request for consent.
    ///   - now: The time at which the token must be valid. The provider's clock may differ by up to
    ///     a minute.
    /// - Throws: `FetchError.Kind.validation` if there is no ID token, or if it comes from another
    ///   provider, was issued for another program, belongs to another sign-in or has expired.
    public func identity(
        in token: OAuth.Token, client: OAuth.Client, nonce: String, now: Date = Date()
    ) throws(FetchError) -> OpenIDIdentity {
        func check(_ condition: Bool, _ reason: String) throws(FetchError) {
            guard condition else { throw FetchError(.validation("the ID token \(reason)")) }
        }
        guard let claims = token.idToken.flatMap(IDTokenClaims.init) else {
            throw FetchError(.validation("there is no readable ID token"))
        }
        try check(claims.iss == issuer, "is from another provider")
        try check(claims.audiences.contains(client.id), "is for another client")
        try check(claims.audiences.count == 1 || claims.azp != nil, "is for several clients")
        try check(claims.azp == nil || claims.azp == client.id, "was issued to another client")
        try check(claims.exp > now.timeIntervalSince1970 - Self.clockDifference, "has expired")
        try check(claims.nonce == nonce, "belongs to another sign-in")
        // OpenID Connect Core §2: at most 255 ASCII characters.
        try check((1...255).contains(claims.identity.subject.utf8.count), "names nobody")
        return claims.identity
    }

    private static let clockDifference = 60.0

    /// Whether an address uses https, or http on this machine.
    private static func isProtected(_ address: String) -> Bool {
        guard let origin = try? WebAddress(address).origin else { return false }
        return origin.isSecure || origin.isLoopback
    }

    private struct Discovery: Service {
        let baseURL: String
    }

    /// The provider's metadata, under the field names of the specification.
    private struct Document: Decodable, Sendable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let issuer, authorization_endpoint, token_endpoint: String
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let revocation_endpoint, device_authorization_endpoint: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let authorization_response_iss_parameter_supported: Bool?
    }
}
