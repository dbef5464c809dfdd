public import Foundation
public import FreshetCore

/// A stored token with its account and the time of its request.
public struct StoredToken<Token: Sendable>: Sendable {
    /// Identifies the token. A renewed token has another identifier.
    public let id: UUID
    /// The name of the account that the token belongs to.
    public let account: String
    /// The token.
    public let token: Token
    /// When it was requested, according to the device's clock.
    public let requested: Date

    /// Makes a stored token.
    public init(id: UUID = .random(), account: String, token: Token, requested: Date) {
        self.id = id
        self.account = account
        self.token = token
        self.requested = requested
    }
}

extension StoredToken: Codable where Token: Codable {}

/// Stores a session's token, so that it can outlive the process.
///
/// A session writes a renewed token before any call uses it. The methods may be called
/// concurrently.
public protocol TokenStore<Token>: Sendable {
    /// The type of the stored tokens.
    associatedtype Token: Sendable

    /// Returns the name of the account whose token is stored, or `nil` if there is none.
    ///
    /// It is called once, when a session is made. It must work even before the device is unlocked:
    /// with the name alone, an app can read the account's stored responses.
    func account() -> String?

    /// Returns the stored token, or `nil` if there is none.
    ///
    /// - Throws: ``TokenStoreError`` if it can't be read at the moment. That isn't the same as
    ///   having no token.
    func read() async throws(TokenStoreError) -> StoredToken<Token>?

    /// Stores a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - old: The identifier of the token that it replaces. If the store now contains another
    ///     token, or none, nothing is written. `nil` replaces any token.
    /// - Returns: Whether it was written.
    /// - Throws: ``TokenStoreError`` if it can't be written.
    func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool

    /// Removes the stored token.
    ///
    /// - Throws: ``TokenStoreError`` if it can't be removed.
    func erase() async throws(TokenStoreError)

    /// Runs a renewal while no other process runs one. By default it runs immediately, which suits
    /// stores that only one process uses.
    ///
    /// - Throws: ``TokenStoreError`` if the store can't exclude other processes. In that case, the
    ///   renewal hasn't run.
    func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError)
}

extension TokenStore {
    /// Runs a renewal immediately. This is the default.
    ///
    /// - Throws: Nothing.
    public func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        await renewal()
    }
}

/// The error that a store throws if it can't read, write or erase a token.
public struct TokenStoreError: LocalizedError, Sendable {
    /// A sentence that describes the failure, without secrets.
    public let message: String
    /// The underlying error; `nil` if there is none.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ message: String, underlying: (any Error)? = nil) {
        self.message = message
        self.underlying = underlying
    }

    /// The message.
    public var errorDescription: String? { message }
}

/// Stores a token in memory, for as long as the process runs.
public final class MemoryTokenStore<Token: Sendable>: TokenStore {
    private let stored: Lock<StoredToken<Token>?>

    /// Makes a store, empty by default.
    public init(_ token: StoredToken<Token>? = nil) {
        stored = Lock(token)
    }

    /// The name of the account whose token is stored.
    public func account() -> String? { stored.withLock { $0?.account } }

    /// Returns the stored token.
    public func read() -> StoredToken<Token>? { stored.withLock { $0 } }

    /// Stores a token.
    public func write(_ token: StoredToken<Token>, replacing old: UUID?) -> Bool {
        stored.withLock { stored in
            if let old, stored?.id != old { return false }
            stored = token
            return true
        }
    }

    /// Removes the stored token.
    public func erase() {
        stored.withLock { $0 = nil }
    }
}
