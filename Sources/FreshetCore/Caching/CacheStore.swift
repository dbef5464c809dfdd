public import Foundation

/// Stores cached responses, in memory or on disk.
///
/// A store applies no rules of HTTP; ``HTTPCache`` does that. A store guarantees that a body is only returned with
/// the entry it was stored with, and that its size stays bounded: it evicts the least recently used entries. All
/// methods may be called concurrently from any thread.
///
/// An error never fails a call. The call continues without the store, and a ``CacheStep`` reports the error.
public protocol CacheStore: Sendable {
    /// Returns the entries stored under a key: one for each combination of selecting fields.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func entries(for key: CacheKey) async throws(CacheStoreError) -> [CacheEntry]

    /// Returns the body of an entry, which counts as a use; `nil` when the entry is gone or was replaced.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func body(of entry: CacheEntry) async throws(CacheStoreError) -> Data?

    /// Replaces the response with the same key and selecting fields, as a whole or not at all.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func insert(_ entry: CacheEntry, body: Data) async throws(CacheStoreError)

    /// Replaces the fields and times of an entry. Does nothing when it is gone or was replaced.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func update(_ entry: CacheEntry) async throws(CacheStoreError)

    /// Removes an entry. Does nothing when it is gone or was replaced.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func remove(_ entry: CacheEntry) async throws(CacheStoreError)

    /// Removes all responses of an address, for all callers.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func removeAll(at url: String) async throws(CacheStoreError)

    /// Removes the responses of all addresses with a prefix.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func removeAll(withPrefix prefix: String) async throws(CacheStoreError)

    /// Removes the responses of an account for all addresses: those whose ``CacheKey/identity`` is this one, or begins
    /// with it and a plus sign.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func removeAll(identity: String) async throws(CacheStoreError)

    /// Returns the entries of all addresses with a prefix.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func entries(withPrefix prefix: String) async throws(CacheStoreError) -> [CacheEntry]

    /// Returns how much is stored.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func usage() async throws(CacheStoreError) -> CacheUsage
}

extension CacheStore {
    /// Looks at all entries and removes those of the account, the default. A store with an index does better.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    public func removeAll(identity: String) async throws(CacheStoreError) {
        for entry in try await entries(withPrefix: "") where entry.key.belongs(to: identity) {
            try await remove(entry)
        }
    }
}

/// A store whose operations are so short that a call which has to stop waits for them.
package protocol SynchronousCacheStore: AnyObject, CacheStore {
    /// Whether the responses outlive the process.
    var isOnDisk: Bool { get }

    /// The most bytes of all responses.
    var byteLimit: Int { get }

    /// Returns the chosen entry of a key with its body, without suspending. It counts as a use of the entry.
    ///
    /// - Parameter choose: Returns the position of the wanted entry.
    /// - Returns: `nil` when no entry is chosen, or when the store can't look without waiting, as when its file is not
    ///   open.
    func storedResponse(
        for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> Int?
    ) -> (entry: CacheEntry, body: Data)?
}

/// An operation of a cache store failed.
public struct CacheStoreError: LocalizedError, Sendable {
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
