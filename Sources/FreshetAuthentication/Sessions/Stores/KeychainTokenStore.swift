#if canImport(Security)
public import Foundation
public import FreshetCore
import Security

/// Keeps a token in the Keychain of Apple's platforms.
///
/// ```swift
/// let store = KeychainTokenStore<TicketTokens.Token>(service: "com.example.tickets")
/// ```
///
/// The token stays on the device and can be read from the first time that it was unlocked after a start, so that work
/// in the background finds it. Before that, reading fails, which is not the same as no token. The name of the account
/// is kept apart in `UserDefaults`.
///
/// On macOS, the Keychain requires a signed app; without a signature, storing fails.
///
/// Processes that share the item, such as an app and its extension, name a file of their group that one of them locks
/// while it renews.
public final class KeychainTokenStore<Token: Codable & Sendable>: TokenStore {
    private let service: String
    private let accessGroup: String?
    private let lock: FileLock?
    private let queue = DispatchQueue(label: "freshet.keychain")

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - service: The name of the item, such as the identifier of the app's bundle.
    ///   - accessGroup: The group of apps and extensions that share the item; `nil` for this app alone.
    ///   - lock: A file that these processes lock while one of them renews; `nil` for one process.
    public init(service: String, accessGroup: String? = nil, lock: URL? = nil) {
        self.service = service
        self.accessGroup = accessGroup
        self.lock = lock.map(FileLock.init)
    }

    private var accountKey: String { "freshet.account.\(service)" }

    /// The name of the account whose token is stored.
    public func account() -> String? { UserDefaults.standard.string(forKey: accountKey) }

    /// Returns the stored token.
    ///
    /// - Throws: ``TokenStoreError`` when the device has not been unlocked yet, or the Keychain can't be read.
    public func read() async throws(TokenStoreError) -> StoredToken<Token>? {
        try await onQueue { [self] in try stored() }
    }

    /// Stores a token.
    ///
    /// - Throws: ``TokenStoreError`` when the Keychain can't be written.
    public func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool {
        try await onQueue { [self] in
            if let old, try stored()?.id != old { return false }
            let data = try JSONEncoder().encode(token)
            let attributes: [CFString: Any] = [
                kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(query.merging(attributes) { $1 } as CFDictionary, nil)
            }
            try Self.check(status)
            UserDefaults.standard.set(token.account, forKey: accountKey)
            return true
        }
    }

    /// Removes the token.
    ///
    /// - Throws: ``TokenStoreError`` when it can't be removed.
    public func erase() async throws(TokenStoreError) {
        try await onQueue { [self] in
            UserDefaults.standard.removeObject(forKey: accountKey)
            let status = SecItemDelete(query as CFDictionary)
            if status != errSecItemNotFound { try Self.check(status) }
        }
    }

    /// Runs a renewal while no other process with the same lock runs one.
    ///
    /// - Throws: ``TokenStoreError`` when the file can't be locked.
    public func exclusively(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        guard let lock else { return await renewal() }
        let held = try await lock.acquired()
        await renewal()
        try? held.close()
    }

    private var query: [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "token",
            kSecUseDataProtectionKeychain: true,
        ]
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }

    private func stored() throws -> StoredToken<Token>? {
        var query = query
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        try Self.check(status)
        guard let data = item as? Data else { return nil }
        return try? JSONDecoder().decode(StoredToken<Token>.self, from: data)
    }

    private static func check(_ status: OSStatus) throws {
        guard status != errSecSuccess else { return }
        throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(TokenStoreError) -> Value {
        try await queue.run(body) { reason in
            let isLocked = reason.code == Int(errSecInteractionNotAllowed)
            return isLocked ? "The device has not been unlocked yet" : "The Keychain can't be used"
        }
    }
}
#endif
