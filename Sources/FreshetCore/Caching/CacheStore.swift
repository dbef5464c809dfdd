public import Foundation

/// A place where answers are kept.
///
/// A store decides nothing: the rules of HTTP are applied before it is asked. What it must see to is that a body is
/// only ever returned with the entry it was stored with, and that it stays within its bounds: it lets go what was
/// used least recently. All methods may be called from anywhere, at the same time.
///
/// An error never fails a call. The call goes on without the store, and a ``CacheStep`` tells what happened.
public protocol CacheStore: Sendable {
    /// Returns the answers of a key: one for each combination of selecting fields.
    func entries(for key: CacheKey) async throws(CacheStoreError) -> [CacheEntry]

    /// Returns the body of an entry, which counts as a use; `nil` when the entry is gone or was replaced.
    func body(of entry: CacheEntry) async throws(CacheStoreError) -> Data?

    /// Stores an answer in place of the one with the same key and selecting fields, as a whole or not at all.
    func insert(_ entry: CacheEntry, body: Data) async throws(CacheStoreError)

    /// Replaces the fields and times of an entry. Does nothing when it is gone or was replaced.
    func update(_ entry: CacheEntry) async throws(CacheStoreError)

    /// Removes an entry. Does nothing when it is gone or was replaced.
    func remove(_ entry: CacheEntry) async throws(CacheStoreError)

    /// Removes all answers of an address, whoever asked.
    func removeAll(at url: String) async throws(CacheStoreError)

    /// Removes the answers of all addresses that begin with a text.
    func removeAll(withPrefix prefix: String) async throws(CacheStoreError)

    /// Returns the entries of all addresses that begin with a text.
    func entries(withPrefix prefix: String) async throws(CacheStoreError) -> [CacheEntry]

    func usage() async throws(CacheStoreError) -> CacheUsage
}

/// A store that is soon done with whatever it is asked: a call that has to stop waits for it.
package protocol PromptCacheStore: CacheStore {
    /// Finds the answers of a key and brings the one that is chosen with its body, which counts as a use; all without
    /// giving up the thread.
    ///
    /// - Returns: `nil` when none is chosen, or when it takes more than to look: the file is not open, or fails.
    func answer(for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> CacheEntry?) -> (entry: CacheEntry, body: Data)?
}

/// A store could not do what it was asked.
public struct CacheStoreError: LocalizedError, Sendable {
    /// What failed, in one sentence without a secret.
    public let message: String
    public let underlying: (any Error)?

    public init(_ message: String, underlying: (any Error)? = nil) {
        self.message = message
        self.underlying = underlying
    }

    public var errorDescription: String? { message }
}
