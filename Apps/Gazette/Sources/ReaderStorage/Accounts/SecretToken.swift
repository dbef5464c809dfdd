package import Foundation
import FreshetDigests

/// A secret that proves who holds it: 256 random bits. Only its digest is stored.
package struct SecretToken: Sendable {
    private static let byteCount = 32

    /// The secret as it is sent.
    package let text: String
    /// The digest by which it is found. It needs no salt and no slow function: the secret can't be guessed.
    package let digest: Data

    package init() {
        self.init(bytes: .random(count: Self.byteCount))
    }

    /// Reads a secret; `nil` for anything else.
    package init?(_ text: String) {
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
    package var description: String { "SecretToken" }

    /// A mirror without children, so that `dump` shows no secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
