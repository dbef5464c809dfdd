import Foundation
import NIOConcurrencyHelpers

/// The codes that the provider has issued, each of which is used once.
final class OpenIDGrants: Sendable {
    struct Grant: Sendable {
        let name: String
        let client: String
        let redirect: String
        let challenge: String
        let nonce: String?
    }

    private static let limit = 1000

    private let grants = NIOLockedValueBox<[String: Grant]>([:])

    /// Returns the code for a grant.
    func add(_ grant: Grant) -> String {
        let code = UUID().uuidString
        grants.withLockedValue { grants in
            if grants.count >= Self.limit { grants = [:] }
            grants[code] = grant
        }
        return code
    }

    /// Returns the grant of a code, which can't be used again.
    func take(_ code: String) -> Grant? { grants.withLockedValue { $0.removeValue(forKey: code) } }
}
