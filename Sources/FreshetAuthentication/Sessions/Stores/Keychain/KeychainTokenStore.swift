#if canImport(Security)
public import Foundation

/// Stores a token in the Keychain on Apple platforms.
///
/// ```swift
/// let store = KeychainTokenStore<TicketTokens.Token>(service: "com.example.tickets")
/// ```
///
/// The token never leaves the device. It can be read once the device was unlocked for the first
/// time after a restart, so that background work finds it. Before that, reading throws an error,
/// which isn't the same as having no token. The account name is stored separately in
/// `UserDefaults`.
///
/// On macOS, the Keychain requires a signed app. Without a signature, storing throws an error.
///
/// Processes that share the item, such as an app and its extension, pass a file in their app group,
/// which a process locks while it renews the token.
public final class KeychainTokenStore<Token: Codable & Sendable>: TokenStore {
    private let tokens: KeychainTokens<Token>

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - service: The name of the item, such as the app's bundle identifier.
    ///   - accessGroup: The access group of the apps and extensions that share the item. With
    ///     `nil`, the item is added to the app's default group, and found in all of its groups.
    ///   - lock: A file that a process locks while it renews the token; `nil` if only one process
    ///     uses the item.
    public init(service: String, accessGroup: String? = nil, lock: URL? = nil) {
        tokens = KeychainTokens(service: service, accessGroup: accessGroup, lock: lock, in: SystemKeychain())
    }

    /// The name of the account whose token is stored.
    public func account() -> String? { tokens.account() }

    /// Returns the stored token.
    ///
    /// - Throws: ``TokenStoreError`` if the device hasn't been unlocked yet, or the Keychain can't
    ///   be read.
    public func read() async throws(TokenStoreError) -> StoredToken<Token>? {
        try await tokens.read()
    }

    /// Stores a token.
    ///
    /// - Throws: ``TokenStoreError`` if the Keychain can't be written.
    public func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool {
        try await tokens.write(token, replacing: old)
    }

    /// Removes the token.
    ///
    /// - Throws: ``TokenStoreError`` if it can't be removed.
    public func erase() async throws(TokenStoreError) {
        try await tokens.erase()
    }

    /// Runs a renewal while no other process with the same lock runs one.
    ///
    /// - Throws: ``TokenStoreError`` if the file can't be locked.
    public func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        try await tokens.withExclusiveAccess(renewal)
    }
}
#endif
