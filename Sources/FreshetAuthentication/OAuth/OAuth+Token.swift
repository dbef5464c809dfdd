extension OAuth {
    /// A token, as the server issues it (RFC 6749 §5.1).
    public struct Token: Codable, Sendable, Hashable {
        /// The access token, which is sent with requests.
        public var accessToken: String
        /// The refresh token, which renews the token; `nil` where the server issues none.
        public var refreshToken: String?
        /// The lifetime of the token in seconds; `nil` where the server does not report it.
        public var expiresIn: Int?
        /// The granted scopes; `nil` if they are the requested ones.
        public var scope: String?
        /// The ID token of OpenID Connect, which names the person; `nil` where the server sends none. It is not
        /// checked.
        public var idToken: String?

        private enum CodingKeys: String, CodingKey {
            case scope
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case expiresIn = "expires_in"
            case idToken = "id_token"
        }

        /// Makes a token, such as from one that an app has stored elsewhere.
        public init(
            accessToken: String, refreshToken: String? = nil, expiresIn: Int? = nil, scope: String? = nil,
            idToken: String? = nil
        ) {
            self.accessToken = accessToken
            self.refreshToken = refreshToken
            self.expiresIn = expiresIn
            self.scope = scope
            self.idToken = idToken
        }

        /// Reads a token. Some servers write the number of seconds as a text.
        ///
        /// - Throws: `DecodingError`.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            accessToken = try fields.decode(String.self, forKey: .accessToken)
            refreshToken = try fields.decodeIfPresent(String.self, forKey: .refreshToken)
            scope = try fields.decodeIfPresent(String.self, forKey: .scope)
            idToken = try fields.decodeIfPresent(String.self, forKey: .idToken)
            let text = try? fields.decodeIfPresent(String.self, forKey: .expiresIn)
            expiresIn = try text.map { Int($0) } ?? fields.decodeIfPresent(Int.self, forKey: .expiresIn)
        }
    }
}

extension OAuth.Token: CustomStringConvertible, CustomReflectable {
    /// The parts that the token has, without their values.
    public var description: String {
        "OAuth.Token(\(refreshToken == nil ? "" : "with refresh token, ")scope: \(scope ?? "as asked for"))"
    }

    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
