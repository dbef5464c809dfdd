package import Foundation
import RawStructuredFieldValues

/// The SHA-256 digest of a representation or of content, as a header field states it (RFC 9530).
package struct ReprDigest: Sendable, Hashable {
    /// The digest.
    package let sha256: Data

    package init(sha256: Data) {
        self.sha256 = sha256
    }

    /// Reads a field such as `sha-256=:…:`; `nil` if it contains no SHA-256 digest.
    package init?(_ field: String) {
        guard case .undecodedByteSequence(let text)? = StructuredField.dictionary(field)?["sha-256"]?.bareItem,
            let digest = Data(base64Encoded: text), digest.count == 32
        else { return nil }
        sha256 = digest
    }

    /// The value of the field.
    package var field: String { "sha-256=:\(sha256.base64EncodedString()):" }
}
