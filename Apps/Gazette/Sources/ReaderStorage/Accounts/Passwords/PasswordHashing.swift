/// Computes and checks hashes of passwords.
package protocol PasswordHashing: Sendable {
    /// Returns the hash of a password, with a salt of its own.
    ///
    /// - Throws: ``PasswordHashingError``.
    func hash(_ password: String) async throws -> String

    /// Returns whether a password has a hash.
    ///
    /// - Throws: ``PasswordHashingError``.
    func isValid(_ password: String, for hash: String) async throws -> Bool

    /// Whether a hash was computed with other parameters than new ones are.
    func isOutdated(_ hash: String) -> Bool
}

/// Why no hash can be computed.
package enum PasswordHashingError: Error, Sendable, CustomStringConvertible {
    /// The system has no libargon2.
    case libraryMissing
    /// Too many hashes wait already.
    case busy
    /// The library has failed.
    case failed(String)

    package var description: String {
        switch self {
        case .libraryMissing:
            "Accounts with passwords need libargon2, which can't be loaded. \(Argon2.advice)"
        case .busy: "Too many passwords are being checked at the moment."
        case .failed(let reason): "A password can't be hashed: \(reason)"
        }
    }
}
