import Foundation

/// The values that were decoded from stored answers lately: reading such an answer once more costs no decoding.
///
/// They belong to one client, since another one may decode in another way. Bounded by their number and by the bodies they were
/// made of; who comes back after that decodes again.
final class KeptDecodings: Sendable {
    private static let limit = (entries: 64, bytes: 8 << 20)

    private let kept = Cache<UUID, SharedDecodings>(
        lifetime: .seconds(1 << 40), entryLimit: limit.entries, costLimit: limit.bytes)
    /// Held by who adds a place.
    private let additions = Lock(())

    /// Returns the place of what is decoded from a stored body.
    ///
    /// - Parameter id: Of the stored answer with its body (``CacheEntry/id``).
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
