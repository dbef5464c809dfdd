import Foundation

/// A person as identified by an OpenID Connect provider.
///
/// Only ``subject`` identifies the person, and only at this provider. The other claims (OpenID
/// Connect Core §5.1) may change, and may later belong to another person.
public struct OpenIDIdentity: Decodable, Sendable, Hashable {
    /// The identifier of the person, which is never reassigned to another one.
    public let subject: String
    /// The full name; `nil` if the provider reports none.
    public let name: String?
    /// The short name that the person prefers; `nil` if the provider reports none.
    public let preferredUserName: String?
    /// The e-mail address; `nil` if the provider reports none.
    public let email: String?

    private enum CodingKeys: String, CodingKey {
        case name, email
        case subject = "sub"
        case preferredUserName = "preferred_username"
    }

    /// Reads a person's claims. Claims other than the subject are `nil` if they can't be read.
    ///
    /// - Throws: `DecodingError` if there is no subject.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        subject = try fields.decode(String.self, forKey: .subject)
        name = try? fields.decode(String.self, forKey: .name)
        preferredUserName = try? fields.decode(String.self, forKey: .preferredUserName)
        email = try? fields.decode(String.self, forKey: .email)
    }
}

/// The claims of an ID token that decide whether it is valid.
struct IDTokenClaims: Decodable {
    let iss: String
    let audiences: [String]
    let azp: String?
    let exp: Double
    let nonce: String?
    let identity: OpenIDIdentity

    private enum CodingKeys: String, CodingKey {
        case iss, aud, azp, exp, nonce
    }

    /// Reads the payload of a token in compact form (RFC 7519 §3, RFC 7515 §7.1). Returns `nil` for
    /// anything else.
    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, token.utf8.count <= 65_536, let payload = Self.bytes(parts[1]),
            let claims = try? JSONDecoder().decode(IDTokenClaims.self, from: payload)
        else { return nil }
        self = claims
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        iss = try fields.decode(String.self, forKey: .iss)
        // A single string, or a list of strings.
        audiences =
            try (try? fields.decode(String.self, forKey: .aud)).map { [$0] }
            ?? fields.decode([String].self, forKey: .aud)
        azp = try fields.decodeIfPresent(String.self, forKey: .azp)
        exp = try fields.decode(Double.self, forKey: .exp)
        nonce = try fields.decodeIfPresent(String.self, forKey: .nonce)
        identity = try OpenIDIdentity(from: decoder)
    }

    private static func bytes(_ text: Substring) -> Data? {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}
