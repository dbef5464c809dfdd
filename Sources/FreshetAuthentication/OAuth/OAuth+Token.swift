extension OAuth {
    /// A token, as the server issues it (RFC 6749 §5.1).
    public struct Token: Codable, Sendable, Hashable {
        /// The access token, which is sent with requests.
        public var accessToken: String
        /// The refresh token, which renews the token; `nil` where the server issues none.
        public var refreshToken: String?
        /// The lifetime of the token in seconds, without their fraction; `nil` where the server reports none, or none
        /// above zero.
        public var expiresIn: Int?
        /// The granted scopes; `nil` if they are the requested ones.
        public var scope: String?
        /// The ID token of OpenID Connect, which names the person; `nil` where the server sends none. It is not
        /// checked: ``OpenIDProvider/identity(in:client:nonce:now:)`` does that.
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

        /// Reads a token.
        ///
        /// Of the other fields than the two tokens, one that can't be read is `nil`: an error would lose a refresh
        /// token that is valid once. Some servers write the number of seconds as text or with a fraction, and the
        /// scopes as a list.
        ///
        /// - Throws: `DecodingError`.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            accessToken = try fields.decode(String.self, forKey: .accessToken)
            let refreshToken = try fields.decodeIfPresent(String.self, forKey: .refreshToken)
            // A refresh token has at least one character (RFC 6749 A.17).
            self.refreshToken = refreshToken?.isEmpty == true ? nil : refreshToken
            expiresIn = fields.seconds(forKey: .expiresIn)
            let scopes = try? fields.decodeIfPresent([String].self, forKey: .scope)
            scope = (try? fields.decodeIfPresent(String.self, forKey: .scope)) ?? scopes?.joined(separator: " ")
            idToken = try? fields.decodeIfPresent(String.self, forKey: .idToken)
        }
    }

    /// A token out of the response of a token endpoint, which can be used.
    struct IssuedToken: Decodable {
        let token: Token

        private enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case tokenType = "token_type"
        }

        init(from decoder: any Decoder) throws {
            token = try Token(from: decoder)
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            guard !token.accessToken.isEmpty else {
                throw DecodingError.dataCorruptedError(
                    forKey: .accessToken, in: fields, debugDescription: "The access token is empty.")
            }
            // A type is required, but not every server sends one.
            let type = try fields.decodeIfPresent(String.self, forKey: .tokenType) ?? "Bearer"
            guard type.lowercased() == "bearer" else {
                throw DecodingError.dataCorruptedError(
                    forKey: .tokenType, in: fields, debugDescription: "Only bearer tokens are supported.")
            }
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a positive number of seconds, at most 10^15, as a number or as text; `nil` for anything else.
    func seconds(forKey key: Key) -> Int? {
        let number = try? decodeIfPresent(Double.self, forKey: key)
        let text = try? decodeIfPresent(String.self, forKey: key)
        guard let seconds = number ?? text.flatMap({ Double($0) }), seconds > 0 else { return nil }
        return Int(min(max(seconds, 1), 1e15))
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
