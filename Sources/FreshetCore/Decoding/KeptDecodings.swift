import Foundation

/// A bounded cache of values decoded from stored responses, so that a response that is served
/// several times is only decoded once.
///
/// It belongs to one client, since another one may decode differently. It is bounded by the number
/// of responses and the size of their bodies.
final class KeptDecodings: Sendable {
    // The size of a decoded value isn't known; that of its body is the best estimate.
    private static let limit = (entries: 64, bytes: 8 << 20)

    private let kept = Cache<UUID, SharedDecodings>(
        lifetime: nil, entryLimit: limit.entries, costLimit: limit.bytes)

    /// Returns the values decoded from a stored body.
    ///
    /// - Parameters:
    ///   - id: The identity of the stored response (``CacheEntry/id``).
    ///   - shared: The values that the callers waiting for the response share.
    func decodings(of id: UUID, bodyBytes: Int, shared: SharedDecodings? = nil) -> SharedDecodings {
        kept.value(forKey: id, cost: bodyBytes) { shared ?? SharedDecodings() }
    }
}
