extension OAuth {
    /// A token as issued by the server.
    ///
    /// Its fields are defined in RFC 6749 §5.1.
    public struct Token: Codable, Sendable, Hashable {
        /// The access token, which is sent with requests.
        public var accessToken: String
        /// The refresh token, which is used to renew the token; `nil` if the server issues none.
        public var refreshToken: String?
        /// The lifetime of the token in whole seconds; `nil` if the server reports none, or one
        /// that isn't positive.
        public var expiresIn: Int?
        /// The granted scopes; `nil` if they are the same as the requested ones.
        public var scope: String?
        /// The ID token of OpenID Connect, which names the person; `nil` if the server sends none.
        /// It isn't verified; call ``OpenIDProvider/identity(in:client:nonce:now:)`` for that.
        public var idToken: String?

        private enum CodingKeys: String, CodingKey {
            case scope
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case expiresIn = "expires_in"
            case idToken = "id_token"
        }

        /// Makes a token, for example from one that the app has stored elsewhere.
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
        /// Apart from the two tokens, a field that can't be read becomes `nil`, because an error
        /// would lose a refresh token that can be used only once. Some servers write the number of
        /// seconds as a string or with a fraction, and the scopes as a list.
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

    /// A usable token from a token endpoint's response.
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
            // The RFC requires a token type, but not every server sends one.
            let type = try fields.decodeIfPresent(String.self, forKey: .tokenType) ?? "Bearer"
            guard type.lowercased() == "bearer" else {
                throw DecodingError.dataCorruptedError(
                    forKey: .tokenType, in: fields, debugDescription: "Only bearer tokens are supported.")
            }
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a positive number of seconds, at most 10^15, from a number or a string. Returns `nil`
    /// for anything else.
    func seconds(forKey key: Key) -> Int? {
        let number = try? decodeIfPresent(Double.self, forKey: key)
        let text = try? decodeIfPresent(String.self, forKey: key)
        guard let seconds = number ?? text.flatMap({ Double($0) }), seconds > 0 else { return nil }
        return Int(min(max(seconds, 1), 1e15))
    }
}

extension OAuth.Token: CustomStringConvertible, CustomReflectable {
    /// The names of the token's parts, without their values.
    public var description: String {
        "OAuth.Token(\(refreshToken == nil ? "" : "with refresh token, ")scope: \(scope ?? "as asked for"))"
    }

    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
