import Digests
import Foundation

/// A secret that proves who holds it: 256 random bits. Only its digest is stored.
struct SecretToken: Sendable {
    private static let byteCount = 32

    /// The secret as it is sent.
    let text: String
    /// The digest by which it is found. It needs no salt and no slow function: the secret can't be guessed.
    let digest: Data

    init() {
        self.init(bytes: .random(count: Self.byteCount))
    }

    /// Reads a secret; `nil` for anything else.
    init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Data(base64URL: text), bytes.count == Self.byteCount else {
            return nil
        }
        self.init(bytes: bytes)
    }

    private init(bytes: Data) {
        text = bytes.base64URL
        digest = Data(SHA256.digest(of: bytes))
    }
}

extension SecretToken: CustomStringConvertible, CustomReflectable {
    /// The name of the type alone, so that no secret gets into a log.
    var description: String { "SecretToken" }

    /// A mirror without children, so that `dump` shows no secret.
    var customMirror: Mirror { Mirror(self, children: []) }
}
