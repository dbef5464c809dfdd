import Foundation
import FreshetHTTP

/// Decides which requests the inspector's server accepts.
///
/// A page of another site must be able neither to read nor to change anything.
struct InspectorAccess: Sendable {
    enum Refusal: Int, Sendable {
        /// The token is missing or wrong. The status doesn't reveal that there is an inspector.
        case unknown = 404
        /// The request names another host, for example a DNS name that resolves to this machine
        /// (DNS rebinding).
        case host = 421
        /// The request would change something but isn't a `POST`.
        case method = 405
    }

    /// A random text in the path of every address.
    let token: String

    init(token: String = InspectorAccess.newToken()) { self.token = token }

    static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<16).map { _ in
            let byte = UInt8.random(in: 0...255, using: &random)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// Returns the path below the token, or `nil` if the token is wrong.
    func path(of target: String) -> String? {
        let parts = target.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, isToken(String(first)) else { return nil }
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// Compares a text with the token in a time that depends only on the lengths.
    func isToken(_ text: String) -> Bool {
        let (known, given) = (Array(token.utf8), Array(text.utf8))
        guard known.count == given.count else { return false }
        return zip(known, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns whether a `Host` field names this machine.
    static func isLoopback(_ host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }
}
