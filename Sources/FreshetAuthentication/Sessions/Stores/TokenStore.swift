public import Foundation
public import FreshetCore

/// A token as it is stored.
public struct StoredToken<Token: Sendable>: Sendable {
    /// Identifies the token: a renewed one has another.
    public let id: UUID
    /// The name of the account that it belongs to.
    public let account: String
    /// The token.
    public let token: Token
    /// When it was requested, by the clock of the device.
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

/// Stores the token of one session, so that it outlives the process.
///
/// A session writes a renewed token before any call uses it. Its methods may be called concurrently.
public protocol TokenStore<Token>: Sendable {
    /// The type of the stored tokens.
    associatedtype Token: Sendable

    /// Returns the name of the account whose token is stored; `nil` where none is.
    ///
    /// It is called once, when a session is made. It must not need what is locked until a person unlocks the device:
    /// with the name alone, an app reads what is stored of the account.
    func account() -> String?

    /// Returns the stored token; `nil` where there is none.
    ///
    /// - Throws: ``TokenStoreError`` where it can't be read now. That is not the same as none.
    func read() async throws(TokenStoreError) -> StoredToken<Token>?

    /// Stores a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - old: The token that it replaces. If another one is stored by now, or none, nothing is written. `nil` for any.
    /// - Returns: Whether it was written.
    /// - Throws: ``TokenStoreError`` when it can't be written.
    func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool

    /// Removes the stored token.
    ///
    /// - Throws: ``TokenStoreError`` when it can't be removed.
    func erase() async throws(TokenStoreError)

    /// Runs a renewal while no other process runs one. By default it runs at once, for stores of one process.
    ///
    /// - Throws: ``TokenStoreError`` when the store can't keep other processes out; the renewal has not run then.
    func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError)
}

extension TokenStore {
    /// Runs a renewal at once, the default.
    ///
    /// - Throws: Nothing.
    public func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        await renewal()
    }
}

/// A token could not be read, stored or erased.
public struct TokenStoreError: LocalizedError, Sendable {
    /// The failure as a sentence, without secrets.
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

/// Keeps a token in memory, as long as the process runs.
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
