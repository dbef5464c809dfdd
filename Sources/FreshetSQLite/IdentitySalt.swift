#if SQLite
import FreshetDigests
import Foundation
import FreshetCore

/// Replaces the identities of callers with digests that use the random salt of one file.
///
/// An identity is itself a digest, but of texts that can be guessed, such as e-mail addresses. With the salt, the
/// identities of two files can't be compared, and a precomputed table of digests is useless.
final class IdentitySalt: Sendable {
    static let byteCount = 32

    private let salt: [UInt8]
    /// The last identity: one account makes most of the requests of a process.
    private let last = Lock<(identity: String, salted: String)?>(nil)

    init(_ salt: Data) {
        self.salt = Array(salt)
    }

    /// Returns the identity as it is stored. Each part is replaced separately, so that all identities of an account
    /// have the same prefix.
    func salted(_ identity: String) -> String {
        if identity.isEmpty { return "" }
        if let last = last.withLock({ $0 }), last.identity == identity { return last.salted }
        let salted = identity.split(separator: "+").map { digest(of: $0) }.joined(separator: "+")
        last.withLock { $0 = (identity, salted) }
        return salted
    }

    private func digest(of part: Substring) -> String {
        HMACSHA256(key: salt).authenticationCode(for: part.utf8).hexadecimalText
    }
}
#endif
