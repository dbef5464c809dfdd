import Foundation

/// A request on its way to the server, and the state of the cache when it was sent.
///
/// It is known to the cache until it is released: a response that comes after that of a later request is not stored.
/// The order is that of numbers, since a clock may be set back.
final class SentRequest: Sendable {
    /// The count of removals of the cache.
    let removals: Int
    let time: Date
    private let number: UInt64
    private let key: CacheKey
    private let cache: HTTPCache

    init(_ cache: HTTPCache, _ key: CacheKey, at time: Date) {
        self.cache = cache
        self.key = key
        self.time = time
        (number, removals) = cache.beginSending(of: key)
    }

    deinit { cache.endSending(of: key) }

    /// Records that its response is taken; `false` if the response to a later request was taken before.
    ///
    /// - Parameter selectors: The request fields that select the response.
    func isNewest(_ selectors: [String: String]) -> Bool {
        cache.isNewest(number, of: key, selectors)
    }
}

/// The requests of a key that are on their way to the server.
struct SentRequests {
    private var count = 0
    /// The number of the latest request whose response was taken, by the request fields that select the response.
    private var newest: [[String: String]: UInt64] = [:]

    var isEmpty: Bool { count == 0 }

    mutating func begin() { count += 1 }

    mutating func end() { count -= 1 }

    mutating func isNewest(_ number: UInt64, _ selectors: [String: String]) -> Bool {
        guard number >= newest[selectors, default: 0] else { return false }
        // Only an earlier request that is still on its way has to know it.
        newest[selectors] = number
        return true
    }
}
