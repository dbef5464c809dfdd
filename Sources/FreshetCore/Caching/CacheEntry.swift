public import Foundation

/// A stored response, without its body.
public struct CacheEntry: Sendable, Hashable, Identifiable, Codable {
    /// The identity of this response and its body. A response that replaces it has another one.
    public let id: UUID
    /// The key of the response.
    public let key: CacheKey
    /// The head and metadata of the response.
    public var response: StoredResponse
    /// The length of the body, in bytes.
    public let bodyBytes: Int

    /// Makes an entry.
    ///
    /// - Parameter id: The identity. A new random one by default.
    public init(id: UUID = .random(), key: CacheKey, response: StoredResponse, bodyBytes: Int) {
        self.id = id
        self.key = key
        self.response = response
        self.bodyBytes = bodyBytes
    }
}

/// The size of a store's contents.
public struct CacheUsage: Sendable, Hashable {
    /// The number of entries.
    public var entries: Int
    /// The bytes that count towards the store's limit.
    ///
    /// In memory, they are the bytes that the entries occupy; on disk, those of bodies and fields.
    public var bytes: Int

    /// Makes a usage.
    public init(entries: Int = 0, bytes: Int = 0) {
        self.entries = entries
        self.bytes = bytes
    }
}

extension UUID {
    /// Returns a random UUID. On Linux, `UUID()` opens a device file for each one.
    @usableFromInline
    package static func random() -> UUID {
        // Version 4 in the variant of RFC 9562 §5.4.
        let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: .min ... .max) >> 2 | 1 << 63
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
                byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                byte(low, 6), byte(low, 7)
            ))
    }
}
