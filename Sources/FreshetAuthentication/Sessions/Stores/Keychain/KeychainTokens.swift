import Foundation
import FreshetCore

#if canImport(Security)
import Security
#endif

/// Implements `KeychainTokenStore` on any Keychain.
struct KeychainTokens<Token: Codable & Sendable>: TokenStore {
    private let service: String
    private let accessGroup: String?
    private let lock: FileLock?
    private let items: any KeychainItems
    private let queue = DispatchQueue(label: "freshet.keychain")

    init(service: String, accessGroup: String? = nil, lock: URL? = nil, in items: any KeychainItems) {
        self.service = service
        self.accessGroup = accessGroup
        self.lock = lock.map(FileLock.init)
        self.items = items
    }

    private var accountKey: String { "freshet.account.\(service)" }

    func account() -> String? { UserDefaults.standard.string(forKey: accountKey) }

    func read() async throws(TokenStoreError) -> StoredToken<Token>? {
        try await onQueue { try stored() }
    }

    func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool {
        try await onQueue {
            if let old, try stored()?.id != old { return false }
            let attributes: KeychainAttributes = [
                kSecValueData: try JSONEncoder().encode(token),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = items.update(query, with: attributes)
            if status == errSecItemNotFound {
                // Another process removed the token after it was compared.
                guard old == nil else { return false }
                status = items.add(query.merging(attributes) { $1 })
                // Another process added one in the meantime.
                if status == errSecDuplicateItem { status = items.update(query, with: attributes) }
            }
            try Self.check(status)
            UserDefaults.standard.set(token.account, forKey: accountKey)
            return true
        }
    }

    func erase() async throws(TokenStoreError) {
        try await onQueue {
            let status = items.delete(query)
            if status != errSecItemNotFound { try Self.check(status) }
            UserDefaults.standard.removeObject(forKey: accountKey)
        }
    }

    func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        guard let lock else { return await renewal() }
        let held = try await lock.acquired()
        await renewal()
        try? held.close()
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(TokenStoreError) -> Value {
        try await queue.run(body, problem: sentence)
    }

    // MARK: - The item

    private var query: KeychainAttributes {
        var query: KeychainAttributes = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "token",
            kSecUseDataProtectionKeychain: true,
        ]
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }

    private func stored() throws -> StoredToken<Token>? {
        let (status, data) = items.data(
            matching: query.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 })
        if status == errSecItemNotFound { return nil }
        try Self.check(status)
        return data.flatMap { try? JSONDecoder().decode(StoredToken<Token>.self, from: $0) }
    }

    private static func check(_ status: OSStatus) throws {
        guard status != errSecSuccess else { return }
        throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }

    private func sentence(for error: NSError) -> String {
        switch error.code {
        case Int(errSecInteractionNotAllowed):
            return "The device has not been unlocked yet"
        case Int(errSecMissingEntitlement):
            guard let accessGroup else {
                return "The app may not use the Keychain until it is signed with the Keychain Sharing capability"
            }
            return "The app may not use the access group \(accessGroup) until its entitlements include it"
        default:
            return "The Keychain can't be used"
        }
    }
}
