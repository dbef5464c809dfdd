/// Signs messages with a shared key, using HMAC with SHA-256.
///
/// HMAC is defined in RFC 2104. Two values are equal if their keys are. The key is never printed.
/// Codes are compared in constant time, but keys aren't.
///
/// ```swift
/// let signer = HMACSHA256(key: key)
/// let code = signer.authenticationCode(for: message)
/// let isGenuine = signer.isValid(code, for: message)
/// ```
public struct HMACSHA256: Equatable, Sendable {
    /// The key, padded with zeros to the block length (RFC 2104 §2).
    private let key: [UInt8]

    /// Makes a signer.
    ///
    /// - Parameter key: Secret bytes of any length; 32 random ones are a good choice. A key longer than 64 bytes is
    ///   replaced by its digest.
    public init(key: some Collection<UInt8>) {
        let short = key.count > SHA256.blockByteCount ? SHA256.digest(of: key) : Array(key)
        self.key = short + repeatElement(0, count: SHA256.blockByteCount - short.count)
    }

    /// Returns the authentication code of a message, which has 32 bytes.
    public func authenticationCode(for message: some Collection<UInt8>) -> [UInt8] {
        let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
        return SHA256.digest(of: key.map { $0 ^ 0x5c } + inner)
    }

    /// Returns whether a code belongs to a message.
    ///
    /// The time doesn't depend on where the two codes differ, so it doesn't reveal how much of a
    /// guess is correct.
    public func isValid(_ code: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        let expected = authenticationCode(for: message)
        guard code.count == expected.count else { return false }
        return zip(code, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HMACSHA256: CustomStringConvertible, CustomReflectable {
    /// The name of the type only, so that no key ends up in a log.
    public var description: String { "HMACSHA256" }

    /// A mirror without children, so that `dump` shows no key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
