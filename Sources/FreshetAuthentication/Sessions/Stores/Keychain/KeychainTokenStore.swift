#if canImport(Security)
public import Foundation

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
    private let tokens: KeychainTokens<Token>

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - service: The name of the item, such as the identifier of the app's bundle.
    ///   - accessGroup: The access group of the apps and extensions that share the item. With `nil`, the item is added
    ///     to the default group of the app, and found in all of its groups.
    ///   - lock: A file that these processes lock while one of them renews; `nil` for one process.
    public init(service: String, accessGroup: String? = nil, lock: URL? = nil) {
        tokens = KeychainTokens(service: service, accessGroup: accessGroup, lock: lock, in: SystemKeychain())
    }

    /// The name of the account whose token is stored.
    public func account() -> String? { tokens.account() }

    /// Returns the stored token.
    ///
    /// - Throws: ``TokenStoreError`` when the device has not been unlocked yet, or the Keychain can't be read.
    public func read() async throws(TokenStoreError) -> StoredToken<Token>? {
        try await tokens.read()
    }

    /// Stores a token.
    ///
    /// - Throws: ``TokenStoreError`` when the Keychain can't be written.
    public func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool {
        try await tokens.write(token, replacing: old)
    }

    /// Removes the token.
    ///
    /// - Throws: ``TokenStoreError`` when it can't be removed.
    public func erase() async throws(TokenStoreError) {
        try await tokens.erase()
    }

    /// Runs a renewal while no other process with the same lock runs one.
    ///
    /// - Throws: ``TokenStoreError`` when the file can't be locked.
    public func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        try await tokens.withExclusiveAccess(renewal)
    }
}
#endif
