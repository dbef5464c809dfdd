import Foundation

/// A bounded memory of values decoded from stored responses, so that what is served several times is decoded once.
///
/// It belongs to one client, since another one may decode differently. It is bounded by the number of values and by
/// the size of their bodies.
final class KeptDecodings: Sendable {
    private static let limit = (entries: 64, bytes: 8 << 20)

    private let kept = Cache<UUID, SharedDecodings>(
        lifetime: nil, entryLimit: limit.entries, costLimit: limit.bytes)

    /// Returns the values decoded from a stored body.
    ///
    /// - Parameters:
    ///   - id: The identity of the stored response (``CacheEntry/id``).
    ///   - shared: The values that callers who wait for the response have in common.
    func decodings(of id: UUID, bodyBytes: Int, shared: SharedDecodings? = nil) -> SharedDecodings {
        kept.value(forKey: id, cost: bodyBytes) { shared ?? SharedDecodings() }
    }
}
