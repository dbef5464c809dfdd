import Crypto
import Foundation

/// Addresses of pictures under Gazette's own route, signed, so that the route serves nothing that no page has named.
struct PictureLinks: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: What signs; another one makes all addresses given out before invalid.
    init(key: SymmetricKey = SymmetricKey(size: .bits256)) {
        self.key = key
    }

    /// The address of a picture for a page; `nil` stays `nil`.
    func link(_ url: URL?) -> String? {
        guard let url else { return nil }
        let text = Data(url.absoluteString.utf8)
        return
            "/picture/\(Self.encoded(Data(HMAC<SHA256>.authenticationCode(for: text, using: key))))/\(Self.encoded(text))"
    }

    /// The picture that an address names; `nil` when Gazette has not signed it.
    func url(signature: String, name: String) -> URL? {
        guard let signature = Self.decoded(signature), let text = Self.decoded(name),
            HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: text, using: key)
        else { return nil }
        return URL(string: String(decoding: text, as: UTF8.self))
    }

    /// Base64 with the alphabet for addresses (RFC 4648 §5), without padding.
    private static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func decoded(_ text: String) -> Data? {
        guard text.utf8.count <= 4096 else { return nil }
        let padded = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
    }
}
