/// A hash function that computes a digest of bytes.
public protocol DigestFunction {
    /// Returns the digest of bytes.
    static func digest(of bytes: some Collection<UInt8>) -> [UInt8]
}

extension DigestFunction {
    /// Returns the digest of bytes as lowercase hexadecimal digits.
    public static func hexDigest(of bytes: some Collection<UInt8>) -> String { digest(of: bytes).hexadecimalText }
}

extension [UInt8] {
    /// The bytes as lowercase hexadecimal digits.
    package var hexadecimalText: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
