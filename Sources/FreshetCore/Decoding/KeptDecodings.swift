import Foundation

/// A bounded memory of values decoded from stored responses, so that a cached response is not decoded twice.
///
/// It belongs to one client, since another one may decode differently. It is bounded by the number of values and by
/// the size of their bodies.
final class KeptDecodings: Sendable {
    private static let limit = (entries: 64, bytes: 8 << 20)

    private let kept = Cache<UUID, SharedDecodings>(
        lifetime: nil, entryLimit: limit.entries, costLimit: limit.bytes)
    /// Held while an entry is added. Its state is not used: without one, Thread Sanitizer reports a race.
    private let additions = Lock(false)

    /// Returns the values decoded from a stored body.
    ///
    /// - Parameter id: The identity of the stored response (``CacheEntry/id``).
    func decodings(of id: UUID, bodyBytes: Int) -> SharedDecodings {
        if let decodings = kept.value(forKey: id) { return decodings }
        return additions.withLock { _ in
            if let decodings = kept.value(forKey: id) { return decodings }
            let decodings = SharedDecodings()
            kept.insert(decodings, forKey: id, cost: bodyBytes)
            return decodings
        }
    }
}
