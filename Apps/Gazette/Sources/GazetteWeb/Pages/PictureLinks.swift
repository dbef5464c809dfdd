import Foundation
import FreshetDigests
import FreshetLenientJSON
import ReaderStorage

/// Signed addresses of pictures under Gazette's own route, which serves only pictures that a page has linked.
struct PictureLinks: Sendable {
    private let signer: HMACSHA256

    /// - Parameter key: The signing key. A new key makes all earlier addresses invalid.
    init(key: Data = .random(count: 32)) {
        signer = HMACSHA256(key: key)
    }

    /// The address of a picture for a page; `nil` stays `nil`, and so does one that is too long.
    func link(_ url: URL?) -> String? {
        guard let url else { return nil }
        let text = Data(url.absoluteString.utf8)
        guard text.count <= PageAddress.lengthLimit else { return nil }
        let signature = Data(signer.authenticationCode(for: text))
        return "/picture/\(signature.base64URL)/\(text.base64URL)"
    }

    /// The address of Gazette's page with the full text of a page; `nil` stays `nil`.
    ///
    /// It is signed, too, so that nobody can have Gazette request what they like.
    func textLink(_ url: URL?) -> String? {
        guard let url, ["http", "https"].contains(url.scheme) else { return nil }
        let text = Data(url.absoluteString.utf8)
        guard text.count <= PageAddress.lengthLimit else { return nil }
        let signature = Data(signer.authenticationCode(for: Self.textMark + text))
        return "/text/\(signature.base64URL)/\(text.base64URL)"
    }

    /// Precedes what is signed for full texts: a signed picture is none.
    private static let textMark = Data("text ".utf8)

    /// Returns the original address of a picture from its signed address; `nil` if Gazette has not signed it.
    func url(signature: String, name: String) -> URL? { url(signature, name, Data()) }

    /// Returns the address of a page whose full text is to be shown; `nil` if Gazette has not signed it.
    func pageURL(signature: String, name: String) -> URL? { url(signature, name, Self.textMark) }

    private func url(_ signature: String, _ name: String, _ mark: Data) -> URL? {
        guard let signature = Data(base64URL: signature), let text = Data(base64URL: name),
            signer.isValid(signature, for: mark + text)
        else { return nil }
        return WebLink.url(from: String(decoding: text, as: UTF8.self))
    }
}
