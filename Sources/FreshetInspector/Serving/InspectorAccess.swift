import Foundation
import FreshetHTTP

/// Decides which requests the inspector's server responds to: a page of another site must neither read nor change
/// anything.
struct InspectorAccess: Sendable {
    enum Refusal: Int, Sendable {
        /// The token is missing or wrong. It does not say that there is an inspector.
        case unknown = 404
        /// The request was addressed to another host, as by a name that leads to this machine.
        case host = 421
        /// Only `POST` changes something.
        case method = 405
    }

    /// A random text in the path of each address.
    let token: String

    init(token: String = InspectorAccess.newToken()) { self.token = token }

    static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<16).map { _ in
            let byte = UInt8.random(in: 0...255, using: &random)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// Returns the path below the token; `nil` for another token.
    func path(of target: String) -> String? {
        let parts = target.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, isToken(String(first)) else { return nil }
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// Compares in a time that depends on the lengths alone.
    func isToken(_ text: String) -> Bool {
        let (known, given) = (Array(token.utf8), Array(text.utf8))
        guard known.count == given.count else { return false }
        return zip(known, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a `Host` field names this machine.
    static func isLoopback(_ host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }
}
