import Foundation
public import FreshetCore

extension OAuth {
    /// A code that a person enters on another device to sign in on this one.
    ///
    /// It is defined in RFC 8628 §3.2.
    public struct DeviceCode: Decodable, Sendable {
        /// The code to enter.
        public let userCode: String
        /// The address at which the person enters the code.
        public let verificationAddress: String
        /// The same address with the code included, for example for a QR code; `nil` if the server
        /// sends none.
        public let completeAddress: String?
        /// The lifetime of the code in seconds.
        public let expiresIn: Int
        let deviceCode: String
        let interval: Int?

        private enum CodingKeys: String, CodingKey {
            case interval
            case userCode = "user_code"
            case verificationAddress = "verification_uri"
            case completeAddress = "verification_uri_complete"
            // Google uses the name from a draft of the RFC.
            case verificationURL = "verification_url"
            case completeURL = "verification_url_complete"
            case expiresIn = "expires_in"
            case deviceCode = "device_code"
        }

        /// Reads a code.
        ///
        /// - Throws: `DecodingError`.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            userCode = try fields.decode(String.self, forKey: .userCode)
            let isDraft = fields.contains(.verificationURL) && !fields.contains(.verificationAddress)
            verificationAddress = try fields.decode(
                String.self, forKey: isDraft ? .verificationURL : .verificationAddress)
            completeAddress = try fields.decodeIfPresent(
                String.self, forKey: isDraft ? .completeURL : .completeAddress)
            deviceCode = try fields.decode(String.self, forKey: .deviceCode)
            interval = fields.seconds(forKey: .interval)
            guard let expiresIn = fields.seconds(forKey: .expiresIn) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .expiresIn, in: fields, debugDescription: "The code has no lifetime.")
            }
            self.expiresIn = expiresIn
        }
    }

    /// Requests a code that a person enters on another device.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. By default none, so that the server chooses.
    ///   - client: A client without a token: `session.client(for: oauth.endpoint)`.
    /// - Throws: `FetchError`.
    public func deviceCode(
        scopes: [String] = [], with client: FreshetCore.Client<Endpoint>
    ) async throws(FetchError) -> DeviceCode {
        guard let address = server.device else {
            throw FetchError(.invalidRequest("the server has no device authorization endpoint"))
        }
        return try await client.value(for: post(Self.scope(scopes), to: address, reading: .decoded))
    }

    /// Waits until the person has consented on the other device, and returns the token.
    ///
    /// It polls the server at the code's interval, 5 seconds by default, and adds 5 seconds after
    /// each `slow_down` response (RFC 8628 §3.5). While there is no connection or the server is
    /// overloaded, the interval doubles, up to a minute, unless the server requests a longer one.
    ///
    /// - Throws: `FetchError`, with the kind `FetchError.Kind.service` and the code `expired_token`
    ///   or `access_denied` if the person doesn't consent.
    public func token(
        for code: DeviceCode, with client: FreshetCore.Client<Endpoint>
    ) async throws(FetchError) -> Token {
        let time = client.time
        let end = time.now() + .seconds(code.expiresIn)
        var interval = Duration.seconds(max(1, code.interval ?? 5))
        while true {
            do { try await time.sleep(time.now() + interval) } catch { throw .cancelled }
            guard time.now() < end else {
                throw FetchError(.service(ServiceError(code: "expired_token", message: "The code is no longer valid.")))
            }
            do throws(FetchError) {
                return try await token(
                    ["device_code": code.deviceCode], grant: "urn:ietf:params:oauth:grant-type:device_code", client)
            } catch {
                interval = try nextInterval(after: error, interval)
            }
        }
    }

    private func nextInterval(after error: FetchError, _ interval: Duration) throws(FetchError) -> Duration {
        let doubled = max(min(interval * 2, .seconds(60)), error.retryAfter ?? .zero)
        switch error.kind {
        case .service(let reason) where reason.code == "authorization_pending": return interval
        case .service(let reason) where reason.code == "slow_down": return interval + .seconds(5)
        case .service(let reason) where reason.code == "temporarily_unavailable": return doubled
        default:
            guard error.isTransient else { throw error }
            return doubled
        }
    }
}

extension AuthenticationSession where A == OAuth {
    /// Signs in the person who enters a code on another device.
    ///
    /// ```swift
    /// try await session.signInOnAnotherDevice(scopes: ["tickets"]) { code in
    ///     print("Enter \(code.userCode) at \(code.verificationAddress)")
    /// } account: { _ in
    ///     "tickets/tv"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scopes: The scopes that the program requests.
    ///   - show: Shows the person the code and the address.
    ///   - account: Returns the name of the account.
    /// - Throws: `FetchError`.
    public func signInOnAnotherDevice(
        scopes: [String] = [], show: (OAuth.DeviceCode) async -> Void,
        account: (OAuth.Token) async throws(FetchError) -> String
    ) async throws(FetchError) {
        let oauth = authenticator
        let client = client(for: oauth.endpoint)
        let code = try await oauth.deviceCode(scopes: scopes, with: client)
        await show(code)
        let token = try await oauth.token(for: code, with: client)
        try await signIn(token, account: account(token))
    }
}
