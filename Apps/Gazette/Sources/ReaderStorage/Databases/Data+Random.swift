package import Foundation

extension Data {
    /// Returns unpredictable random bytes: the system's generator is cryptographically secure on Linux and Apple's
    /// platforms.
    package static func random(count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
