import Foundation

@testable import FreshetAuthentication

/// An app that stores a token in its Keychain. What it leaves in `UserDefaults` is removed with it.
final class KeychainApp: Sendable {
    let keychain: FakeKeychain
    private let service = "freshet-tests-\(UUID().uuidString)"

    /// - Parameter groups: The access groups that the app is entitled to, its own first.
    init(groups: [String] = ["app"]) {
        keychain = FakeKeychain(groups: groups)
    }

    deinit {
        UserDefaults.standard.removeObject(forKey: "freshet.account.\(service)")
    }

    func tokens(accessGroup: String? = nil, lock: URL? = nil) -> KeychainTokens<String> {
        KeychainTokens(service: service, accessGroup: accessGroup, lock: lock, in: keychain)
    }
}
