public import Foundation

/// A store of cached responses, in memory or on disk.
///
/// A store doesn't apply the rules of HTTP; ``HTTPCache`` does. A store guarantees that a body is
/// only returned with the entry it was stored with, and that its size stays bounded: it evicts the
/// least recently used entries. All methods may be called concurrently from any thread.
///
/// An error never fails a call. The call continues without the store, and a ``CacheStep`` reports
/// the error.
public protocol CacheStore: Sendable {
    /// Returns the entries stored under a key: one for each combination of selecting fields.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func entries(for key: CacheKey) async throws(CacheStoreError) -> [CacheEntry]

    /// Returns the body of an entry; `nil` if the entry was removed or replaced.
    ///
    /// Reading the body counts as a use of the entry.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func body(of entry: CacheEntry) async throws(CacheStoreError) -> Data?

    /// Stores a response, replacing the one with the same key and selecting fields.
    ///
    /// The entry and its body are replaced together or not at all.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func insert(_ entry: CacheEntry, body: Data) async throws(CacheStoreError)

    /// Replaces the fields and times of an entry. Does nothing if it was removed or replaced.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func update(_ entry: CacheEntry) async throws(CacheStoreError)

    /// Removes an entry. Does nothing if it was already removed or replaced.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func remove(_ entry: CacheEntry) async throws(CacheStoreError)

    /// Removes all responses from an address, for all callers.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func removeAll(at url: String) async throws(CacheStoreError)

    /// Removes the responses from all addresses with a prefix, for all callers.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    func removeAll(withPrefix prefix: String) async throws(CacheStoreError)

    /// Removes the responses of an account from all addresses.
    ///
    /// They are those whose ``CacheKey/identity`` is this one, or begins with it and a plus sign.
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
    /// Removes the responses of an account by looking at all entries.
    ///
    /// This is the default. A store with an index is faster with an implementation of its own.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    public func removeAll(identity: String) async throws(CacheStoreError) {
        for entry in try await entries(withPrefix: "") where entry.key.belongs(to: identity) {
            try await remove(entry)
        }
    }
}

/// A store whose operations are so short that even a cancelled call waits for them.
package protocol SynchronousCacheStore: AnyObject, CacheStore {
    /// Whether the responses outlive the process.
    var isOnDisk: Bool { get }

    /// The limit of the bytes that all responses occupy.
    var byteLimit: Int { get }

    /// Returns the chosen entry of a key with its body, without suspending.
    ///
    /// Choosing an entry counts as a use of it.
    ///
    /// - Parameter choose: Returns the position of the wanted entry; `nil` for none.
    /// - Returns: The entry and its body; `nil` if no entry was chosen, or if the store would have
    ///   to wait, for example to open its file.
    func storedResponse(
        for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> Int?
    ) -> (entry: CacheEntry, body: Data)?
}

/// The error of a failed operation of a cache store.
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
