package import Foundation
package import Freshet
import FreshetDigests
import NIOConcurrencyHelpers

/// Sends people to a provider of OpenID Connect, and finds out who comes back.
///
/// What belongs to a sign-in that has begun is in a signed cookie of the browser: whichever process receives the
/// callback can complete it, and nobody else can.
package final class OpenIDSignIn: Sendable {
    /// How long a sign-in may take, in seconds.
    package static let lifetime = 600
    /// How long the addresses of the provider are used before they are read again, in seconds.
    private static let discoveryLifetime: TimeInterval = 3600

    package let settings: OpenIDSettings
    private let signer: HMACSHA256
    private let configuration: ClientConfiguration
    private let now: @Sendable () -> Date
    private let provider = NIOLockedValueBox<(provider: OpenIDProvider, date: Date)?>(nil)

    package init(
        _ settings: OpenIDSettings, key: Data, transport: any Transport = DefaultTransport.shared,
        now: @escaping @Sendable () -> Date
    ) {
        self.settings = settings
        self.now = now
        signer = HMACSHA256(key: key)
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.limits.callTimeout = .seconds(10)
        self.configuration = configuration
    }

    /// A sign-in that has begun.
    package struct Pending: Codable, Sendable {
        package let authorization: OAuth.Authorization
        package let nonce: String
        package let back: String?
        /// The invitation that a new account uses.
        package let invitation: String?
        /// The account that the person is to sign in to from now on, by its id.
        package let account: String?
        package let expires: Double
    }

    /// Begins a sign-in. Returns it, and the value of its cookie.
    package func begin(
        origin: String, back: String?, invitation: String?, account: String?
    ) async throws(FetchError) -> (pending: Pending, cookie: String) {
        let oauth = oauth(try await currentProvider())
        let nonce = SecretToken().text
        let authorization = try oauth.authorization(
            redirect: "\(origin)/openid/callback", scopes: ["openid", "profile"], parameters: ["nonce": nonce])
        let pending = Pending(
            authorization: authorization, nonce: nonce, back: back, invitation: invitation, account: account,
            expires: now().timeIntervalSince1970 + Double(Self.lifetime))
        guard let data = try? JSONEncoder().encode(pending) else {
            throw FetchError(.invalidRequest("the sign-in can't be stored"))
        }
        return (pending, "\(data.base64URL).\(Data(signer.authenticationCode(for: Self.message(data))).base64URL)")
    }

    /// Reads the cookie of a sign-in that has begun; `nil` if it is forged or has expired.
    package func pending(_ cookie: String) -> Pending? {
        let parts = cookie.split(separator: ".").map { Data(base64URL: String($0)) }
        guard parts.count == 2, let data = parts[0], let code = parts[1],
            signer.isValid(code, for: Self.message(data)),
            let pending = try? JSONDecoder().decode(Pending.self, from: data),
            pending.expires > now().timeIntervalSince1970
        else { return nil }
        return pending
    }

    private static func message(_ data: Data) -> Data { Data("openid ".utf8) + data }

    /// Returns the person whom the provider has sent back.
    package func identity(callback: String, of pending: Pending) async throws(FetchError) -> OpenIDIdentity {
        let provider = try await currentProvider()
        let oauth = oauth(provider)
        let token = try await oauth.token(
            for: callback, of: pending.authorization, with: Client(oauth.endpoint, configuration))
        return try provider.identity(in: token, client: oauth.client, nonce: pending.nonce, now: now())
    }

    private func oauth(_ provider: OpenIDProvider) -> OAuth {
        let client: OAuth.Client =
            if let secret = settings.clientSecret {
                .confidential(id: settings.clientID, secret: secret)
            } else {
                .public(id: settings.clientID)
            }
        return OAuth(provider.server, client: client)
    }

    private func currentProvider() async throws(FetchError) -> OpenIDProvider {
        let now = now()
        if let known = provider.withLockedValue({ $0 }), now.timeIntervalSince(known.date) < Self.discoveryLifetime {
            return known.provider
        }
        let found = try await OpenIDProvider.discover(settings.issuer, configuration)
        provider.withLockedValue { $0 = (found, now) }
        return found
    }
}
