public import Foundation

/// A stored answer, without its body.
public struct CacheEntry: Sendable, Hashable, Identifiable, Codable {
    /// Tells this answer with its body from one that replaces it.
    public let id: UUID
    public let key: CacheKey
    public var response: StoredResponse
    /// The length of the body.
    public let bodyBytes: Int

    public init(id: UUID = UUID(), key: CacheKey, response: StoredResponse, bodyBytes: Int) {
        self.id = id
        self.key = key
        self.response = response
        self.bodyBytes = bodyBytes
    }
}

/// What a store holds.
public struct CacheUsage: Sendable, Hashable {
    public var entries: Int
    /// The bytes of all bodies and fields.
    public var bytes: Int

    public init(entries: Int = 0, bytes: Int = 0) {
        self.entries = entries
        self.bytes = bytes
    }
}
